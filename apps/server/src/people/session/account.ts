import type { GroupType, Role } from '@headland/contracts/access';
import type { PasswordState } from '@headland/domain/password';
import { isHeadOfficeAdmin } from '@headland/domain/rank';
import type { Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';

/** A row of user_account, as the login family needs it. */
export interface Account {
  id: number;
  login_id: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  country: string;
  language: 'ko' | 'en';
  password_hash: string | null;
  password_changed_at: Date;
  temporary_password: boolean;
  temporary_until: Date | null;
  role: Role;
  group_type: GroupType;
  organization_id: number;
  active: boolean;
  failed_logins: number;
  locked_until: Date | null;
  failed_at: Date | null;
  joined_at: Date | null;
  last_login_at: Date | null;
  removed_at: Date | null;
}
/** Where a call comes from. */
export interface From {
  address: string;
  agent: string | null;
}

export async function accountByLoginId(tx: Tx, loginId: string): Promise<Account | null> {
  const [row] = await tx.query<Account[]>(
    'SELECT * FROM user_account WHERE lower(login_id) = lower($1) AND removed_at IS NULL',
    [loginId],
  );
  return row ?? null;
}

/** `lock`: locks the row against concurrent changes. A removed account is not found. */
export async function accountById(tx: Tx, id: number, lock: 'lock' | 'read' = 'read'): Promise<Account | null> {
  const [row] = await tx.query<Account[]>(
    `SELECT * FROM user_account WHERE id = $1 AND removed_at IS NULL ${lock === 'lock' ? 'FOR UPDATE' : ''}`,
    [id],
  );
  return row ?? null;
}

export const passwordStateOf = (
  a: Pick<Account, 'password_changed_at' | 'temporary_password' | 'temporary_until'>,
): PasswordState => ({
  changedAt: a.password_changed_at,
  temporary: a.temporary_password,
  temporaryUntil: a.temporary_until,
});

/** Whether the configuration leaves passwords to the account beside the company's directory. */
export const mayUsePassword = (
  { OWN_LOGIN }: Pick<Config, 'OWN_LOGIN'>,
  { group_type: groupType, role }: Pick<Account, 'group_type' | 'role'>,
): boolean => OWN_LOGIN === 'everybody' || isHeadOfficeAdmin({ groupType, role });

/** What the log calls an account: one that has not joined has no id yet. */
export const nameInLog = (a: Pick<Account, 'login_id' | 'email'>): string => a.login_id ?? a.email ?? '';

/** `mayAct` of an act that the member, or the previous change, has begun; no rights are checked. */
export const nobodyAsks = (): Promise<void> => Promise.resolve();
