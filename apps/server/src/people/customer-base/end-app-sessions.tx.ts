import type { Tx } from '../../platform/database/rows';

/** `phone`: staff gave the customer another one, and the former may be in a stranger's hands. */
export type AppEndReason = 'loggedOut' | 'reused' | 'withdrawn' | 'phone';

/** Ends one session, or all of a customer: the next call of the app is refused. */
export async function endSessionsOfApp(
  tx: Tx,
  which: { id: string } | { customerId: number },
  reason: AppEndReason,
  now: Date,
): Promise<void> {
  const [column, value] = 'id' in which ? ['id', which.id] : ['customer_id', which.customerId];
  await tx.query(`UPDATE app_session SET ended_at = $2, end_reason = $3 WHERE ${column} = $1 AND ended_at IS NULL`, [
    value,
    now,
    reason,
  ]);
}
