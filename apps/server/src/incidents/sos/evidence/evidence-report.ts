import type { Section, Report } from '../../../platform/pdf/make-pdf';
import type { Caller } from '../../../platform/caller';
import type { EvidenceFacts, ReceivedFact } from './evidence-facts.reads';
import { aroundSections } from './evidence-around';
import { messagesSection, stepsSection } from './evidence-sections';
import { momentsIn, none, type Formatter, formatterOf } from './formatter';

/**
 * The evidence of an SOS as a PDF: who, when, where, what was sent and received. The same facts, reader and hour give
 * the same file.
 */
export function evidenceReport(
  facts: EvidenceFacts,
  caller: Pick<Caller, 'name' | 'loginId' | 'language' | 'timeZone'>,
  madeAt: Date,
): Report {
  const { sos } = facts;
  const formatter = formatterOf(caller.language, caller.timeZone);
  const { t, moment } = formatter;
  const last = facts.steps.at(-1)?.number ?? 0;
  return {
    title: t('evidence.title', { id: sos.id }),
    subtitle: `${t(`sosType.${sos.type}`)} · ${sos.vehicle.vin} · ${moment(sos.raisedAt)} · ${t('evidence.zone', { zone: caller.timeZone })}`,
    sections: [
      sosSection(facts, formatter),
      peopleSection(facts, formatter),
      placeSection(facts, formatter),
      receivedSection(facts, formatter),
      stepsSection(facts, formatter),
      ...(sos.dispatch === null ? [] : [dispatchSection(facts, formatter)]),
      ...(sos.closedAt === null ? [] : [closingSection(facts, formatter)]),
      messagesSection(facts, formatter),
      ...aroundSections(facts, formatter),
      { heading: t('evidence.proof'), text: t('evidence.proofText', { last, version: sos.version }) },
    ],
    footer: t('evidence.footer', { id: sos.id, at: moment(madeAt), by: `${caller.name} (${caller.loginId})` }),
    madeAt,
  };
}

/** `SOS_12_HDLT6A11NSK001001_20261122-0931.pdf` */
export function evidenceName({ sos }: EvidenceFacts, { timeZone }: Pick<Caller, 'timeZone'>, madeAt: Date): string {
  const at = momentsIn(timeZone)(madeAt);
  return `SOS_${sos.id}_${sos.vehicle.vin.replaceAll(/[^\w-]/gu, '')}_${at.slice(0, 10).replaceAll('-', '')}-${at.slice(11, 16).replace(':', '')}.pdf`;
}

function sosSection({ sos, closedBy }: EvidenceFacts, { t, moment }: Formatter): Section {
  return {
    heading: t('evidence.call'),
    values: [
      [t('sos.type'), t(`sosType.${sos.type}`)],
      [t('sos.status'), t(`sosStatus.${sos.status}`)],
      [t('evidence.origin'), t(`evidence.origin.${sos.origin}`)],
      [t('evidence.presses'), String(sos.presses)],
      [t('evidence.raisedAt'), moment(sos.raisedAt)],
      [t('evidence.receivedAt'), moment(sos.receivedAt)],
      [t('sos.step.acknowledged'), joined(moment(sos.acknowledgedAt), sos.acknowledgedBy)],
      [t('sos.step.dispatched'), moment(sos.dispatchedAt)],
      [t('sos.step.closed'), joined(moment(sos.closedAt), closedBy)],
      [t('evidence.escalation'), sos.escalatedTo === null ? none : `${sos.escalationLevel} → ${sos.escalatedTo.name}`],
      [t('sos.handler'), sos.handler?.name ?? none],
      [t('evidence.late'), t(`recordValue.${sos.late}`)],
    ],
  };
}

function peopleSection({ sos, owner }: EvidenceFacts, { t }: Formatter): Section {
  return {
    heading: t('evidence.people'),
    values: [
      [t('sos.vin'), sos.vehicle.vin],
      [t('sos.model'), sos.vehicle.model || none],
      [t('evidence.device'), sos.vehicle.deviceId ?? none],
      [t('sos.agency'), sos.agency.name],
      [t('sos.driver'), owner?.name ?? t('sos.noCustomer')],
      [t('sos.phone'), owner?.phone ?? none],
    ],
  };
}

