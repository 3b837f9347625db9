import { randomInt } from 'node:crypto';
import { formerPasswords, newTemporaryPassword as drawTemporaryPassword } from '@headland/domain/password';
import type { Tx } from '../../platform/database/rows';
import { verifyPassword } from '../../platform/password';
import type { Account } from './account';

export const newTemporaryPassword = (): string => drawTemporaryPassword((n) => randomInt(n));

/** Whether it is the present password or one of the last three. */
export async function wasUsed(tx: Tx, account: Account, password: string): Promise<boolean> {
  const former = await tx.query<{ hash: string }[]>(
    'SELECT hash FROM password_history WHERE user_id = $1 ORDER BY set_at DESC, id DESC LIMIT $2',
    [account.id, formerPasswords],
  );
  for (const hash of [account.password_hash, ...former.map((f) => f.hash)])
    if (hash !== null && (await verifyPassword(password, hash))) return true;
  return false;
}

/** The new password; the former one goes to the last three, unless it was temporary. A lock is over with it. */
export async function savePassword(
  tx: Tx,
  userId: number,
  hash: string,
  temporaryUntil: Date | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO password_history (user_id, hash, set_at)
     SELECT id, password_hash, password_changed_at FROM user_account WHERE id = $1 AND password_hash IS NOT NULL AND NOT temporary_password`,
    [userId],
  );
  await tx.query(
    'DELETE FROM password_history WHERE user_id = $1 AND id NOT IN (SELECT id FROM password_history WHERE user_id = $1 ORDER BY set_at DESC, id DESC LIMIT $2)',
    [userId, formerPasswords],
  );
  await tx.query(
    `UPDATE user_account SET password_hash = $2, password_changed_at = $3, temporary_password = $4, temporary_until = $5, failed_logins = 0, locked_until = NULL WHERE id = $1`,
    [userId, hash, now, temporaryUntil !== null, temporaryUntil],
  );
  // a login that the former password began is not finished with it
  await tx.query("UPDATE sms_code SET used_at = $2 WHERE user_id = $1 AND purpose = 'login' AND used_at IS NULL", [
    userId,
    now,
  ]);
}
