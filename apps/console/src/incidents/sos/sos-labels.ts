import type { SosSummary } from '@headland/contracts/sos';
import type { State } from '../../ui/state-mark';

/** How a call's status looks: raised is the one solid red thing of the product; what is closed has gone quiet. */
export const stateOfStatus: Record<SosSummary['status'], State> = {
  raised: 'now',
  acknowledged: 'today',
  dispatched: 'normal',
  resolved: 'off',
  falseAlarm: 'off',
};
export const isOpen = (call: Pick<SosSummary, 'status'>): boolean =>
  call.status === 'raised' || call.status === 'acknowledged' || call.status === 'dispatched';
/** Seconds until the next organisation hears of it; null where none will. */
export const secondsLeft = (call: Pick<SosSummary, 'nextEscalationAt' | 'status'>, now: number): number | null =>
  call.status !== 'raised' || call.nextEscalationAt === null
    ? null
    : Math.max(0, Math.ceil((Date.parse(call.nextEscalationAt) - now) / 1000));
export const skewShownMs = 30_000;
/** The button of the one act that may not wait. */
export const red = {
  bg: 'now.fill',
  color: 'now.on',
  borderColor: 'now.fill',
  fontWeight: '700',
  _hover: { bg: 'now.fill', opacity: 0.9 },
} as const;
