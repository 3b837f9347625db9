import type { CustomerDetail, OwnedVehicle, TermStep } from '@headland/contracts/customer';
import { customerTerms } from '@headland/contracts/customer-terms';
import { termState } from '@headland/domain/customer';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';
import { openSosSql } from '../sales/sale-change.tx';
import { vehicleNows } from '../../fleet/vehicles/vehicle.reads';
import {
  customerColumns,
  type CustomerRead,
  maskPerson,
  mustSeeCustomer,
  personColumns,
  toCustomerRow,
} from './customer.reads';

type Full = CustomerRead &
  Pick<CustomerDetail, 'version' | 'person' | 'language' | 'registeredBy' | 'elsewhere' | 'transferAwaiting'> & {
    withdrawnAt: Date | null;
    appUsedAt: Date | null;
  };

/** One customer, masked. Throws NOT_FOUND for one that is unknown, deleted or out of scope. */
export async function customerDetail(tx: Tx, scope: Scope, id: number): Promise<CustomerDetail> {
  await mustSeeCustomer(tx, scope, id);
  const where = new Where({ all: true }, '');
  const columns = customerColumns(scope, where);
  const [row] = await tx.query<Full[]>(
    `SELECT ${columns}, (SELECT to_json(p) FROM (SELECT ${personColumns}) p) AS person, c.version, c.language, c.registered_by AS "registeredBy", c.withdrawn_at AS "withdrawnAt",
       (SELECT max(s.refreshed_at) FROM app_session s WHERE s.customer_id = c.id) AS "appUsedAt",
       (SELECT count(*) FROM vehicle v WHERE v.customer_id = c.id)::int AS elsewhere,
       EXISTS (SELECT 1 FROM owner_transfer t WHERE c.id IN (t.from_customer_id, t.to_customer_id) AND t.status = 'accepted') AS "transferAwaiting"
     FROM customer c WHERE c.id = ${where.parameter(id)} AND c.removed_at IS NULL`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const { version, person, language, registeredBy, withdrawnAt, appUsedAt, elsewhere, transferAwaiting, ...read } = row;
  const gone = read.appStatus === 'withdrawn';
  const [answers, owned] = await Promise.all([answersOf(tx, id), ownedVehicles(tx, scope, id)]);
  return {
    ...toCustomerRow(read),
    version,
    person: maskPerson(person, gone),
    language,
    registeredBy,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    appUsedAt: appUsedAt?.toISOString() ?? null,
    terms: customerTerms.map((t) => ({ ...t, state: termState(t.term, answers) })),
    answers,
    owned,
    elsewhere: elsewhere - read.vehicles,
    transferAwaiting,
  };
}

const answersOf = async (tx: Tx, id: number): Promise<TermStep[]> => {
  const rows = await tx.query<(Omit<TermStep, 'at'> & { at: Date })[]>(
    'SELECT id, term, version, agreed, way, given_on::text AS on, recorded_by AS by, at FROM customer_terms WHERE customer_id = $1 ORDER BY id DESC',
    [id],
  );
  return rows.map((r) => ({ ...r, at: r.at.toISOString() }));
};

/** The customer's machines that a scope sees, newest sale first. */
async function ownedVehicles(tx: Tx, scope: Scope, customerId: number): Promise<OwnedVehicle[]> {
  const where = new Where(scope, 'v.organization_id').andIf(customerId, (p) => `v.customer_id = ${p}`);
  const rows = await tx.query<Omit<OwnedVehicle, 'odometerKm' | 'engineHours' | 'state'>[]>(
    `SELECT v.id, v.version, v.vin, m.name AS model, v.sold_on::text AS "soldOn", json_build_object('id', o.id, 'name', o.name) AS dealer, s.nickname, ${openSosSql} AS "openSos"
     FROM vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id LEFT JOIN sale s ON s.vehicle_id = v.id AND s.cancelled_at IS NULL
     WHERE ${where.sql} ORDER BY v.sold_on DESC NULLS LAST, v.id`,
    where.parameters,
  );
  const nows = await vehicleNows(
    tx,
    scope,
    rows.map((r) => r.id),
  );
  const byId = new Map(nows.map((n) => [n.id, n]));
  return rows.map((r) => {
    const now = byId.get(r.id);
    return {
      ...r,
      odometerKm: now?.values.odometer ?? null,
      engineHours: now?.values.engineHours ?? null,
      state: now?.state ?? 'never',
    };
  });
}
