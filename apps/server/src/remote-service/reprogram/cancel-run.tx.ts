import { cancelAsked, cancelIsAsked, mayCancel } from '@headland/domain/reprogram/offer';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { runChanged } from './run-ended.hook';
import { lockRun, runPayload, type RunRow } from './flash-row';

/**
 * Cancels a locked run if that is possible: at once, or, once it has everything, by the device's next message. The
 * device is notified after the commit.
 */
export async function cancelRun(tx: Tx, emit: Emit, run: RunRow, now: Date): Promise<void> {
  const subject = { organizationId: run.organization_id, vehicleId: run.vehicle_id };
  if (!cancelIsAsked(run.state, run.all_sent)) {
    await tx.query("UPDATE flash_run SET state = 'cancelled', reason = NULL, ended_at = $2 WHERE id = $1", [
      run.id,
      now,
    ]);
    emit('flash.changed', runPayload(run, 'cancelled'), subject);
    await runChanged.run(tx, emit, run, { state: 'cancelled', reason: null }, now);
  } else if (run.reason !== cancelAsked) {
    await tx.query('UPDATE flash_run SET reason = $2, cancel_asked_at = $3 WHERE id = $1', [run.id, cancelAsked, now]);
    emit('flash.changed', runPayload(run, run.state, cancelAsked), subject);
  }
}

/** The same for a run that may have progressed too far: returns null and does nothing. */
export async function cancelIfPossible(
  tx: Tx,
  emit: Emit,
  id: number,
  now: Date,
): Promise<Pick<RunRow, 'token' | 'device_id'> | null> {
  const run = await lockRun(tx, { id });
  if (run === null || !mayCancel(run.state)) return null;
  await cancelRun(tx, emit, run, now);
  return run;
}
