import type { Section } from '../../../platform/pdf/make-pdf';
import { mostDeliveries, type DeliveryFact, type EvidenceFacts, type StepFact } from './evidence-facts.reads';
import { none, type Formatter } from './formatter';

/** Every step with its number in the log, when, by whom, and what was said with it. */
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
        [said(step, formatter), times > 1 ? t('evidence.again', { n: times, until: moment(last) }) : '']
          .filter((part) => part !== '')
          .join(' · ') || none,
      ]),
      widths: [40, 112, 84, 74, '*'],
    },
  };
}

/** What a step says besides its name. */
function said({ name, payload: { sos, note, changes, evidence } }: StepFact, { t }: Formatter): string {
  const words: (string | null | undefined)[] = [note];
  switch (name) {
    case 'sos.raised':
    case 'sos.repeated':
      words.unshift(t('sos.presses', { n: sos.presses }));
      break;
    case 'sos.dispatched':
      words.unshift(
        sos.dispatch &&
          `${sos.dispatch.agency.name} · ${sos.dispatch.person} ${sos.dispatch.phone} · ${sos.dispatch.etaMinutes} ${t('sos.minutes')}`,
        sos.dispatch?.note,
      );
      break;
    case 'sos.dispatchCorrected':
      words.unshift(
        ...(changes ?? []).map(
          ({ field, from, to }) =>
            `${t(`sos.${field as 'person' | 'phone' | 'etaMinutes' | 'note'}`)}: ${from ?? none} → ${to ?? none}`,
        ),
      );
      break;
    case 'sos.assigned':
      words.unshift(sos.handler?.name);
      break;
    case 'sos.escalated':
      words.unshift(sos.escalatedTo && t('sos.escalated', { level: sos.escalationLevel, to: sos.escalatedTo.name }));
      break;
    case 'sos.resolved':
      words.unshift(sos.injured && `${t('sos.injured')}: ${t(`sos.injured.${sos.injured}`)}`, sos.resolution);
      break;
    case 'sos.falseAlarm':
      words.unshift(sos.cause && t(`sos.cause.${sos.cause}`), sos.resolution);
      break;
    case 'sos.evidenced':
      words.unshift(evidence && `SHA-256 ${inPieces(evidence.sha256)}`);
      break;
    case 'sos.acknowledged':
    case 'sos.noted':
    case 'sos.reopened':
      break;
  }
  return words.filter((w) => w !== null && w !== undefined && w !== '').join(' · ');
}

/** The head office is told again each minute until somebody answers: one line for as long as nothing else happened. */
function inRuns(steps: readonly StepFact[]): { step: StepFact; times: number; last: Date }[] {
  const runs: { step: StepFact; times: number; last: Date }[] = [];
  for (const step of steps) {
    const before = runs.at(-1);
    const again =
      before !== undefined &&
      step.name === 'sos.escalated' &&
      before.step.name === 'sos.escalated' &&
      step.by === null &&
      before.step.by === null &&
      before.step.payload.sos.escalatedTo?.id === step.payload.sos.escalatedTo?.id;
    if (again) {
      before.times++;
      before.last = step.at;
    } else runs.push({ step, times: 1, last: step.at });
  }
  return runs;
}

/** What was sent, to whom, what became of it. */
export function messagesSection({ deliveries, deliveriesInAll }: EvidenceFacts, { t, moment }: Formatter): Section {
  const outcome = ({ state, attempts, changedAt, problem }: DeliveryFact): string =>
    [t(`delivery.state.${state}`), moment(changedAt), t('evidence.attempts', { n: attempts }), problem]
      .filter((part) => part !== null)
      .join(' · ');
  // a push goes to whoever it is for, by a number of ours that says nothing
  const to = ({ channel, recipient, address }: DeliveryFact): string =>
    channel === 'push' || address === recipient || address === '' ? recipient : `${recipient} ${address}`;
  return {
    heading: t('sos.deliveries'),
    ...(deliveriesInAll > mostDeliveries
      ? { text: t('evidence.messagesCut', { shown: mostDeliveries, n: deliveriesInAll }) }
      : {}),
    table: {
      head: [t('evidence.at'), t('evidence.channel'), t('evidence.to'), t('evidence.text'), t('evidence.outcome')],
      rows: deliveries.map((d) => [moment(d.createdAt), t(`delivery.${d.channel}`), to(d), d.text, outcome(d)]),
      widths: [66, 56, 84, '*', 112],
    },
  };
}

/** Sixty-four letters without a space would run out of their column. */
const inPieces = (hash: string): string => hash.match(/.{1,16}/gu)?.join(' ') ?? hash;
