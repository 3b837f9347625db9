import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { FaultDetail, FaultFilter, FaultRow, FaultSummary } from '@headland/contracts/fault';
import { faultStatusRank, severityOfRank, severityRank } from '@headland/domain/fault';
import { lookUpFault } from '@headland/domain/fault-catalogue';
import { agencyInScope } from '../alerts/agency.reads';
import { customerColumns, customerFrom, maskedCustomer, type CustomerColumns } from '../alerts/customer.reads';
import { checkPeriod } from '../platform/query-period';
import { deliveriesOf, nearestAgencies, stepsOf, trackAround, valuesAround } from '../alerts/surroundings.reads';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, type Config } from '../platform/config';
import type { Tx } from '../platform/database/rows';
import { rankSql, startOfDay, Where } from '../platform/database/where';
import { Problem } from '../platform/problem';
import type { Caller, Scope } from '../platform/who';
import { vehicleNows } from '../vehicles/vehicle.reads';
import { summaryColumns, summaryFrom, toSummary, type SummaryRow } from './fault-summary';

const overdue = `(f.status = 'occurred' AND f.due_at <= now())`;
const statusRank = rankSql('f.status', faultStatusRank);
/** Overdue first, then severity, then occurred before accepted, then the oldest: domain/fault's compareFaults. */
const priority = `f.status = 'completed', COALESCE(${overdue}, false) DESC, f.severity, ${statusRank}, f.occurred_at, f.id`;
const priorityBackwards = `f.status = 'completed' DESC, COALESCE(${overdue}, false), f.severity DESC, ${statusRank} DESC, f.occurred_at DESC, f.id DESC`;
const deliveryFailed = `EXISTS (SELECT 1 FROM delivery d WHERE d.subject = 'fault' AND d.subject_id = f.id AND d.state = 'failed') AS delivery_failed`;

export type FaultListRow = SummaryRow & CustomerColumns & { delivery_failed: boolean };
/** Columns and tables of the list. */
export const faultColumns = `${summaryColumns}, ${customerColumns}, ${deliveryFailed}`;
export const faultFrom = `${summaryFrom} ${customerFrom}`;
/** Tables that a condition or an order may name, joined loosely: those that they do not name are left out by the planner. */
const listFrom = `FROM fault_report f LEFT JOIN vehicle v ON v.id = f.vehicle_id LEFT JOIN model m ON m.id = v.model_id LEFT JOIN organization o ON o.id = f.organization_id
  LEFT JOIN organization a ON a.id = f.agency_id`;
type Open = { critical: number; major: number; minor: number };
type Counts = Open & { queue: number; mine: number; overdue: number; acceptedToday: number; completedToday: number };

/** Open reports of a scope in the order of the queue, without customers: what the wall shows. */
export async function faultSummaries(tx: Tx, scope: Scope, limit: number): Promise<FaultSummary[]> {
  const where = new Where(scope, 'f.organization_id').also("f.status <> 'completed'");
  const rows = await tx.query<SummaryRow[]>(
    `SELECT ${summaryColumns} ${summaryFrom} WHERE ${where.sql} ORDER BY ${priority} LIMIT ${where.parameter(limit)}`,
    where.parameters,
  );
  return rows.map(toSummary);
}

/** Open reports by severity, and what the day (of an IANA zone) accepted and completed. */
export async function faultCounts(tx: Tx, scope: Scope, timeZone: string, userId: number | null = null): Promise<Counts> {
  const where = new Where(scope, 'f.organization_id');
  const today = startOfDay(where.parameter(timeZone));
  const me = where.parameter(userId);
  const open = "f.status <> 'completed'";
  const [row] = await tx.query<Counts[]>(
    `SELECT count(*) FILTER (WHERE ${open})::int AS queue, count(*) FILTER (WHERE ${open} AND f.person_id = ${me}::int)::int AS mine, count(*) FILTER (WHERE ${overdue})::int AS overdue,
       count(*) FILTER (WHERE ${open} AND f.severity = 1)::int AS critical, count(*) FILTER (WHERE ${open} AND f.severity = 2)::int AS major, count(*) FILTER (WHERE ${open} AND f.severity = 3)::int AS minor,
       count(*) FILTER (WHERE f.accepted_at >= ${today})::int AS "acceptedToday", count(*) FILTER (WHERE f.completed_at >= ${today})::int AS "completedToday"
     FROM fault_report f WHERE ${where.sql} AND (${open} OR f.completed_at >= ${today})`,
    where.parameters,
  );
  if (row === undefined) throw new Error('an aggregate answers one row');
  return row;
}

