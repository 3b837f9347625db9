import type { RollOutVehicle } from '@headland/contracts/roll-out';
import { isMessageKey, type MessageKey } from './catalogue';
import { flashReasonLabel } from './flash-labels';

type Translate = (key: MessageKey, values?: Record<string, string>) => string;

/** What a vehicle waits for, why it was left out, or why its run has failed, in words; null where there is nothing to say. */
export function rollOutReasonLabel(
  t: Translate,
  { state, reason }: Pick<RollOutVehicle, 'state' | 'reason'>,
): string | null {
  if (reason === null) return null;
  const waits = `rollOutWaits.${reason}`;
  if ((state === 'waiting' || state === 'expired') && isMessageKey(waits)) return t(waits);
  const skipped = `rollOutSkipped.${reason}`;
  if (state === 'skipped' && isMessageKey(skipped)) return t(skipped);
  return flashReasonLabel(t, reason);
}
