import type { Section } from '../../../platform/pdf/make-pdf';
import { maxDeliveries, type DeliveryFact, type EvidenceFacts, type StepFact } from './evidence-facts.reads';
import { none, type Formatter } from './formatter';

/** Every step with its number in the log, time, actor and note. */
export function stepsSection({ steps }: EvidenceFacts, formatter: Formatter): Section {
  const { t, moment } = formatter;
  return {
    heading: t('sos.timeline'),
    table: {
      head: [t('evidence.logNumber'), t('evidence.at'), t('evidence.step'), t('evidence.by'), t('evidence.contents')],
      rows: inRuns(steps).map(({ step, times, last }) => [
        `#${step.number}`,
        moment(step.at),
        t(`event.${step.name}`),
        step.by ?? t('evidence.system'),
        [stepDetails(step, formatter), times > 1 ? t('evidence.again', { n: times, until: moment(last) }) : '']
          .filter((part) => part !== '')
          .join(' · ') || none,
      ]),
      widths: [40, 112, 84, 74, '*'],
    },
  };
}

/** Details of a step besides its name. */
function stepDetails({ name, payload: { sos, note, changes, evidence } }: StepFact, { t }: Formatter): string {
  const parts: (string | null | undefined)[] = [note];
  switch (name) {
    case 'sos.raised':
    case 'sos.repeated':
      parts.unshift(t('sos.presses', { n: sos.presses }));
      break;
    case 'sos.dispatched':
      parts.unshift(
        sos.dispatch &&
          `${sos.dispatch.agency.name} · ${sos.dispatch.person} ${sos.dispatch.phone} · ${sos.dispatch.etaMinutes} ${t('sos.minutes')}`,
        sos.dispatch?.note,
      );
      break;
    case 'sos.dispatchCorrected':
      parts.unshift(
        ...(changes ?? []).map(
          ({ field, from, to }) =>
            `${t(`sos.${field as 'person' | 'phone' | 'etaMinutes' | 'note'}`)}: ${from ?? none} → ${to ?? none}`,
        ),
      );
      break;
    case 'sos.assigned':
      parts.unshift(sos.handler?.name);
      break;
    case 'sos.escalated':
      parts.unshift(sos.escalatedTo && t('sos.escalated', { level: sos.escalationLevel, to: sos.escalatedTo.name }));
      break;
    case 'sos.resolved':
      parts.unshift(sos.injured && `${t('sos.injured')}: ${t(`sos.injured.${sos.injured}`)}`, sos.resolution);
      break;
    case 'sos.falseAlarm':
      parts.unshift(sos.cause && t(`sos.cause.${sos.cause}`), sos.resolution);
      break;
    case 'sos.evidenced':
      parts.unshift(evidence && `SHA-256 ${inPieces(evidence.sha256)}`);
      break;
    case 'sos.acknowledged':
    case 'sos.noted':
    case 'sos.reopened':
      break;
  }
  return parts.filter((w) => w !== null && w !== undefined && w !== '').join(' · ');
}

/** The head office is notified every minute until somebody responds: one line while nothing else happens. */
function inRuns(steps: readonly StepFact[]): { step: StepFact; times: number; last: Date }[] {
  const runs: { step: StepFact; times: number; last: Date }[] = [];
  for (const step of steps) {
    const before = runs.at(-1);
    const isRepeat =
      before !== undefined &&
      step.name === 'sos.escalated' &&
      before.step.name === 'sos.escalated' &&
      step.by === null &&
      before.step.by === null &&
      before.step.payload.sos.escalatedTo?.id === step.payload.sos.escalatedTo?.id;
    if (isRepeat) {
      before.times++;
      before.last = step.at;
    } else runs.push({ step, times: 1, last: step.at });
  }
  return runs;
}

/** What was sent, to whom, and its result. */
export function messagesSection({ deliveries, deliveriesInAll }: EvidenceFacts, { t, moment }: Formatter): Section {
  const outcome = ({ state, attempts, changedAt, problem }: DeliveryFact): string =>
    [t(`delivery.state.${state}`), moment(changedAt), t('evidence.attempts', { n: attempts }), problem]
      .filter((part) => part !== null)
      .join(' · ');
  // a push has no address worth showing: an internal number
  const to = ({ channel, recipient, address }: DeliveryFact): string =>
    channel === 'push' || address === recipient || address === '' ? recipient : `${recipient} ${address}`;
  return {
    heading: t('sos.deliveries'),
    ...(deliveriesInAll > maxDeliveries
      ? { text: t('evidence.messagesCut', { shown: maxDeliveries, n: deliveriesInAll }) }
      : {}),
    table: {
      head: [t('evidence.at'), t('evidence.channel'), t('evidence.to'), t('evidence.text'), t('evidence.outcome')],
      rows: deliveries.map((d) => [moment(d.createdAt), t(`delivery.${d.channel}`), to(d), d.text, outcome(d)]),
      widths: [66, 56, 84, '*', 112],
    },
  };
}

/** Sixty-four characters without a space would overflow their column. */
const inPieces = (hash: string): string => hash.match(/.{1,16}/gu)?.join(' ') ?? hash;
