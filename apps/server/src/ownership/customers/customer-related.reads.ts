import type { CustomerTransfer, Incident } from '@headland/contracts/customer';
import type { Delivery } from '@headland/contracts/shared-shapes';
import { mayRead } from '@headland/domain/access';
import { maskName } from '@headland/domain/mask';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { type Caller, inScope, type Scope } from '../../platform/caller';
import { mayReadText } from '../../messages/deliveries/delivery.reads';
import { mustSeeCustomer } from './customer.reads';

type Paging = { page: number; size: number };

/** Faults and calls of the customer's machines from the time of the customer's ownership; each kind only for a member who may read it. */
export async function customerIncidents(
  tx: Tx,
  caller: Caller,
  id: number,
  { page, size }: Paging,
): Promise<{ rows: Incident[]; total: number }> {
  await mustSeeCustomer(tx, caller.scope, id);
  const where = new Where({ all: true }, '').andIf(id, (p) => `w.customer_id = ${p}`);
  const during = (moment: string): string =>
    `(w.since IS NULL OR ${moment} >= w.since) AND (w.until IS NULL OR ${moment} < w.until)`;
  const seen = (column: string): string => inScope(caller.scope, column, where.parameters);
  const kinds = [
    ...(mayRead(caller, 'breakdown')
      ? [
          `SELECT 'fault' AS kind, f.id, f.occurred_at AS at, f.vehicle_id, f.status, f.code, f.name, NULL AS type FROM vehicle_owner w
           JOIN fault_report f ON f.vehicle_id = w.vehicle_id AND ${during('f.occurred_at')} WHERE ${where.sql} AND ${seen('f.organization_id')}`,
        ]
      : []),
    ...(mayRead(caller, 'sos')
      ? [
          `SELECT 'sos' AS kind, c.id, c.raised_at AS at, c.vehicle_id, c.status, NULL AS code, NULL AS name, c.type FROM vehicle_owner w
           JOIN sos_call c ON c.vehicle_id = w.vehicle_id AND ${during('c.raised_at')} WHERE ${where.sql} AND ${seen('c.organization_id')}`,
        ]
      : []),
  ];
  if (kinds.length === 0) return { rows: [], total: 0 };
  const all = `(${kinds.join(' UNION ALL ')}) i`;
  const [counted] = await tx.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM ${all}`, where.parameters);
  const rows = await tx.query<(Incident & { at: Date })[]>(
    `SELECT i.kind, i.id, i.at, i.status, i.code, i.name, i.type, json_build_object('id', v.id, 'vin', v.vin) AS vehicle FROM ${all} JOIN vehicle v ON v.id = i.vehicle_id
     ORDER BY i.at DESC, i.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
    where.parameters,
  );
  return { rows: rows.map(toIncident), total: counted?.total ?? 0 };
}

function toIncident(r: Incident & { at: Date }): Incident {
  const { id, vehicle } = r;
  const at = r.at.toISOString();
  return r.kind === 'fault'
    ? { kind: 'fault', id, at, vehicle, status: r.status, code: r.code, name: r.name }
    : { kind: 'sos', id, at, vehicle, status: r.status, type: r.type };
}

/** Machines that this customer gave or got; those of dealers that the caller does not see are left out. */
export async function customerTransfers(tx: Tx, scope: Scope, id: number): Promise<CustomerTransfer[]> {
  await mustSeeCustomer(tx, scope, id);
  const where = new Where(scope, 'v.organization_id');
  const me = where.parameter(id);
  const rows = await tx.query<
    (Omit<CustomerTransfer, 'requestedAt' | 'decidedAt'> & { requestedAt: Date; decidedAt: Date | null })[]
  >(
    `SELECT t.id, t.status, json_build_object('id', v.id, 'vin', v.vin) AS vehicle, CASE WHEN t.from_customer_id = ${me}::int THEN 'gave' ELSE 'got' END AS side,
       (SELECT c.name FROM customer c WHERE c.id = CASE WHEN t.from_customer_id = ${me}::int THEN t.to_customer_id ELSE t.from_customer_id END) AS other,
       t.requested_at AS "requestedAt", t.decided_at AS "decidedAt"
     FROM owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id WHERE ${where.sql} AND ${me}::int IN (t.from_customer_id, t.to_customer_id)
     ORDER BY t.requested_at DESC, t.id DESC LIMIT 200`,
    where.parameters,
  );
  return rows.map((r) => ({
    ...r,
    other: maskName(r.other),
    requestedAt: r.requestedAt.toISOString(),
    decidedAt: r.decidedAt?.toISOString() ?? null,
  }));
}

const maxMessages = 100;
/** What was sent to the customer, newest first; codes and erased messages are not readable, nor what `mayReadText` keeps back. */
export async function customerMessages(tx: Tx, caller: Caller, id: number): Promise<Delivery[]> {
  await mustSeeCustomer(tx, caller.scope, id);
  const parameters: unknown[] = [id];
  const readable = mayReadText(caller, parameters);
  const rows = await tx.query<(Omit<Delivery, 'at' | 'nextTryAt'> & { at: Date; nextTryAt: Date | null })[]>(
    `SELECT id::float8 AS id, channel, recipient AS to, CASE WHEN ${readable} THEN text ELSE '' END AS text, state, created_at AS at, attempts, next_try_at AS "nextTryAt", problem FROM delivery
     WHERE customer_id = $1 AND NOT secret ORDER BY delivery.id DESC LIMIT ${maxMessages}`,
    parameters,
  );
  return rows.map((r) => ({
    ...r,
    to: maskName(r.to),
    at: r.at.toISOString(),
    nextTryAt: r.nextTryAt?.toISOString() ?? null,
  }));
}
