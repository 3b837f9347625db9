import {
  type CustomerFilter,
  type CustomerRow,
  listedFields,
  type Person,
  personFields,
} from '@headland/contracts/customer';
import { maskEmail, maskLoginId } from '@headland/domain/account-mask';
import { privateFields, requiredState, type TermAnswer, termState } from '@headland/domain/customer';
import { maskCustomer } from '@headland/domain/mask';
import { newestAnswers } from '../../people/customer-base/customer-terms.tx';
import { customersInFull, customersNamed } from '../../people/customer-base/masked-customer.reads';
import { columnsOf } from '../../platform/database/columns-of';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { SelectedList } from '../../platform/exports/export-registry';
import { Problem } from '../../platform/problem';
import { type Caller, inScope, organizationsBelow, type Scope } from '../../platform/caller';
import { seenBy } from '../../people/customer-base/customer-choice.reads';
import { digitsOf, usesApp } from '../../people/customer-base/customer-phone.tx';
import { Customer } from './customer.entity';

/** Of a dealer's customers, those that came to it and those with a machine of it, by the index of either and once for the whole list. One by itself is asked for by `seenBy`. */
function seenIn(scope: Scope, where: Where): string {
  if (scope.all) return 'TRUE';
  const own = inScope(scope, 'organization_id', where.parameters);
  const owners = inScope(scope, 'organization_id', where.parameters);
  return cameOrOwns(own, owners);
}
const cameOrOwns = (came: string, owns: string): string =>
  `c.id = ANY (ARRAY(SELECT id FROM customer WHERE ${came} UNION SELECT customer_id FROM vehicle WHERE customer_id IS NOT NULL AND ${owns}))`;

/** The customers that a dealer has in its own list, as far as the caller sees them: of the machines only those in the caller's scope. */
function ofDealer(dealerId: string, scope: Scope, where: Where): string {
  const below = `organization_id = ANY (${organizationsBelow(dealerId)})`;
  return cameOrOwns(below, `${below} AND ${inScope(scope, 'organization_id', where.parameters)}`);
}

/** A name in the filter discloses data, too; but this list requires the right to read customers. */
function customerConditions(filter: CustomerFilter, scope: Scope): Where {
  const where = new Where({ all: true }, '');
  where
    .and('c.removed_at IS NULL')
    .and(seenIn(scope, where))
    .contains(filter.loginId, 'c.login_id')
    .andIf(
      filter.phone,
      (p) => `right(${digitsOf('c.phone')}, 4) = right(${p}, 4) AND ${digitsOf('c.phone')} LIKE '%' || ${p}`,
    )
    .andIf(filter.dealerId, (p) => ofDealer(p, scope, where))
    .andIf(filter.from, (p) => `c.created_at >= ${p}::timestamptz`)
    .andIf(filter.to, (p) => `c.created_at < ${p}::timestamptz`);
  if (filter.name) where.and(`c.id IN (${customersNamed(filter.name, (value) => where.parameter(value))})`);
  if (filter.appStatus !== 'all') where.and(`c.app_status = '${filter.appStatus}'`);
  if (filter.usesApp !== undefined) where.and(`${filter.usesApp ? '' : 'NOT '}${usesApp('c')}`);
  if (filter.hasVehicle !== undefined)
    where.and(`${filter.hasVehicle ? '' : 'NOT '}EXISTS (SELECT 1 FROM vehicle v WHERE v.customer_id = c.id)`);
  return where;
}

/** What the order needs besides the customers; its parameter goes to `where`. */
const customerFrom = ({ sort }: Pick<CustomerFilter, 'sort'>, scope: Scope, where: Where): string =>
  sort === 'vehicles'
    ? `customer c LEFT JOIN (SELECT v.customer_id, count(*) AS n FROM vehicle v WHERE v.customer_id IS NOT NULL AND ${inScope(scope, 'v.organization_id', where.parameters)}
       GROUP BY v.customer_id) k ON k.customer_id = c.id`
    : 'customer c';

