import type { Reply } from '@headland/contracts/endpoint';
import type { sales } from '@headland/contracts/sale';
import { maskCustomer } from '@headland/domain/mask';
import { phonePart } from '@headland/domain/phone-part';
import { digitsOf } from './customer-phone.tx';
import { customersNamed } from './masked-customer.reads';
import type { Tx } from '../../platform/database/rows';
import { inScope, type Scope } from '../../platform/caller';

/** Customers belong to the dealer they came to, and are visible to members who see one of their machines. One who left cannot be chosen. */
export const seenBy = (scope: Scope, parameters: unknown[]): string =>
  scope.all
    ? 'TRUE'
    : `(${inScope(scope, 'c.organization_id', parameters)} OR EXISTS (SELECT 1 FROM vehicle v WHERE v.customer_id = c.id AND ${inScope(scope, 'v.organization_id', parameters)}))`;
/** Whether the customer has machines that the scope does not see. */
export async function hasMachinesElsewhere(tx: Tx, scope: Scope, customerId: number): Promise<boolean> {
  const parameters: unknown[] = [customerId];
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM vehicle v WHERE v.customer_id = $1 AND NOT (${inScope(scope, 'v.organization_id', parameters)}) LIMIT 1`,
    parameters,
  );
  return rows.length > 0;
}

const there = "c.removed_at IS NULL AND c.app_status = 'registered'";

/** By a part of the name, or the end of the phone: what a mask leaves readable can be searched, too. */
export async function findCustomers(tx: Tx, scope: Scope, text: string): Promise<Reply<typeof sales.customers>> {
  const parameters: unknown[] = [];
  const parameter = (value: unknown): string => `$${parameters.push(value)}`;
  const digits = phonePart(text);
  let found: string;
  if (digits === null) {
    if (/^[\d\s+-]+$/u.test(text)) return [];
    found = `c.id IN (${customersNamed(text.trim(), parameter)})`;
  } else {
    const end = parameter(digits);
    found = `right(${digitsOf('c.phone')}, 4) = right(${end}::text, 4) AND ${digitsOf('c.phone')} LIKE '%' || ${end}`;
  }
  return masked(tx, `${found} AND ${there} AND ${seenBy(scope, parameters)}`, parameters);
}

/** Those of a scope, masked; one who is gone from the app is there until deleted. */
export function customersById(tx: Tx, scope: Scope, ids: readonly number[]): Promise<Reply<typeof sales.customers>> {
  const parameters: unknown[] = [ids];
  return masked(tx, `c.id = ANY($1) AND c.removed_at IS NULL AND ${seenBy(scope, parameters)}`, parameters);
}

async function masked(tx: Tx, where: string, parameters: unknown[]): Promise<Reply<typeof sales.customers>> {
  const rows = await tx.query<{ id: number; name: string; phone: string | null; vehicles: number }[]>(
    `SELECT c.id, c.name, c.phone, (SELECT count(*) FROM vehicle v WHERE v.customer_id = c.id)::int AS vehicles FROM customer c WHERE ${where} ORDER BY c.name, c.id LIMIT 10`,
    parameters,
  );
  return rows.map((r) => ({ ...maskCustomer(r), vehicles: r.vehicles }));
}

/** Whether this customer may be sold to; held until the transaction ends. */
export async function customerInScope(tx: Tx, scope: Scope, id: number): Promise<boolean> {
  const parameters: unknown[] = [id];
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM customer c WHERE c.id = $1 AND ${there} AND ${seenBy(scope, parameters)} FOR SHARE OF c`,
    parameters,
  );
  return rows.length > 0;
}
