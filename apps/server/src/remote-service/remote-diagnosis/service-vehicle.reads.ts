import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { JobState } from '@headland/contracts/after-service';
import { mayRead } from '@headland/domain/access';
import type { EngineInfo } from '@headland/contracts/device/diagnosis';
import {
  connectReasons,
  type ServiceDetail,
  type ServiceFilter,
  type ServiceKind,
  type ServiceRow,
  type SessionState,
} from '@headland/contracts/diagnosis';
import { proposedTests } from '@headland/domain/diagnosis/next-test';
import { connectChecks, type Reachable } from '@headland/domain/diagnosis/session';
import { isOnline } from '@headland/domain/vehicle-state';
import {
  customerColumns,
  customerFrom,
  customersNamed,
  maskedCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { CatalogueInUse } from '../../incidents/faults/fault-catalogue.module';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { checksOf, reportedCodes } from './session.reads';
import { TestCatalogueInUse } from './test-catalogue-in-use';
import {
  listFrom,
  offlineSql,
  onOff,
  stateColumns,
  stateFrom,
  stateOf,
  type StateRow,
} from '../../fleet/vehicles/vehicle-row.reads';

interface HolderColumns {
  session_id: number | null;
  session_kind: ServiceKind;
  session_state: SessionState;
  session_by: number;
  session_name: string;
  session_organization: string;
  session_since: Date;
}
export type ServiceColumns = StateRow &
  CustomerColumns &
  HolderColumns & {
    vin: string;
    model: string;
    device_id: string | null;
    dealer_id: number;
    dealer_name: string;
    last_session_at: Date | null;
  };

export const serviceColumns = `${stateColumns}, ${customerColumns}, v.vin, m.name AS model, v.device_id, o.id AS dealer_id, o.name AS dealer_name, v.last_session_at,
  h.id AS session_id, h.kind AS session_kind, h.state AS session_state, h.by_user AS session_by, h.by_name AS session_name, h.by_organization AS session_organization, h.opened_at AS session_since`;
export const serviceFrom = `${stateFrom} JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id ${customerFrom}
  LEFT JOIN diagnosis_session h ON h.vehicle_id = v.id AND h.ended_at IS NULL`;
/**
 * `lastFlashAt` orders the list of programs: when the last one of a vehicle ended, or began; `jobNo` and `job` are of
 * after-service.
 */
export type ServiceQuery = Omit<ServiceFilter, 'sort'> & {
  sort: ServiceFilter['sort'] | 'lastFlashAt' | 'jobNo';
  job?: readonly (JobState | 'none')[];
};
export const lastFlashFrom =
  'LEFT JOIN (SELECT vehicle_id, max(COALESCE(ended_at, offered_at)) AS at FROM flash_run GROUP BY vehicle_id) lf ON lf.vehicle_id = v.id';
const sortable: Record<ServiceQuery['sort'], string> = {
  vin: 'v.vin',
  model: 'm.name',
  dealer: 'o.name',
  openFaults: 's.open_faults',
  lastSessionAt: 'v.last_session_at',
  lastFlashAt: 'lf.at',
  jobNo: 'sj.id',
};
/** Inner joins if only vehicles with one are requested, so that the index of the states can lead. */
export function newestJobFrom({ sort, job = [] }: Pick<ServiceQuery, 'sort' | 'job'>): string {
  const served = job.length > 0 && !job.includes('none');
  return sort === 'jobNo' || served
    ? `${served ? '' : 'LEFT '}JOIN service_job sj ON sj.vehicle_id = v.id AND sj.newest`
    : '';
}
const always: readonly ServiceQuery['sort'][] = ['vin', 'model', 'dealer'];
export function serviceOrder({ sort, order }: Pick<ServiceQuery, 'sort' | 'order'>): string {
  // both directions through one index
  if (sort === 'openFaults') return `s.open_faults ${order}, s.vehicle_id ${order}`;
  return `${sortable[sort]} ${order}${always.includes(sort) ? '' : ' NULLS LAST'}, v.id`;
}
/**
 * Tables for the total of a list, and for its ids in order: only those that the conditions and the order name are
 * joined.
 */
export const serviceNarrow = (filter: ServiceQuery, where: Where, order?: string): string =>
  [
    listFrom(`${where.sql} ${order ?? ''}`, order).from,
    order !== undefined && filter.sort === 'lastFlashAt' ? lastFlashFrom : '',
    newestJobFrom(order === undefined ? { ...filter, sort: 'vin' } : filter),
  ].join(' ');
export function serviceConditions(filter: ServiceQuery, caller: Caller): Where {
  if (filter.customer && !mayRead(caller, 'customer')) throw new Problem('FORBIDDEN');
  const where = new Where(caller.scope, 'v.organization_id')
    .contains(filter.vin, 'v.vin')
    .contains(filter.deviceId, 'v.device_id')
    .andIf(filter.model, (p) => `v.model_id IN (SELECT id FROM model WHERE name = ANY(${p}::text[]))`)
    .below(filter.dealerId, 'v.organization_id')
    .andIf(filter.online, (p) => `CASE WHEN ${offlineSql} THEN NOT ${p}::boolean ELSE ${p}::boolean END`);
  // looked up per vehicle: as a join it would be computed for the whole fleet before its first page
  where.andIf(filter.job, (p, job) =>
    job.includes('none')
      ? `COALESCE((SELECT n.state FROM service_job n WHERE n.vehicle_id = v.id AND n.newest), 'none') = ANY(${p}::text[])`
      : `sj.state = ANY(${p}::text[])`,
  );
  if (filter.customer)
    where.and(`v.customer_id IN (${customersNamed(filter.customer, (value) => where.parameter(value))})`);
  if (filter.held !== undefined)
    where.and(
      `${filter.held ? '' : 'NOT '}EXISTS (SELECT 1 FROM diagnosis_session d WHERE d.vehicle_id = v.id AND d.ended_at IS NULL)`,
    );
  return where;
}

@Injectable()
export class ServiceVehicleReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly catalogue: TestCatalogueInUse,
    private readonly codes: CatalogueInUse,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async list(filter: ServiceQuery, caller: Caller): Promise<{ rows: ServiceRow[]; total: number }> {
    const where = serviceConditions(filter, caller);
    const order = serviceOrder(filter);
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM ${serviceNarrow(filter, where)} WHERE ${where.sql}`,
        where.parameters,
      ),
      this.database.query<{ id: number }[]>(
        `SELECT v.id FROM ${serviceNarrow(filter, where, order)} WHERE ${where.sql} ORDER BY ${order} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    const rows = await this.database.query<ServiceColumns[]>(
      `SELECT ${serviceColumns} ${serviceFrom} WHERE v.id = ANY($1)`,
      [shown.map((r) => r.id)],
    );
    const now = this.now().getTime();
    const byId = new Map(rows.map((r) => [r.id, toServiceRow(r, caller, now)]));
    return { rows: shown.flatMap(({ id }) => byId.get(id) ?? []), total: counted?.total ?? 0 };
  }

  async get(id: number, caller: Caller): Promise<ServiceDetail> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
    const [row] = await this.database.query<ServiceColumns[]>(
      `SELECT ${serviceColumns} ${serviceFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const [last] = await this.database.query<{ info: EngineInfo; at: Date }[]>(
      'SELECT info, connected_at AS at FROM diagnosis_session WHERE vehicle_id = $1 AND info IS NOT NULL ORDER BY id DESC LIMIT 1',
      [id],
    );
    const checks = connectChecks({
      ...reachableOf(row, this.now().getTime()),
      held: row.session_id !== null && row.session_by !== caller.userId,
      reprogramming: await isProgrammed(this.database.manager, id),
    });
    return {
      vehicle: toServiceRow(row, caller, this.now().getTime()),
      checks: connectReasons.map((check) => ({ check, ok: checks[check] })),
      info: last?.info ?? null,
      infoAt: last?.at.toISOString() ?? null,
      proposed: proposedTests(
        [],
        checksOf(await reportedCodes(this.database.manager, id), this.codes.now.catalogue),
        this.catalogue.now.catalogue,
      ),
    };
  }
}

export function toServiceRow(r: ServiceColumns, caller: Caller, now: number): ServiceRow {
  return {
    id: r.id,
    vin: r.vin,
    model: r.model,
    deviceId: r.device_id,
    customer: mayRead(caller, 'customer') ? maskedCustomer(r) : null,
    dealer: { id: r.dealer_id, name: r.dealer_name },
    online: isOnline(stateOf(r, now)),
    engine: onOff(r.engine),
    key: onOff(r.key_on),
    battery: r.battery,
    openFaults: r.open_faults ?? 0,
    holder:
      r.session_id === null
        ? null
        : {
            sessionId: r.session_id,
            kind: r.session_kind,
            state: r.session_state,
            by: r.session_name,
            organization: r.session_organization,
            since: r.session_since.toISOString(),
            mine: r.session_by === caller.userId,
          },
    lastSessionAt: r.last_session_at?.toISOString() ?? null,
  };
}

const reachableOf = (
  r: StateRow & { device_id: string | null },
  now: number,
): Omit<Reachable, 'held' | 'reprogramming'> => ({
  hasDevice: r.device_id !== null,
  online: isOnline(stateOf(r, now)),
  key: onOff(r.key_on),
  openSos: r.open_sos ?? 0,
});

const isProgrammed = async (tx: Tx, vehicleId: number): Promise<boolean> =>
  (await tx.query<unknown[]>('SELECT 1 FROM flash_run WHERE vehicle_id = $1 AND ended_at IS NULL', [vehicleId]))
    .length > 0;

/**
 * Whether a machine can be reached; its vehicle is locked until the transaction ends, so concurrent callers wait for
 * each other. Throws NOT_FOUND outside of the scope.
 */
export async function reachable(
  tx: Tx,
  scope: Scope,
  vehicleId: number,
  now: Date,
): Promise<Omit<Reachable, 'held'> & { deviceId: string | null; deviceKey: number; organizationId: number }> {
  const where = new Where(scope, 'v.organization_id').andIf(vehicleId, (p) => `v.id = ${p}`);
  const locked = await tx.query<unknown[]>(
    `SELECT 1 FROM vehicle v WHERE ${where.sql} FOR NO KEY UPDATE OF v`,
    where.parameters,
  );
  if (locked.length === 0) throw new Problem('NOT_FOUND');
  const [row] = await tx.query<
    (StateRow & { device_id: string | null; device_key: number; organization_id: number })[]
  >(`SELECT ${stateColumns}, v.device_id, d.key AS device_key, v.organization_id ${stateFrom} WHERE v.id = $1`, [
    vehicleId,
  ]);
  const machine = row as NonNullable<typeof row>;
  return {
    ...reachableOf(machine, now.getTime()),
    reprogramming: await isProgrammed(tx, vehicleId),
    deviceId: machine.device_id,
    deviceKey: machine.device_key,
    organizationId: machine.organization_id,
  };
}
