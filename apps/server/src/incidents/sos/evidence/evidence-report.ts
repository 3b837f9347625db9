import type { Section, Report } from '../../../platform/pdf/make-pdf';
import type { Caller } from '../../../platform/caller';
import type { EvidenceFacts, ReceivedFact } from './evidence-facts.reads';
import { aroundSections } from './evidence-around';
import { messagesSection, stepsSection } from './evidence-sections';
import { momentsIn, none, type Formatter, formatterOf } from './formatter';

/** A call on paper: who, when, where, what was sent and received. The same facts, reader and hour make the same sheet. */
export function evidenceReport(
  facts: EvidenceFacts,
  caller: Pick<Caller, 'name' | 'loginId' | 'language' | 'timeZone'>,
  madeAt: Date,
): Report {
  const { call } = facts;
  const formatter = formatterOf(caller.language, caller.timeZone);
  const { t, moment } = formatter;
  const last = facts.steps.at(-1)?.number ?? 0;
  return {
    title: t('evidence.title', { id: call.id }),
    subtitle: `${t(`sosType.${call.type}`)} · ${call.vehicle.vin} · ${moment(call.raisedAt)} · ${t('evidence.zone', { zone: caller.timeZone })}`,
    sections: [
      callSection(facts, formatter),
      peopleSection(facts, formatter),
      placeSection(facts, formatter),
      receivedSection(facts, formatter),
      stepsSection(facts, formatter),
      ...(call.dispatch === null ? [] : [dispatchSection(facts, formatter)]),
      ...(call.closedAt === null ? [] : [closingSection(facts, formatter)]),
      messagesSection(facts, formatter),
      ...aroundSections(facts, formatter),
      { heading: t('evidence.proof'), text: t('evidence.proofText', { last, version: call.version }) },
    ],
    footer: t('evidence.footer', { id: call.id, at: moment(madeAt), by: `${caller.name} (${caller.loginId})` }),
    madeAt,
  };
}

/** `SOS_12_HDLT6A11NSK001001_20261122-0931.pdf` */
export function evidenceName({ call }: EvidenceFacts, { timeZone }: Pick<Caller, 'timeZone'>, madeAt: Date): string {
  const at = momentsIn(timeZone)(madeAt);
  return `SOS_${call.id}_${call.vehicle.vin.replaceAll(/[^\w-]/gu, '')}_${at.slice(0, 10).replaceAll('-', '')}-${at.slice(11, 16).replace(':', '')}.pdf`;
}

function callSection({ call, closedBy }: EvidenceFacts, { t, moment }: Formatter): Section {
  return {
    heading: t('evidence.call'),
    values: [
      [t('sos.type'), t(`sosType.${call.type}`)],
      [t('sos.status'), t(`sosStatus.${call.status}`)],
      [t('evidence.origin'), t(`evidence.origin.${call.origin}`)],
      [t('evidence.presses'), String(call.presses)],
      [t('evidence.raisedAt'), moment(call.raisedAt)],
      [t('evidence.receivedAt'), moment(call.receivedAt)],
      [t('sos.step.acknowledged'), joined(moment(call.acknowledgedAt), call.acknowledgedBy)],
      [t('sos.step.dispatched'), moment(call.dispatchedAt)],
      [t('sos.step.closed'), joined(moment(call.closedAt), closedBy)],
      [
        t('evidence.escalation'),
        call.escalatedTo === null ? none : `${call.escalationLevel} → ${call.escalatedTo.name}`,
      ],
      [t('sos.handler'), call.handler?.name ?? none],
      [t('evidence.late'), t(`recordValue.${call.late}`)],
    ],
  };
}

function peopleSection({ call, owner }: EvidenceFacts, { t }: Formatter): Section {
  return {
    heading: t('evidence.people'),
    values: [
      [t('sos.vin'), call.vehicle.vin],
      [t('sos.model'), call.vehicle.model || none],
      [t('evidence.device'), call.vehicle.deviceId ?? none],
      [t('sos.agency'), call.agency.name],
      [t('sos.driver'), owner?.name ?? t('sos.noCustomer')],
      [t('sos.phone'), owner?.phone ?? none],
    ],
  };
}

function placeSection(
  { call, speed, tilt, thresholds }: EvidenceFacts,
  { t, moment, number, language }: Formatter,
): Section {
  const known = call.lat !== null && call.lon !== null;
  const axis = (name: 'x' | 'y' | 'z'): string =>
    tilt === null
      ? none
      : `${number(tilt[name], 1)}°${thresholds === null ? '' : ` · ${t('sos.tiltLimit', { n: thresholds[name] })}`}`;
  return {
    heading: t('evidence.where'),
    ...(known && call.positionAt !== null ? { text: t('evidence.lastKnown', { at: moment(call.positionAt) }) } : {}),
    values: [
      [
        t('evidence.coordinates'),
        known ? `${call.lat?.toFixed(6)}, ${call.lon?.toFixed(6)} (WGS 84)` : t('sos.noPosition'),
      ],
      [t('vehicle.place'), call.place?.[language] ?? none],
      [t('sos.speed'), number(speed, 1, 'km/h')],
      [t('sos.tiltX'), axis('x')],
      [t('sos.tiltY'), axis('y')],
      [t('sos.tiltZ'), axis('z')],
    ],
  };
}

/** Raw beside corrected: a judge of the clock needs both. */
function receivedSection({ call, received }: EvidenceFacts, { t, moment, number }: Formatter): Section {
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
    // calls of before the messages were kept have what the call itself remembers
    text:
      received.length === 0
        ? t('evidence.receivedBefore', { clock: moment(call.deviceTime), skew: skew(call.skewMs) })
        : t('evidence.receivedText'),
    ...(rows.length === 0 ? {} : { table: { head, rows, widths: [62, 72, 62, 44, 50, '*' as const] } }),
  };
}

function dispatchSection({ call: { dispatch, dispatchedAt } }: EvidenceFacts, { t, moment }: Formatter): Section {
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

function closingSection({ call, closedBy }: EvidenceFacts, { t, moment }: Formatter): Section {
  return {
    heading: t(`sosStatus.${call.status}`),
    text: call.resolution ?? none,
    values: [
      [t('sos.step.closed'), moment(call.closedAt)],
      [t('evidence.by'), closedBy ?? none],
      [t('sos.injured'), call.injured === null ? none : t(`sos.injured.${call.injured}`)],
      [t('sos.cause'), call.cause === null ? none : t(`sos.cause.${call.cause}`)],
    ],
  };
}

const joined = (at: string, caller: string | null): string => (caller === null ? at : `${at} · ${caller}`);
/** JSON that a line can be broken in. */
const spaced = (body: object): string => JSON.stringify(body, null, 1).replaceAll(/\s*\n\s*/gu, ' ');
