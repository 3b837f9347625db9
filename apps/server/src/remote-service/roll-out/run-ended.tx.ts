import type { FlashRunState } from '@headland/contracts/reprogram';
import { endOfRun, hasRollOutEnded, mustStop, rollOutAfter, rollOutTimes } from '@headland/domain/reprogram/roll-out';
import { returning, type Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { lockRollOut, recordStep, type RollOutRow } from './roll-out-row';

/**
 * A run of a roll-out has ended: in the transaction that receives it, so that no vehicle begins between the failure that is one too many and the stop. Called
 * wherever a run changes its state; of one that has not ended, or of none, nothing is done.
 */
export async function rollOutRunEnded(
  tx: Tx,
  emit: Emit,
  run: { id: number; roll_out_id: number | null },
  { state, reason }: { state: FlashRunState; reason: string | null },
  at: Date,
): Promise<void> {
  const end = endOfRun(state, reason);
  if (run.roll_out_id === null || end === null) return;
  const rollOut = await lockRollOut(tx, run.roll_out_id);
  if (rollOut === null) return;
  // its turn goes on as long as the roll-out does
  const over = rollOut.state === 'cancelled' ? 'cancelled' : hasRollOutEnded(rollOut.state) ? 'expired' : 'waiting';
  const next = end === 'again' ? over : end;
  const [item] = await returning<{ wave: number }>(
    tx,
    `UPDATE roll_out_vehicle SET state = $3, reason = $4, again_at = $5, ended_at = $6 WHERE roll_out_id = $1 AND run_id = $2 AND state = 'underWay' RETURNING wave`,
    [
      rollOut.id,
      run.id,
      next,
      next === 'done' ? null : reason,
      next === 'waiting' ? new Date(at.getTime() + rollOutTimes.againMs) : null,
      next === 'waiting' ? null : at,
    ],
  );
  if (item !== undefined) await settle(tx, emit, rollOut, item.wave, at);
}

/** Ends a roll-out whose vehicles have all ended; stops one of whose wave too many have failed. The roll-out is held. */
export async function settle(tx: Tx, emit: Emit, rollOut: RollOutRow, wave: number, at: Date): Promise<void> {
  const [open] = await tx.query<unknown[]>(
    "SELECT 1 FROM roll_out_vehicle WHERE roll_out_id = $1 AND state IN ('waiting', 'underWay') LIMIT 1",
    [rollOut.id],
  );
  if (open === undefined) {
    const done = rollOutAfter(rollOut.state, 'end');
    if (done === null) return;
    await tx.query(
      'UPDATE roll_out SET state = $2, paused_by = NULL, ended_at = $3, look_at = NULL, version = version + 1 WHERE id = $1',
      [rollOut.id, done, at],
    );
    return recordStep(tx, emit, rollOut, system, at, { state: done, step: 'done' });
  }
  const stopped = rollOutAfter(rollOut.state, 'stop');
  if (stopped === null || rollOut.paused_by === 'failures') return;
  const [counted] = await tx.query<{ done: number; failed: number }[]>(
    `SELECT count(*) FILTER (WHERE i.state = 'done')::int AS done, count(*) FILTER (WHERE i.state = 'failed')::int AS failed
     FROM roll_out_vehicle i JOIN roll_out_wave w ON w.roll_out_id = i.roll_out_id AND w.number = i.wave
     WHERE i.roll_out_id = $1 AND i.wave = $2 AND i.ended_at >= w.counted_from`,
    [rollOut.id, wave],
  );
  if (counted === undefined || !mustStop(counted, rollOut.stop_share)) return;
  await tx.query("UPDATE roll_out SET state = $2, paused_by = 'failures', version = version + 1 WHERE id = $1", [
    rollOut.id,
    stopped,
  ]);
  await recordStep(tx, emit, rollOut, system, at, {
    state: stopped,
    step: 'stopped',
    wave,
    reason: `${counted.failed}/${counted.failed + counted.done}`,
  });
}