@Injectable()
export class FaultReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async list(filter: FaultFilter, who: Caller): Promise<{ rows: FaultRow[]; total: number }> {
    checkPeriod(filter.from, filter.to, this.now(), this.config.QUERY_MAX_DAYS);
    const where = faultConditions(filter, who);
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(`SELECT count(*)::int AS total ${listFrom} WHERE ${where.sql}`, where.parameters),
      // the page by ids first: its order needs one table or two, its rows eight
      this.database.query<{ id: number }[]>(
        `SELECT f.id ${listFrom} WHERE ${where.sql} ORDER BY ${faultOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    const rows = await this.database.query<FaultListRow[]>(`SELECT ${faultColumns} ${faultFrom} WHERE f.id = ANY($1)`, [shown.map((r) => r.id)]);
    const byId = new Map(rows.map((r) => [r.id, toFaultRow(r)]));
    return { rows: shown.flatMap(({ id }) => byId.get(id) ?? []), total: counted?.total ?? 0 };
  }

  counts(who: Caller): Promise<Counts> {
    return faultCounts(this.database, who.scope, who.timeZone, who.userId);
  }

  /** Active members of an agency in scope, for "person in charge". */
  async people(agencyId: number, scope: Scope): Promise<{ id: number; name: string }[]> {
    const agency = await agencyInScope(this.database.manager, agencyId, scope);
    return this.database.query<{ id: number; name: string }[]>(
      'SELECT id, name FROM user_account WHERE organization_id = $1 AND active AND login_id IS NOT NULL ORDER BY name, id',
      [agency.id],
    );
  }

  async get(id: number, scope: Scope): Promise<FaultDetail> {
    const where = new Where(scope, 'f.organization_id').given(id, (p) => `f.id = ${p}`);
    const [row] = await this.database.query<(FaultListRow & { repaired_on: string | null; part_code: string | null })[]>(
      `SELECT ${faultColumns}, f.repaired_on::text, f.part_code ${faultFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const { vehicle_id: vehicleId, occurred_at: at, lat, lon } = row;
    const [nows, freeze, track, nearest, others, steps, deliveries] = await Promise.all([
      vehicleId === null ? [] : vehicleNows(this.database, scope, [vehicleId]),
      vehicleId === null ? {} : valuesAround(this.database, vehicleId, at, 5),
      vehicleId === null ? [] : trackAround(this.database, vehicleId, at),
      nearestAgencies(this.database, scope, lat, lon, 3),
      this.others(row, scope),
      stepsOf(this.database, 'fault', id),
      deliveriesOf(this.database, 'fault', id),
    ]);
    const { whatToDo, system } = lookUpFault(row.code, row.spn, row.fmi, row.lamp);
    return {
      ...toFaultRow(row),
      whatToDo,
      system,
      repairedOn: row.repaired_on,
      partCode: row.part_code,
      now: nows[0] ?? null,
      freeze,
      track,
      nearest,
      others,
      steps,
      deliveries,
    };
  }

  private async others(report: SummaryRow, scope: Scope): Promise<FaultDetail['others']> {
    const where = new Where(scope, 'f.organization_id').given(report.id, (p) => `f.id <> ${p}`).also("f.status <> 'completed'");
    if (report.vehicle_id === null) where.given(report.device_id, (p) => `f.device_id = ${p}`);
    else where.given(report.vehicle_id, (p) => `f.vehicle_id = ${p}`);
    const rows = await this.database.query<Pick<SummaryRow, 'id' | 'code' | 'name' | 'severity' | 'status'>[]>(
      `SELECT f.id, f.code, f.name, f.severity, f.status FROM fault_report f WHERE ${where.sql} ORDER BY ${priority} LIMIT 50`,
      where.parameters,
    );
    return rows.map((r) => ({ ...r, severity: severityOfRank(r.severity) ?? 'minor' }));
  }
}

export const toFaultRow = (row: FaultListRow): FaultRow => ({ ...toSummary(row), customer: maskedCustomer(row), deliveryFailed: row.delivery_failed });

export function faultConditions(filter: FaultFilter, who: Pick<Caller, 'scope' | 'userId'>): Where {
  const where = new Where(who.scope, 'f.organization_id');
  if (filter.tab === 'completed') where.also("f.status = 'completed'");
  else if (filter.tab !== 'all') where.also("f.status <> 'completed'");
  if (filter.tab === 'mine') where.also(`f.person_id = ${where.parameter(who.userId)}::int`);
  where
    .contains(filter.vin, 'v.vin', 'f.device_id')
    .contains(filter.model, 'm.name')
    .contains(filter.text, 'f.code', "f.name->>'ko'", "f.name->>'en'")
    .given(
      filter.severity.map((s) => severityRank[s]),
      (p) => `f.severity = ANY(${p})`,
    )
    .given(filter.status, (p) => `f.status = ANY(${p})`)
    .below(filter.agencyId, 'COALESCE(f.agency_id, f.organization_id)')
    .contains(filter.person, 'f.person_name')
    .given(filter.from, (p) => `f.occurred_at >= ${p}`)
    .given(filter.to, (p) => `f.occurred_at < ${p}`);
  if (filter.cleared !== undefined) where.also(filter.cleared ? 'f.cleared_at IS NOT NULL' : 'f.cleared_at IS NULL');
  if (filter.overdue !== undefined) where.also(filter.overdue ? overdue : `NOT COALESCE(${overdue}, false)`);
  return where;
}

export function faultOrder({ tab, sort, order }: FaultFilter): string {
  const way = order === 'asc' ? 'ASC' : 'DESC';
  const by: Record<Exclude<FaultFilter['sort'], 'priority'>, string> = {
    age: `f.occurred_at ${order === 'asc' ? 'DESC' : 'ASC'}`,
    occurredAt: `f.occurred_at ${way}`,
    code: `f.code ${way}`,
    severity: `f.severity ${way}`,
    vin: `COALESCE(v.vin, f.device_id) ${way}`,
    agency: `COALESCE(a.name, o.name) ${way}`,
    person: `f.person_name ${way} NULLS LAST`,
  };
  if (sort !== 'priority') return `${by[sort]}, f.id`;
  // the same where nothing is open any more, and then an index's
  if (tab === 'completed') return `f.severity ${way}, f.occurred_at ${way}, f.id ${way}`;
  return order === 'asc' ? priority : priorityBackwards;
}
