import { phoneDigits } from '@headland/domain/sms-code';
import type { Tx } from '../../platform/database/rows';

export interface Found {
  id: number;
  loginId: string;
  joinedAt: Date;
}
// as the index user_account_phone has it
const digits = `regexp_replace(phone, '\\D', '', 'g')`;
const isMember = 'active AND removed_at IS NULL AND login_id IS NOT NULL';

/** A member with this phone, whatever the name: who is informed of the attempt. */
export async function ownerOfPhone(tx: Tx, phone: string): Promise<{ id: number; name: string } | null> {
  const [row] = await tx.query<{ id: number; name: string }[]>(
    `SELECT id, name FROM user_account WHERE ${digits} = $1 AND ${isMember} ORDER BY id LIMIT 1`,
    [phoneDigits(phone)],
  );
  return row ?? null;
}

/** Members of this phone and name, and id where one is given. */
export async function withPhone(tx: Tx, phone: string, name: string, loginId: string | null = null): Promise<Found[]> {
  return tx.query<Found[]>(
    `SELECT id, login_id AS "loginId", COALESCE(joined_at, created_at) AS "joinedAt" FROM user_account
     WHERE ${digits} = $1 AND lower(name) = lower($2) AND ($3::text IS NULL OR lower(login_id) = lower($3)) AND ${isMember} ORDER BY id LIMIT 20`,
    [phoneDigits(phone), name, loginId],
  );
}
