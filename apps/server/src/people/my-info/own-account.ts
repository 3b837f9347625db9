import type { MyInfo } from '@headland/contracts/my-info';
import { maskPhone } from '@headland/domain/mask';
import type { EventPayload } from '@headland/contracts/event-log';
import { changesBetween } from '../../platform/event-log/record-change';
import type { Tx } from '../../platform/database/rows';

/** The own account as it stands, locked until the change is through. */
export interface OwnAccount extends Pick<
  MyInfo,
  'name' | 'email' | 'country' | 'phone' | 'postalCode' | 'address' | 'addressDetail' | 'units' | 'language' | 'version'
> {
  id: number;
  loginId: string;
  organizationId: number;
}

export async function lockOwnAccount(tx: Tx, userId: number): Promise<OwnAccount> {
  const [row] = await tx.query<OwnAccount[]>(
    `SELECT id, login_id AS "loginId", organization_id AS "organizationId", name, email, country, phone, COALESCE(postal_code, '') AS "postalCode",
       COALESCE(address, '') AS address, COALESCE(address_detail, '') AS "addressDetail", units, language, version
     FROM user_account WHERE id = $1 AND removed_at IS NULL FOR UPDATE`,
    [userId],
  );
  if (row === undefined) throw new Error(`account ${userId} is not there`);
  return row;
}

type Told = Pick<
  OwnAccount,
  'name' | 'email' | 'country' | 'phone' | 'postalCode' | 'address' | 'addressDetail' | 'units' | 'language'
>;
const told = ({ name, email, country, phone, postalCode, address, addressDetail, units, language }: Told) => ({
  ...{ name, email, country, phone, postalCode, address, addressDetail, units, language },
});
const hidden: Record<string, (value: string) => string> = {
  phone: maskPhone,
  postalCode: () => '***',
  address: () => '***',
  addressDetail: () => '***',
};

/** What the log tells of a change: of what is private that it changed, not what it was (as in people/users/user.write.ts). */
export function ownChanges(before: Told, after: Told): EventPayload<'record.changed'>['changes'] {
  return changesBetween(told(before), told(after)).map(({ field, from, to }) => {
    const hide = hidden[field] ?? ((value: string) => value);
    return { field, from: from === null ? null : hide(from), to: to === null ? null : hide(to) };
  });
}
