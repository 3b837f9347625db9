import type { KnownPerson } from '@headland/domain/customer';
import { dialledDigits, phoneDigits, storedDigits } from '@headland/domain/sms-code';
import { advisoryLocks } from '../../platform/database/advisory-locks';
import type { Tx } from '../../platform/database/rows';

/** SQL for a customer `c` who can own machines: neither deleted nor gone from the app. */
export const activeCustomer = "c.removed_at IS NULL AND c.app_status = 'registered'";
/** SQL for a customer's membership in the app: null for one who never joined. */
export const appStatusOf = (c: string): string => `CASE WHEN ${c}.joined_at IS NOT NULL THEN ${c}.app_status END`;
/** SQL for one whom the app reaches. */
export const usesApp = (c: string): string => `(${c}.app_status = 'registered' AND ${c}.joined_at IS NOT NULL)`;
/** SQL for the digits of a phone, by its index: two ways to write a number are one number. */
export const digitsOf = (column: string): string => `regexp_replace(${column}, '\\D', '', 'g')`;

/**
 * A phone belongs to one customer. Old data gave some to two, so no index can enforce it: assigning a phone to a customer locks it first, to the end
 * of the transaction. Workbooks, which may bring thousands, hold all of them.
 */
export async function holdPhone(tx: Tx, phone: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.customerPhones})`);
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`customer phone ${phoneDigits(phone)}`]);
}
export const holdAllPhones = (tx: Tx): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.customerPhones})`);

export interface Phone {
  country: string;
  phone: string;
}
/**
 * Customers with this phone, in the order of their ids, locked until the transaction ends. The same national number in another country is another phone:
 * whoever has that one must not be taken for them.
 */
export async function standingWith(tx: Tx, { country, phone }: Phone): Promise<KnownPerson[]> {
  const rows = await tx.query<(KnownPerson & Phone)[]>(
    `SELECT c.id, c.name, c.birth_on::text AS "birthOn", ${usesApp('c')} AS "usesApp", c.country, c.phone FROM customer c WHERE ${digitsOf('c.phone')} = ANY($1) AND ${activeCustomer}
     ORDER BY c.id FOR NO KEY UPDATE`,
    [storedDigits(country, phone)],
  );
  const dialled = dialledDigits(country, phone);
  return rows.filter((row) => dialledDigits(row.country, row.phone) === dialled);
}
