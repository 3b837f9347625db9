import type { Tx } from '../../platform/database/rows';

/** Ends web push of the browsers that turned it on in these sessions. */
export const endPushOf = (tx: Tx, sessionIds: readonly string[]): Promise<unknown> =>
  tx.query('DELETE FROM push_subscription WHERE session_id = ANY($1::uuid[])', [sessionIds]);

/**
 * Ends web push of all browsers of a member, but of that one session: also of those whose session was over before, or
 * was not known yet when they turned it on.
 */
export const endPushOfMember = (tx: Tx, userId: number, but: string | null): Promise<unknown> =>
  tx.query(
    'DELETE FROM push_subscription WHERE user_id = $1 AND ($2::uuid IS NULL OR session_id IS DISTINCT FROM $2::uuid)',
    [userId, but],
  );
