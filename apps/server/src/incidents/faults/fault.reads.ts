import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { unnamedPart } from '@headland/contracts/counted-by';
import type { FaultFilter, FaultRow, FaultSummary } from '@headland/contracts/fault';
import { mayRead } from '@headland/domain/access';
import { faultStatusRank, severityRank } from '@headland/domain/fault';
import { peopleOfAgency } from '../../people/organizations/agency.reads';
import {
  customerColumns,
  customerOfIncident,
  maskedCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { countedByConditions } from '../context/counted-by.reads';
import type { Tx } from '../../platform/database/rows';
import { containsPattern, rankSql, startOfDay, Where } from '../../platform/database/where';
import { faultIsOpen } from '../../platform/database/open-sql';
import { SharedRead } from '../../platform/shared-read';
import type { Caller, Scope } from '../../platform/caller';
import { CatalogueInUse } from './catalogue-in-use';
import { priorityPage } from './fault-page';
import { summaryColumns, summaryFrom, toSummary, type SummaryRow } from './fault-summary';
import { openRelations, type OpenRelations } from './open-relations.reads';

const overdue = `(f.status = 'occurred' AND f.due_at <= now())`;
const statusRank = rankSql('f.status', faultStatusRank);
/** Overdue first, then severity, then occurred before accepted, then the oldest: domain/fault's compareFaults. */
export const priority = `f.status IN ('repairCompleted', 'processingCompleted'), COALESCE(${overdue}, false) DESC, f.severity, ${statusRank}, f.occurred_at, f.id`;
const priorityBackwards = `f.status IN ('repairCompleted', 'processingCompleted') DESC, COALESCE(${overdue}, false), f.severity DESC, ${statusRank} DESC, f.occurred_at DESC, f.id DESC`;
const deliveryFailed = `EXISTS (SELECT 1 FROM delivery d WHERE d.subject = 'fault' AND d.subject_id = f.id AND d.state = 'failed') AS delivery_failed`;

export type FaultListRow = SummaryRow & CustomerColumns & { delivery_failed: boolean };
/** Columns and tables of the list. */
export const faultColumns = `${summaryColumns}, ${customerColumns}, ${deliveryFailed}`;
export const faultFrom = `${summaryFrom} ${customerOfIncident(faultIsOpen('f'), 'f.occurred_at')}`;
/**
 * Tables that a condition or an order may name. Only those that are named get joined: a join, even if the planner drops
 * it, prevents an index-only answer.
 */
const joins = {
  v: 'LEFT JOIN vehicle v ON v.id = f.vehicle_id',
  m: 'LEFT JOIN model m ON m.id = v.model_id',
  o: 'LEFT JOIN organization o ON o.id = f.organization_id',
  a: 'LEFT JOIN organization a ON a.id = f.agency_id',
};
export function listFrom(sql: string): string {
  const named = (alias: string): boolean => new RegExp(`\\b${alias}\\.`, 'u').test(sql);
  const used = Object.entries(joins).filter(([alias]) => named(alias) || (alias === 'v' && named('m')));
  return ['FROM fault_report f', ...used.map(([, join]) => join)].join(' ');
}
type Open = { critical: number; major: number; minor: number };
type Counts = Open & { queue: number; overdue: number; acceptedToday: number; completedToday: number };

/** Open reports of a scope in queue order, without customers: for the wall display. */
export async function faultSummaries(tx: Tx, scope: Scope, limit: number): Promise<FaultSummary[]> {
  const where = new Where(scope, 'f.organization_id').and(faultIsOpen('f'));
  const rows = await tx.query<SummaryRow[]>(
    `SELECT ${summaryColumns} ${summaryFrom} WHERE ${where.sql} ORDER BY ${priority} LIMIT ${where.parameter(limit)}`,
    where.parameters,
  );
  return rows.map(toSummary);
}

/** Open reports by severity, and the day's accepted and completed (in an IANA zone). */
export async function faultCounts(tx: Tx, scope: Scope, timeZone: string): Promise<Counts> {
  const where = new Where(scope, 'f.organization_id');
  const today = startOfDay(where.parameter(timeZone));
  const open = faultIsOpen('f');
  const some = (condition: string): string =>
    `(SELECT count(*)::int FROM fault_report f WHERE ${where.sql} AND ${condition})`;
  // consoles refetch after every event, so each count has an index
  const [row] = await tx.query<Counts[]>(
    `SELECT q.*, ${some(`f.accepted_at >= ${today}`)} AS "acceptedToday", ${some(`f.completed_at >= ${today}`)} AS "completedToday"
     FROM (SELECT count(*)::int AS queue, count(*) FILTER (WHERE ${overdue})::int AS overdue, count(*) FILTER (WHERE f.severity = 1)::int AS critical,
       count(*) FILTER (WHERE f.severity = 2)::int AS major, count(*) FILTER (WHERE f.severity = 3)::int AS minor FROM fault_report f WHERE ${where.sql} AND ${open}) q`,
    where.parameters,
  );
  if (row === undefined) throw new Error('an aggregate answers one row');
  return row;
}

@Injectable()
export class FaultReads {
  // every console with the queue open refetches both after an event
  private readonly pages = new SharedRead<{ rows: FaultRow[]; total: number }>();
  private readonly sharedCounts = new SharedRead<Counts & { lastAt: string | null }>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly inUse: CatalogueInUse,
  ) {}

  async list(filter: FaultFilter, caller: Caller): Promise<{ rows: FaultRow[]; total: number }> {
    // by it a filter is refused (countedByConditions)
    const readsCustomers = mayRead(caller, 'customer');
    return this.pages.ask(
      JSON.stringify([caller.scope, readsCustomers, filter, filter.tab === 'mine' && caller.userId]),
      () => this.read(filter, caller),
    );
  }

  private async read(filter: FaultFilter, caller: Caller): Promise<{ rows: FaultRow[]; total: number }> {
    // the ids of the page first: the order needs one or two tables, the rows eight
    const { ids, total } =
      filter.sort === 'priority' ? await this.byPriority(filter, caller) : await this.sorted(filter, caller);
    const rows = await this.database.query<FaultListRow[]>(`SELECT ${faultColumns} ${faultFrom} WHERE f.id = ANY($1)`, [
      ids,
    ]);
    const relations = await openRelations(this.database, caller.scope, rows, this.inUse.now.catalogue);
    const byId = new Map(rows.map((r) => [r.id, toFaultRow(r, relations(r.id))]));
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
  }

  private byPriority(filter: FaultFilter, caller: Caller): Promise<{ ids: number[]; total: number }> {
    return priorityPage(this.database, { filter, conditions: () => tabless(filter, caller), from: listFrom });
  }

  private async sorted(filter: FaultFilter, caller: Caller): Promise<{ ids: number[]; total: number }> {
    const where = faultConditions(filter, caller);
    const order = faultOrder(filter);
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total ${listFrom(where.sql)} WHERE ${where.sql}`,
        where.parameters,
      ),
      this.database.query<{ id: number }[]>(
        `SELECT f.id ${listFrom(where.sql + order)} WHERE ${where.sql} ORDER BY ${order} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    return { ids: shown.map((r) => r.id), total: counted?.total ?? 0 };
  }

  async counts({ scope, timeZone, userId }: Caller): Promise<Counts & { mine: number; lastAt: string | null }> {
    const [sharedCounts, mine] = await Promise.all([
      this.sharedCounts.ask(JSON.stringify([scope, timeZone]), async () => {
        const counts = await faultCounts(this.database, scope, timeZone);
        return { ...counts, lastAt: counts.queue > 0 ? null : await this.lastAt(scope) };
      }),
      this.mine(scope, userId),
    ]);
    return { ...sharedCounts, mine };
  }

  private async mine(scope: Scope, userId: number | null): Promise<number> {
    if (userId === null) return 0;
    const where = new Where(scope, 'f.organization_id')
      .andIf(userId, (p) => `f.person_id = ${p}::int`)
      .and(faultIsOpen('f'));
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM fault_report f WHERE ${where.sql}`,
      where.parameters,
    );
    return row?.n ?? 0;
  }

  /** Of a scope that has no open report. */
  private async lastAt(scope: Scope): Promise<string | null> {
    const where = new Where(scope, 'f.organization_id').and("f.status IN ('repairCompleted', 'processingCompleted')");
    const [last] = await this.database.query<{ at: Date }[]>(
      `SELECT f.occurred_at AS at FROM fault_report f WHERE ${where.sql} ORDER BY f.occurred_at DESC LIMIT 1`,
      where.parameters,
    );
    return last?.at.toISOString() ?? null;
  }

  /** Active members of an agency in scope, for "person in charge". */
  async people(agencyId: number, scope: Scope): Promise<{ id: number; name: string }[]> {
    const people = await peopleOfAgency(this.database.manager, agencyId, scope);
    return people.map(({ id, name }) => ({ id, name }));
  }
}

const alone: OpenRelations = { primaries: [], consequences: 0 };
export const toFaultRow = (row: FaultListRow, relations: OpenRelations = alone): FaultRow => ({
  ...toSummary(row),
  customer: maskedCustomer(row),
  deliveryFailed: row.delivery_failed,
  ...relations,
});

type FaultReader = Pick<Caller, 'scope' | 'userId' | 'groupType' | 'role'>;
/** A part by its English name. */
export const partOf = `COALESCE(NULLIF(f.part->>'en', ''), '${unnamedPart}')`;

export function faultConditions(filter: FaultFilter, caller: FaultReader): Where {
  const where = tabless(filter, caller);
  if (filter.tab === 'completed') where.and("f.status IN ('repairCompleted', 'processingCompleted')");
  else if (filter.tab !== 'all') where.and(faultIsOpen('f'));
  return where;
}

/** All conditions of a filter except whether a report is open. */
function tabless(filter: FaultFilter, caller: FaultReader): Where {
  const where = new Where(caller.scope, 'f.organization_id');
  if (filter.tab === 'mine') where.and(`f.person_id = ${where.parameter(caller.userId)}::int`);
  where
    .contains(filter.vin, 'v.vin', 'f.device_id')
    .contains(filter.model, 'm.name')
    .andIf(filter.text ? containsPattern(filter.text) : undefined, (p) => `f.words LIKE lower(${p})`)
    .andIf(
      filter.severity.map((s) => severityRank[s]),
      (p) => `f.severity = ANY(${p})`,
    )
    .andIf(filter.status, (p) => `f.status = ANY(${p})`)
    .below(filter.agencyId, 'COALESCE(f.agency_id, f.organization_id)')
    .contains(filter.person, 'f.person_name')
    .andIf(filter.code, (p) => `f.code = ${p}`)
    .andIf(filter.part, (p) => `${partOf} = ${p}`)
    .andIf(filter.from, (p) => `f.${filter.dates}_at >= ${p}`)
    .andIf(filter.to, (p) => `f.${filter.dates}_at < ${p}`);
  countedByConditions(where, filter, { incident: 'f', at: 'occurred_at', caller });
  if (filter.cleared !== undefined) where.and(filter.cleared ? 'f.cleared_at IS NOT NULL' : 'f.cleared_at IS NULL');
  if (filter.overdue !== undefined) where.and(filter.overdue ? overdue : `NOT COALESCE(${overdue}, false)`);
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
  // the same when nothing is open any more, and it can use an index
  if (tab === 'completed') return `f.severity ${way}, f.occurred_at ${way}, f.id ${way}`;
  return order === 'asc' ? priority : priorityBackwards;
}
