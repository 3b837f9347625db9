import type { SosSummary } from '@headland/contracts/sos';
import type { State } from '../../ui/state-mark';

/** Appearance of a status: raised is the only solid red element of the product; closed ones are muted. */
export const stateOfStatus: Record<SosSummary['status'], State> = {
  raised: 'now',
  acknowledged: 'today',
  dispatched: 'normal',
  resolved: 'off',
  falseAlarm: 'off',
};
export const isOpen = (sos: Pick<SosSummary, 'status'>): boolean =>
  sos.status === 'raised' || sos.status === 'acknowledged' || sos.status === 'dispatched';
/** Seconds until the next escalation; null: none. */
export const secondsLeft = (sos: Pick<SosSummary, 'nextEscalationAt' | 'status'>, now: number): number | null =>
  sos.status !== 'raised' || sos.nextEscalationAt === null
    ? null
    : Math.max(0, Math.ceil((Date.parse(sos.nextEscalationAt) - now) / 1000));
export const skewShownMs = 30_000;
/** The button of the most urgent action. */
export const red = {
  bg: 'now.fill',
  color: 'now.on',
  borderColor: 'now.fill',
  fontWeight: '700',
  _hover: { bg: 'now.fill', opacity: 0.9 },
} as const;
