import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { GroupType, Role } from '@headland/contracts/access';
import type { Incident } from '@headland/contracts/shared-shapes';
import { openSosStatuses, type SosDetail, type SosFilter, type SosRow, type SosSummary } from '@headland/contracts/sos';
import { scopedGroups } from '@headland/contracts/access';
import { can, holds } from '@headland/domain/access';
import type { Path } from '@headland/domain/escalation';
import { sosStatusRank, sosTypeRank } from '@headland/domain/sos';
import { nearestAgencies, peopleOfAgency } from '../../people/organizations/agency.reads';
import { deliveriesOf } from '../../messages/deliveries/delivery.reads';
import {
  customerColumns,
  customersInFull,
  maskedCustomer,
  plainCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { incidentAround, stepsOf, trackAround } from '../context/incident-context.reads';
import { countedByConditions } from '../context/counted-by.reads';
import type { Tx } from '../../platform/database/rows';
import { rankSql, startOfDay, Where } from '../../platform/database/where';
import { sosIsOpen } from '../../platform/database/open-sql';
import { logHead } from '../../platform/event-log/log-reader';
import { LOG } from '../../platform/log';
import { isDatabaseFault } from '../../platform/mqtt/message-fault';
import { Problem } from '../../platform/problem';
import { inScope, type Caller, type Scope } from '../../platform/caller';
import { vehicleNows } from '../../fleet/vehicles/vehicle.reads';
import { sosCustomer, summaryColumns, summaryFrom, toSummary, type SummaryRow } from './sos-summary';

const open = sosIsOpen('c');
const isOpenStatus = (status: SosSummary['status']): boolean => openSosStatuses.some((s) => s === status);
const statusRank = rankSql('c.status', sosStatusRank);
const typeRank = rankSql('c.type', sosTypeRank);
const priority = `${statusRank}, ${typeRank}, c.raised_at, c.id`;
/** Tables that a condition or an order may name, left-joined: the planner drops those that are not named. */
export const sosFrom =
  'FROM sos_call c LEFT JOIN vehicle v ON v.id = c.vehicle_id LEFT JOIN model m ON m.id = v.model_id';
const seconds = (later: string, earlier: string): string => `extract(epoch FROM ${later} - ${earlier})`;
type Counts = {
  raised: number;
  acknowledged: number;
  dispatched: number;
  closedToday: number;
  medianAcknowledgeSeconds: number | null;
  medianResolveSeconds: number | null;
};

/**
 * Open SOS alerts of a scope, without customers: for the wall display. In queue order, but those that arrived late come
 * last: they are the oldest, and after an outage so many that a call of now would not be among the first.
 */
export async function sosSummaries(tx: Tx, scope: Scope, limit: number): Promise<SosSummary[]> {
  const where = new Where(scope, 'c.organization_id').and(open);
  const rows = await tx.query<SummaryRow[]>(
    `SELECT ${summaryColumns} ${summaryFrom} WHERE ${where.sql} ORDER BY c.status = 'raised' AND c.late, ${priority} LIMIT ${where.parameter(limit)}`,
    where.parameters,
  );
  return rows.map(toSummary);
}

/** Those of the vehicles with an SOS call in scope, of now or of before: whose telemetry the page of the calls shows. */
export async function vehiclesWithSos(tx: Tx, scope: Scope, vehicleIds: readonly number[]): Promise<number[]> {
  const where = new Where(scope, 'c.organization_id');
  const asked = where.parameter(vehicleIds);
  const rows = await tx.query<{ id: number }[]>(
    `SELECT DISTINCT c.vehicle_id AS id FROM sos_call c WHERE c.vehicle_id = ANY(${asked}::int[]) AND ${where.sql}`,
    where.parameters,
  );
  return rows.map((row) => row.id);
}

/** Open alerts by status, and how many the day (in an IANA zone) closed. */
export async function sosCounts(tx: Tx, scope: Scope, timeZone: string): Promise<Counts> {
  const where = new Where(scope, 'c.organization_id');
  const today = startOfDay(where.parameter(timeZone));
  const [row] = await tx.query<Counts[]>(
    `SELECT count(*) FILTER (WHERE c.status = 'raised')::int AS raised, count(*) FILTER (WHERE c.status = 'acknowledged')::int AS acknowledged,
       count(*) FILTER (WHERE c.status = 'dispatched')::int AS dispatched, count(*) FILTER (WHERE c.closed_at >= ${today})::int AS "closedToday",
       percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds('c.acknowledged_at', 'c.received_at')}) FILTER (WHERE c.acknowledged_at >= ${today}) AS "medianAcknowledgeSeconds",
       percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds('c.closed_at', 'c.received_at')}) FILTER (WHERE c.closed_at >= ${today} AND c.status = 'resolved') AS "medianResolveSeconds"
     FROM sos_call c WHERE ${where.sql} AND (${open} OR c.closed_at >= ${today})`,
    where.parameters,
  );
  if (row === undefined) throw new Error('an aggregate answers one row');
  return row;
}

/** Possible handlers: members who may act on and see this SOS. Those of its own organization come first. */
export async function handlersOf(tx: Tx, path: Path): Promise<{ id: number; name: string }[]> {
  const rows = await tx.query<{ id: number; name: string; group_type: GroupType; role: Role }[]>(
    'SELECT id, name, group_type, role FROM user_account WHERE active AND login_id IS NOT NULL AND (organization_id = ANY($1) OR group_type <> ALL($2)) ORDER BY organization_id = ANY($1) DESC, name, id LIMIT 1000',
    [path, scopedGroups],
  );
  return rows.filter((r) => can(r.group_type, r.role, 'sos:U')).map(({ id, name }) => ({ id, name }));
}

@Injectable()
export class SosReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async list(filter: SosFilter, caller: Caller): Promise<{ rows: SosRow[]; total: number }> {
    const where = sosConditions(filter, caller);
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total ${sosFrom} WHERE ${where.sql}`,
        where.parameters,
      ),
      // the ids of the page first: the order needs one or two tables, the rows eight
      this.database.query<{ id: number }[]>(
        `SELECT c.id ${sosFrom} WHERE ${where.sql} ORDER BY ${sosOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    const ids = shown.map((r) => r.id);
    const rows = await this.database.query<(SummaryRow & CustomerColumns)[]>(
      `SELECT ${summaryColumns}, ${customerColumns} ${summaryFrom} ${sosCustomer} WHERE c.id = ANY($1) ORDER BY array_position($1::int[], c.id)`,
      [ids],
    );
    const alerts =
      filter.brief === true
        ? rows.map((row) => ({ ...toSummary(row), customer: null }))
        : await this.withCustomers(rows, caller);
    return { rows: alerts, total: counted?.total ?? 0 };
  }

  /** `from`: the earliest alerts of the other tabs. */
  async counts(from: string | undefined, caller: Caller): Promise<Counts & { closed: number; all: number }> {
    const where = new Where(caller.scope, 'c.organization_id').andIf(from, (p) => `c.raised_at >= ${p}`);
    const [counts, [tabs]] = await Promise.all([
      sosCounts(this.database, caller.scope, caller.timeZone),
      this.database.query<{ closed: number; all: number }[]>(
        `SELECT count(*) FILTER (WHERE NOT ${open})::int AS closed, count(*)::int AS "all" FROM sos_call c WHERE ${where.sql}`,
        where.parameters,
      ),
    ]);
    return { ...counts, closed: tabs?.closed ?? 0, all: tabs?.all ?? 0 };
  }

  /** The hour around an SOS. A device without a vehicle has none. */
  async incident(id: number, caller: Caller): Promise<Incident> {
    const where = new Where(caller.scope, 'c.organization_id').andIf(id, (p) => `c.id = ${p}`);
    const [sos] = await this.database.query<{ vehicleId: number | null; raisedAt: Date }[]>(
      `SELECT c.vehicle_id AS "vehicleId", c.raised_at AS "raisedAt" FROM sos_call c WHERE ${where.sql}`,
      where.parameters,
    );
    if (sos === undefined || sos.vehicleId === null) throw new Problem('NOT_FOUND');
    return incidentAround(this.database, sos.vehicleId, sos.raisedAt, caller);
  }

  async get(id: number, caller: Caller): Promise<SosDetail> {
    const where = new Where(caller.scope, 'c.organization_id').andIf(id, (p) => `c.id = ${p}`);
    const [row] = await this.database.query<(SummaryRow & CustomerColumns & DetailColumns)[]>(
      `SELECT ${summaryColumns}, ${customerColumns}, c.speed, c.tilt, m.rollover -> d.type::text AS thresholds ${summaryFrom} ${sosCustomer} LEFT JOIN device d ON d.id = c.device_id WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const { vehicle_id: vehicleId, lat, lon } = row;
    const [[summary], nows, track, nearest, steps, deliveries, earlier] = await Promise.all([
      this.withCustomers([row], caller),
      vehicleId === null ? [] : vehicleNows(this.database, caller.scope, [vehicleId]),
      vehicleId === null ? [] : trackAround(this.database, vehicleId, row.raised_at, caller.timeZone),
      nearestAgencies(this.database, caller.scope, lat, lon, 5, row.organization_id),
      stepsOf(this.database, 'sos', id),
      deliveriesOf(this.database, 'sos', id),
      this.earlier(row, caller.scope),
    ]);
    if (summary === undefined) throw new Problem('NOT_FOUND');
    return {
      ...summary,
      speed: row.speed,
      tilt: row.tilt,
      thresholds: row.thresholds,
      now: nows[0] ?? null,
      track,
      nearest,
      steps,
      deliveries,
      earlier,
    };
  }

  /** Of an agency that is to be sent: who can go, and how to reach them. */
  people(agencyId: number, scope: Scope): Promise<{ id: number; name: string; phone: string | null }[]> {
    return peopleOfAgency(this.database.manager, agencyId, scope);
  }

  async handlers(id: number, scope: Scope): Promise<{ id: number; name: string }[]> {
    const parameters: unknown[] = [id];
    const [sos] = await this.database.query<{ path: number[] }[]>(
      `SELECT o.path FROM sos_call c JOIN organization o ON o.id = c.organization_id WHERE c.id = $1 AND ${inScope(scope, 'c.organization_id', parameters)}`,
      parameters,
    );
    if (sos === undefined) throw new Problem('NOT_FOUND');
    return handlersOf(this.database, sos.path);
  }

  /**
   * For a console whose stream was interrupted: the current state of alerts that events after a sequence number refer
   * to.
   */
  async replay(after: number, scope: Scope): Promise<{ head: number; changed: SosSummary[] }> {
    const head = await logHead(this.database);
    const where = new Where(scope, 'c.organization_id');
    // a number beyond the log: the database was restored from an older copy, and everything may be new to the console
    const from = after > head ? 0 : after;
    const rows = await this.database.query<SummaryRow[]>(
      `SELECT ${summaryColumns} ${summaryFrom} WHERE ${where.sql} AND c.id IN (
         SELECT (payload->'sos'->>'id')::int FROM event_log WHERE number > ${where.parameter(from)} AND number <= ${where.parameter(head)} AND payload ? 'sos' ORDER BY number DESC LIMIT 5000)
       ORDER BY ${priority} LIMIT 500`,
      where.parameters,
    );
    return { head, changed: rows.map(toSummary) };
  }

  private async withCustomers(rows: (SummaryRow & CustomerColumns)[], caller: Caller): Promise<SosRow[]> {
    const inFull = caller.userId !== null && holds(caller, 'sos:U');
    const customers = inFull ? await this.customersOnRecord(rows, caller) : rows.map(maskedCustomer);
    return rows.map((row, i) => ({ ...toSummary(row), customer: customers[i] ?? null }));
  }

  /**
   * Where nothing can be written, the owner of a machine with an open SOS has to be rung all the same: then the log of the
   * process is the record.
   */
  private async customersOnRecord(
    rows: (SummaryRow & CustomerColumns)[],
    caller: Caller,
  ): Promise<ReturnType<typeof plainCustomer>[]> {
    try {
      return await customersInFull(this.database, caller, 'sos', rows);
    } catch (error) {
      if (!isDatabaseFault(error)) throw error;
      const shown = rows.filter((r) => isOpenStatus(r.status));
      this.log.error(
        { error, user: caller.userId, sos: shown.map((r) => r.id) },
        'customers were shown in full, which could not be recorded',
      );
      return rows.map((r) => (shown.includes(r) ? plainCustomer(r) : maskedCustomer(r)));
    }
  }

  private async earlier(sos: SummaryRow, scope: Scope): Promise<SosDetail['earlier']> {
    const where = new Where(scope, 'organization_id').andIf(sos.id, (p) => `id <> ${p}`);
    if (sos.vehicle_id === null) where.andIf(sos.device_id, (p) => `device_id = ${p}`);
    else where.andIf(sos.vehicle_id, (p) => `vehicle_id = ${p}`);
    const rows = await this.database.query<Pick<SummaryRow, 'id' | 'type' | 'status' | 'raised_at'>[]>(
      `SELECT id, type, status, raised_at FROM sos_call WHERE ${where.sql} ORDER BY raised_at DESC LIMIT 20`,
      where.parameters,
    );
    return rows.map((r) => ({ id: r.id, type: r.type, status: r.status, raisedAt: r.raised_at.toISOString() }));
  }
}

interface DetailColumns {
  speed: number | null;
  tilt: SosDetail['tilt'];
  thresholds: SosDetail['thresholds'];
}

export function sosConditions(
  filter: SosFilter,
  caller: Pick<Caller, 'scope' | 'timeZone' | 'groupType' | 'role'>,
): Where {
  const where = new Where(caller.scope, 'c.organization_id');
  if (filter.tab !== 'all') where.and(filter.tab === 'queue' ? open : `NOT ${open}`);
  where
    .contains(filter.vin, 'v.vin', 'c.device_id')
    .andIf(filter.type, (p) => `c.type = ANY(${p})`)
    .andIf(filter.status, (p) => `c.status = ANY(${p})`)
    .contains(filter.model, 'm.name')
    .below(filter.agencyId, 'c.organization_id')
    .contains(filter.handler, 'c.handler_name')
    .andIf(filter.from, (p) => `c.raised_at >= ${p}`)
    .andIf(filter.to, (p) => `c.raised_at < ${p}`);
  countedByConditions(where, filter, { incident: 'c', at: 'raised_at', caller });
  for (const [part, value] of [
    ['dow', filter.weekday],
    ['hour', filter.hour],
  ] as const)
    where.andIf(
      value,
      (p) => `extract(${part} FROM c.raised_at AT TIME ZONE ${where.parameter(caller.timeZone)}::text) = ${p}::int`,
    );
  if (filter.escalated !== undefined)
    where.and(filter.escalated ? 'c.escalated_to IS NOT NULL' : 'c.escalated_to IS NULL');
  if (filter.late !== undefined) where.and(filter.late ? 'c.late' : 'NOT c.late');
  return where;
}

export function sosOrder({ tab, sort, order }: SosFilter): string {
  const way = order === 'asc' ? 'ASC' : 'DESC';
  const by: Record<Exclude<SosFilter['sort'], 'priority'>, string> = {
    age: `c.raised_at ${order === 'asc' ? 'DESC' : 'ASC'}`,
    raisedAt: `c.raised_at ${way}`,
    type: `${typeRank} ${way}`,
    vin: `COALESCE(v.vin, c.device_id) ${way}`,
    escalationLevel: `c.escalation_level ${way}`,
    timeToAcknowledge: `c.acknowledged_at - c.received_at ${way} NULLS LAST`,
    status: `${statusRank} ${way}`,
  };
  // no closed alert is urgent: the last closed comes first
  if (sort === 'priority' && tab === 'closed')
    return order === 'asc' ? 'c.raised_at DESC, c.id DESC' : 'c.raised_at, c.id';
  return sort === 'priority'
    ? order === 'asc'
      ? priority
      : `${statusRank} DESC, ${typeRank} DESC, c.raised_at DESC, c.id DESC`
    : `${by[sort]}, c.id`;
}
