import { returning, type Tx } from '../../platform/database/rows';

/** `password`: it was changed; `administrator`: somebody ended them, or made the account inactive. */
export type EndReason = 'elsewhere' | 'loggedOut' | 'reused' | 'password' | 'administrator';

/** Ends the open sessions that the condition names ($1 is its value), but one, and notifies every process; returns their ids. */
export async function endSessions(
  tx: Tx,
  which: 'id' | 'user_id',
  value: string | number,
  reason: EndReason,
  now: Date,
  but: string | null = null,
): Promise<string[]> {
  const ended = await returning<{ id: string }>(
    tx,
    `UPDATE login_session SET ended_at = $2, end_reason = $3 WHERE ${which} = $1 AND ended_at IS NULL AND ($4::uuid IS NULL OR id <> $4::uuid) RETURNING id`,
    [value, now, reason, but],
  );
  for (const { id } of ended) await notifySessionEnded(tx, id);
  return ended.map((s) => s.id);
}

/** Heard by the session caches and the live sockets of every api process. `who` is a session id, or `kiosk:<id>`. */
export async function notifySessionEnded(tx: Tx, caller: string): Promise<void> {
  await tx.query("SELECT pg_notify('session_ended', $1)", [caller]);
}
