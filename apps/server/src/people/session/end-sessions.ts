import { endPushOf, endPushOfMember } from '../../messages/notifications/end-push.tx';
import { returning, type Tx } from '../../platform/database/rows';

/**
 * `password`: it was changed; `passwordExpired`: it has to be; `administrator`: somebody ended them, or made the account inactive;
 * `ownLoginOff`: passwords are closed to the account.
 */
export type EndReason =
  'elsewhere' | 'loggedOut' | 'reused' | 'password' | 'passwordExpired' | 'administrator' | 'ownLoginOff';
/** The same person goes on, here or elsewhere: the browser keeps its push, as it does when a session is over by itself. */
const keepsPush: readonly EndReason[] = ['elsewhere', 'passwordExpired'];

/**
 * Ends the open sessions that the condition names ($1 is its value), but one, with the web push of their browsers, and notifies every
 * process; returns their ids.
 */
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
  const ids = ended.map((s) => s.id);
  if (keepsPush.includes(reason)) return ids;
  if (which === 'user_id') await endPushOfMember(tx, Number(value), but);
  else await endPushOf(tx, ids);
  return ids;
}

/** Heard by the session caches and the live sockets of every api process. `who` is a session id, or `kiosk:<id>`. */
export async function notifySessionEnded(tx: Tx, caller: string): Promise<void> {
  await tx.query("SELECT pg_notify('session_ended', $1)", [caller]);
}
