import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { memberId, type Caller } from '../../platform/caller';
import { lockSession, type SessionRow } from './session-row';
import { mustSeeSession } from './session.reads';

/** Locks the caller's connected after-service session until the transaction ends. Throws a Problem with the reason. */
export async function lockServiceSession(tx: Tx, by: Caller, sessionId: number): Promise<SessionRow> {
  await mustSeeSession(tx, by.scope, sessionId);
  const session = await lockSession(tx, { id: sessionId });
  if (session === null) throw new Problem('NOT_FOUND');
  if (session.by_user !== memberId(by)) throw new Problem('SESSION_NOT_YOURS');
  if (session.kind !== 'afterService') throw new Problem('WRITE_IN_AFTER_SERVICE');
  if (session.connected_at === null || session.ended_at !== null)
    throw new Problem('SESSION_REFUSED', { reason: 'notConnected' });
  return session;
}