function placeSection(
  { sos, speed, tilt, thresholds }: EvidenceFacts,
  { t, moment, number, language }: Formatter,
): Section {
  const known = sos.lat !== null && sos.lon !== null;
  const axis = (name: 'x' | 'y' | 'z'): string =>
    tilt === null
      ? none
      : `${number(tilt[name], 1)}°${thresholds === null ? '' : ` · ${t('sos.tiltLimit', { n: thresholds[name] })}`}`;
  return {
    heading: t('evidence.where'),
    ...(known && sos.positionAt !== null ? { text: t('evidence.lastKnown', { at: moment(sos.positionAt) }) } : {}),
    values: [
      [
        t('evidence.coordinates'),
        known ? `${sos.lat?.toFixed(6)}, ${sos.lon?.toFixed(6)} (WGS 84)` : t('sos.noPosition'),
      ],
      [t('vehicle.place'), sos.place?.[language] ?? none],
      [t('sos.speed'), number(speed, 1, 'km/h')],
      [t('sos.tiltX'), axis('x')],
      [t('sos.tiltY'), axis('y')],
      [t('sos.tiltZ'), axis('z')],
    ],
  };
}

/** Raw beside corrected: both are needed to judge the clock. */
function receivedSection({ sos, received }: EvidenceFacts, { t, moment, number }: Formatter): Section {
  const skew = (ms: number | null): string => (ms === null ? none : number(ms / 1000, 3, 's'));
  const name = ({ topic, boot, seq }: ReceivedFact): string => `${topic} ${boot ?? none}/${seq ?? none}`;
  const head = ['receivedAt', 'deviceClock', 'corrected', 'skew', 'message', 'contents'].map((c) =>
    t(`evidence.${c as 'receivedAt'}`),
  );
  const rows = received.map((r) => [
    moment(r.receivedAt),
    String(r.deviceTs),
    `${moment(r.at)}${r.clockKnown ? '' : ` ${t('evidence.clockUnknown')}`}`,
    skew(r.skewMs),
    name(r),
    spaced(r.body),
  ]);
  return {
    heading: t('evidence.received'),
    // an SOS from before messages were stored only has its own fields
    text:
      received.length === 0
        ? t('evidence.receivedBefore', { clock: moment(sos.deviceTime), skew: skew(sos.skewMs) })
        : t('evidence.receivedText'),
    ...(rows.length === 0 ? {} : { table: { head, rows, widths: [62, 72, 62, 44, 50, '*' as const] } }),
  };
}

function dispatchSection({ sos: { dispatch, dispatchedAt } }: EvidenceFacts, { t, moment }: Formatter): Section {
  return {
    heading: t('sosStatus.dispatched'),
    values: [
      [t('sos.agency'), dispatch?.agency.name ?? none],
      [t('sos.step.dispatched'), moment(dispatchedAt)],
      [t('sos.person'), dispatch?.person ?? none],
      [t('sos.phone'), dispatch?.phone ?? none],
      [t('sos.etaMinutes'), `${dispatch?.etaMinutes ?? none} ${t('sos.minutes')}`],
      [t('sos.note'), dispatch?.note ?? none],
    ],
  };
}

function closingSection({ sos, closedBy }: EvidenceFacts, { t, moment }: Formatter): Section {
  return {
    heading: t(`sosStatus.${sos.status}`),
    text: sos.resolution ?? none,
    values: [
      [t('sos.step.closed'), moment(sos.closedAt)],
      [t('evidence.by'), closedBy ?? none],
      [t('sos.injured'), sos.injured === null ? none : t(`sos.injured.${sos.injured}`)],
      [t('sos.cause'), sos.cause === null ? none : t(`sos.cause.${sos.cause}`)],
    ],
  };
}

const joined = (at: string, caller: string | null): string => (caller === null ? at : `${at} · ${caller}`);
/** JSON that can be broken into lines. */
const spaced = (body: object): string => JSON.stringify(body, null, 1).replaceAll(/\s*\n\s*/gu, ' ');