function customerOrder({ sort, order }: Pick<CustomerFilter, 'sort' | 'order'>): string {
  const by: Record<CustomerFilter['sort'], string> = {
    registeredAt: `c.created_at ${order}, c.id ${order}`,
    loginId: `lower(c.login_id) ${order} NULLS LAST, c.id`,
    name: `c.name ${order}, c.id`,
    vehicles: `COALESCE(k.n, 0) ${order}, c.id`,
    appStatus: `c.app_status ${order}, c.created_at DESC, c.id DESC`,
  };
  return by[sort];
}

/** Its parameter, what the scope sees of the machines, goes to `where`. */
export const customerColumns = (scope: Scope, where: Where): string =>
  `${columnsOf(Customer, 'c', ['id', 'loginId', ...listedFields, 'appStatus', 'createdAt'])}, c.joined_at AS "joinedAt",
   (SELECT json_build_object('id', o.id, 'name', o.name) FROM organization o WHERE o.id = c.organization_id) AS dealer,
   (SELECT count(*) FROM vehicle v WHERE v.customer_id = c.id AND ${inScope(scope, 'v.organization_id', where.parameters)})::int AS vehicles,
   (SELECT json_agg(json_build_object('term', t.term, 'version', t.version, 'agreed', t.agreed)) FROM (${newestAnswers('= c.id')}) t) AS answers`;

export type CustomerRead = Omit<CustomerRow, 'requiredTerms' | 'marketing' | 'registeredAt' | 'appSince'> & {
  createdAt: Date;
  joinedAt: Date | null;
  answers: TermAnswer[] | null;
};
/** Without personal data. */
const closed = <F extends string>(fields: readonly F[]): Record<F, null> =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<F, null>;
/** Masked; of one who left the app all personal data. */
export function toCustomerRow({ createdAt, joinedAt, answers, ...row }: CustomerRead): CustomerRow {
  const gone = row.appStatus === 'withdrawn';
  return {
    ...row,
    ...(gone ? { ...closed(listedFields), loginId: row.loginId && maskLoginId(row.loginId) } : {}),
    ...maskCustomer(row),
    requiredTerms: requiredState(answers ?? []),
    marketing: termState('marketing', answers ?? []) !== 'missing',
    registeredAt: createdAt.toISOString(),
    appSince: joinedAt?.toISOString() ?? null,
  };
}

export const allCustomers = (scope: Scope, filter: CustomerFilter): SelectedList<CustomerRead, CustomerRow> => ({
  select: (where) => customerColumns(scope, where),
  from: (where) => customerFrom(filter, scope, where),
  countFrom: 'customer c',
  where: customerConditions(filter, scope),
  order: customerOrder(filter),
  toRows: (rows) => rows.map(toCustomerRow),
});

async function anyPage(tx: Tx, filter: CustomerFilter, scope: Scope): Promise<{ id: number }[]> {
  const where = customerConditions(filter, scope);
  const conditions = where.sql;
  const from = customerFrom(filter, scope, where);
  return tx.query(
    `SELECT c.id FROM ${from} WHERE ${conditions} ORDER BY ${customerOrder(filter)} ${limits(filter)}`,
    where.parameters,
  );
}

/**
 * A page by the number of vehicles that is among those who have some (most first), or among those who have none (fewest first): without counting for all customers. Null where
 * the page is not full, as the one is on which both meet.
 */
