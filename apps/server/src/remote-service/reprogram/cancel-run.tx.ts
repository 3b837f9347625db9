import { cancelAsked, cancelIsAsked, mayCancel } from '@headland/domain/reprogram/offer';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { runChanged } from './run-ended.hook';
import { lockRun, runPayload, type RunRow } from './flash-row';

/** A run that may be cancelled, and is held, is: at once, or, while it is checked, by the device's next word. The device is told after the commit. */
export async function cancelRun(tx: Tx, emit: Emit, held: RunRow, now: Date): Promise<void> {
  const about = { organizationId: held.organization_id, vehicleId: held.vehicle_id };
  if (!cancelIsAsked(held.state)) {
    await tx.query("UPDATE flash_run SET state = 'cancelled', reason = NULL, ended_at = $2 WHERE id = $1", [
      held.id,
      now,
    ]);
    emit('flash.changed', runPayload(held, 'cancelled'), about);
    await runChanged.run(tx, emit, held, { state: 'cancelled', reason: null }, now);
  } else if (held.reason !== cancelAsked) {
    await tx.query('UPDATE flash_run SET reason = $2 WHERE id = $1', [held.id, cancelAsked]);
    emit('flash.changed', runPayload(held, held.state, cancelAsked), about);
  }
}

/** The same for a run that may have gone too far meanwhile: null, and nothing is done. */
export async function cancelIfPossible(
  tx: Tx,
  emit: Emit,
  id: number,
  now: Date,
): Promise<Pick<RunRow, 'token' | 'device_id'> | null> {
  const held = await lockRun(tx, { id });
  if (held === null || !mayCancel(held.state)) return null;
  await cancelRun(tx, emit, held, now);
  return held;
}