async function fullPageByVehicles(tx: Tx, filter: CustomerFilter, scope: Scope): Promise<{ id: number }[] | null> {
  const where = customerConditions(filter, scope);
  const conditions = where.sql;
  const seen = inScope(scope, 'v.organization_id', where.parameters);
  const page = await tx.query<{ id: number }[]>(
    filter.order === 'desc'
      ? `SELECT k.id FROM (SELECT v.customer_id AS id, count(*) AS n FROM vehicle v WHERE v.customer_id IS NOT NULL AND ${seen} GROUP BY v.customer_id ORDER BY n DESC, v.customer_id) k
         WHERE EXISTS (SELECT 1 FROM customer c WHERE c.id = k.id AND ${conditions}) ORDER BY k.n DESC, k.id ${limits(filter)}`
      : `SELECT c.id FROM customer c WHERE ${conditions} AND NOT EXISTS (SELECT 1 FROM vehicle v WHERE v.customer_id = c.id AND ${seen}) ORDER BY c.id ${limits(filter)}`,
    where.parameters,
  );
  return page.length === filter.size ? page : null;
}

const limits = ({ size, page }: Pick<CustomerFilter, 'size' | 'page'>): string =>
  `LIMIT ${size} OFFSET ${(page - 1) * size}`;

export async function customerList(
  tx: Tx,
  filter: CustomerFilter,
  scope: Scope,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const where = customerConditions(filter, scope);
  const counted = tx.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM customer c WHERE ${where.sql}`, [
    ...where.parameters,
  ]);
  // the page by ids first: its order needs one table or two, its rows five
  const page =
    (filter.sort === 'vehicles' ? await fullPageByVehicles(tx, filter, scope) : null) ??
    (await anyPage(tx, filter, scope));
  const shown = new Where({ all: true }, '');
  const columns = customerColumns(scope, shown);
  const ids = shown.parameter(page.map((c) => c.id));
  const rows = await tx.query<CustomerRead[]>(
    `SELECT ${columns} FROM customer c WHERE c.id = ANY(${ids}::int[])`,
    shown.parameters,
  );
  const byId = new Map(rows.map((r) => [r.id, toCustomerRow(r)]));
  const [count] = await counted;
  return { rows: page.flatMap(({ id }) => byId.get(id) ?? []), total: count?.total ?? 0 };
}

/** Whether a customer's ID is free: beyond every scope, since it must be unique in all. */
export async function customerIdFree(tx: Tx, loginId: string): Promise<boolean> {
  return (
    (
      await tx.query<unknown[]>('SELECT 1 FROM customer WHERE lower(login_id) = lower($1) AND removed_at IS NULL', [
        loginId,
      ])
    ).length === 0
  );
}

/** Throws NOT_FOUND for one that is unknown, deleted or out of scope. */
export async function mustSeeCustomer(tx: Tx, scope: Scope, id: number): Promise<void> {
  const parameters: unknown[] = [id];
  const seen = await tx.query<unknown[]>(
    `SELECT 1 FROM customer c WHERE c.id = $1 AND c.removed_at IS NULL AND ${seenBy(scope, parameters)}`,
    parameters,
  );
  if (seen.length === 0) throw new Problem('NOT_FOUND');
}

export const personColumns = `${columnsOf(Customer, 'c', ['id', ...personFields])}, COALESCE(c.memo, '') AS memo`;
export function maskPerson(person: Person, gone: boolean): Person {
  const email = person.email && maskEmail(person.email);
  return { ...person, email, ...(gone ? { ...closed(privateFields), memo: '' } : {}), ...maskCustomer(person) };
}

/** In full, and the access is recorded. Of one who left the app it is no longer visible. */
export async function personInFull(tx: Tx, caller: Caller, id: number): Promise<Person> {
  await mustSeeCustomer(tx, caller.scope, id);
  const [row] = await tx.query<(Person & { appStatus: string | null })[]>(
    `SELECT ${personColumns}, c.app_status AS "appStatus" FROM customer c WHERE c.id = $1`,
    [id],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const { appStatus, ...person } = row;
  if (appStatus === 'withdrawn') throw new Problem('CUSTOMER_WITHDRAWN');
  await customersInFull(tx, caller, 'customer', [
    { id, customer_id: id, customer_name: person.name, customer_phone: person.phone },
  ]);
  return person;
}
