import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { operationData, OperationCustomerRow, OperationModelRow } from '@headland/contracts/operation-data';
import { shares } from '@headland/domain/trips';
import { ownedAt } from '../../incidents/context/counted-by.reads';
import { faultConditions, listFrom } from '../../incidents/faults/fault.reads';
import { sosConditions, sosFrom } from '../../incidents/sos/sos.reads';
import {
  type CustomerColumns,
  customerColumns,
  maskedCustomer,
} from '../../people/customer-base/masked-customer.reads';
import type { Caller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { Where } from '../../platform/database/where';
import { type Counted, countedFilter, faultFilter, periodBefore, sosFilter } from './operation-filter';
import { DrivePeriods } from './drive-periods';
import { daySums, OperationPeriods, ownerSums } from './operation-periods';
import { ZoneDays } from './zone-days.reads';

type Query<K extends keyof typeof operationData> = Parsed<(typeof operationData)[K]>['query'];
/** One query that aggregates. Its rows come with the total of all. */
export interface Aggregated<Raw, Row> {
  select: string;
  from: string;
  /** `from` without the joins that only add columns to show; none: `from` has no such joins */
  rows?: string;
  joins?: string;
  /** the parameters; its conditions are those of the outer query */
  where: Where;
  order: string;
  toRows: (rows: Raw[]) => Row[];
}
type Active = Reply<typeof operationData.activity>['now'];

/** Sums of sums of vehicle days. */
const sumsOf = (u: string): string =>
  `sum(${u}.idle_ms)::float8 AS idle_ms, sum(${u}.work_ms)::float8 AS work_ms, sum(${u}.drive_ms)::float8 AS drive_ms, sum(${u}.km) AS km, sum(${u}.fuel_l) AS fuel_l, sum(${u}.fuel_ms)::float8 AS fuel_ms`;
const runOf = (t: string): string => `(${t}.idle_ms + ${t}.work_ms + ${t}.drive_ms)`;
const resultOf = (t: string): string =>
  `${runOf(t)} AS "runMs", ${t}.km, ${t}.fuel_l AS "fuelL", ${t}.fuel_l / NULLIF(${t}.fuel_ms / 3600000, 0) AS "litresPerHour"`;
const withModel = (from: string, where: Where): string =>
  `${from} v${/\bm\./u.test(where.sql) ? ' JOIN model m ON m.id = v.model_id' : ''}`;
const vehicleFrom = (where: Where): string => withModel('vehicle', where);
/** Conditions of a vehicle `v` with its model `m`; they are added to these parameters. */
export function vehicleConditions({ model, type, dealerId }: Counted, { scope }: Pick<Caller, 'scope'>): Where {
  return new Where(scope, 'v.organization_id')
    .andIf(model, (p) => `m.name = ANY(${p}::text[])`)
    .andIf(type, (p) => `m.type = ${p}`)
    .below(dealerId, 'v.organization_id');
}
/** SQL of conditions with its parameters moved behind those of another. */
export function joined(to: Where, { sql, parameters }: Where): string {
  const offset = to.parameters.length;
  to.parameters.push(...parameters);
  return sql.replace(/\$(\d+)/gu, (_, n: string) => `$${Number(n) + offset}`);
}

/** What vehicles did over a period, by model and by customer. */
@Injectable()
export class OperationActivity {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly zoneDays: ZoneDays,
    private readonly periods: DrivePeriods,
    private readonly stored: OperationPeriods,
  ) {}

  async activity(query: Query<'activity'>, caller: Caller): Promise<Reply<typeof operationData.activity>> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const [now, before] = await Promise.all([this.sums(filter, caller), this.sums(periodBefore(filter), caller)]);
    return { from: filter.from, to: filter.to, now, before };
  }

  private async sums(filter: Counted, caller: Caller): Promise<Active> {
    const [sums, faults, sos] = await Promise.all([
      this.vehicleSums(filter, caller),
      this.count(faultConditions(faultFilter(filter, caller.timeZone), caller), listFrom),
      this.count(sosConditions(sosFilter(filter, caller.timeZone), caller), () => sosFrom),
    ]);
    return { ...sums, faults, sos };
  }

  /** Of the vehicles of a filter, together. */
  async vehicleSums(filter: Counted, caller: Caller): Promise<Omit<Active, 'faults' | 'sos'>> {
    const where = vehicleConditions(filter, caller);
    if (await this.periods.areStored(caller.scope)) {
      const rows = await this.stored.stored('models', caller.timeZone, filter, (value) => where.parameter(value));
      return this.result(
        `SELECT COALESCE(sum(v.active), 0) AS active, ${sumsOf('v')} FROM ${withModel(rows, where)} WHERE ${where.sql}`,
        where,
      );
    }
    const narrowed = where.sql !== 'TRUE';
    const days = await this.zoneDays.vehicleDays(caller.timeZone, filter, (value) => where.parameter(value));
    const of = narrowed ? `WHERE vehicle_id IN (SELECT v.id FROM ${vehicleFrom(where)} WHERE ${where.sql})` : '';
    return this.result(
      `SELECT count(*) AS active, ${sumsOf('u')} FROM (SELECT vehicle_id, ${daySums} FROM ${days} d ${of} GROUP BY vehicle_id) u`,
      where,
    );
  }

  private async result(sums: string, where: Where): Promise<Omit<Active, 'faults' | 'sos'>> {
    const [row] = await this.database.query<Omit<Active, 'faults' | 'sos'>[]>(
      `SELECT t.active::int, ${resultOf('t')} FROM (${sums}) t`,
      where.parameters,
    );
    if (row === undefined) throw new Error('an aggregate answers one row');
    return row;
  }

  private async count(where: Where, from: (sql: string) => string): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n ${from(where.sql)} WHERE ${where.sql}`,
      where.parameters,
    );
    return row?.n ?? 0;
  }

  /** Models that have vehicles in scope, or faults of the period. */
  async models(query: Query<'models'>, caller: Caller): Promise<Aggregated<OperationModelRow, OperationModelRow>> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const where = new Where({ all: true }, '');
    const vehicles = vehicleConditions(filter, caller);
    const conditions = joined(where, vehicles);
    const sums = await this.modelSums(filter, caller, vehicles, conditions, (value) => where.parameter(value));
    const faults = faultConditions(faultFilter(filter, caller.timeZone), caller).and('f.vehicle_id IS NOT NULL');
    // the model of the vehicle is read besides
    const faultTables = listFrom(`${faults.sql} v.`);
    const faultSql = joined(where, faults);
    const { sort, order } = query;
    const share = (column: string): string => `100 * t.${column} / NULLIF(${runOf('t')}, 0)`;
    return {
      select: '*',
      from: `(SELECT m.id, m.name, m.type, COALESCE(t.vehicles, 0)::int AS vehicles, COALESCE(t.active, 0)::int AS active, ${resultOf('t')},
          ${runOf('t')} / NULLIF(t.active, 0) AS "meanRunMs", ${share('idle_ms')} AS "idlePercent", ${share('work_ms')} AS "workPercent",
          ${share('drive_ms')} AS "drivePercent", COALESCE(f.faults, 0)::int AS faults
        FROM model m
        LEFT JOIN (${sums}) t ON t.model_id = m.id
        LEFT JOIN (SELECT v.model_id, count(*) AS faults ${faultTables} WHERE ${faultSql} GROUP BY v.model_id) f ON f.model_id = m.id
        WHERE t.vehicles > 0 OR f.faults > 0) r`,
      where,
      order: `${quoted(sort)} ${order} NULLS LAST, name`,
      toRows: (rows) => rows.map(inWholePercent),
    };
  }

  private async modelSums(
    filter: Counted,
    caller: Caller,
    vehicles: Where,
    conditions: string,
    parameter: (value: unknown) => string,
  ): Promise<string> {
    if (await this.periods.areStored(caller.scope)) {
      const rows = await this.stored.stored('models', caller.timeZone, filter, parameter);
      return `SELECT v.model_id, sum(v.vehicles) AS vehicles, sum(v.active) AS active, ${sumsOf('v')}
        FROM ${withModel(rows, vehicles)} WHERE ${conditions} GROUP BY v.model_id`;
    }
    const days = await this.zoneDays.vehicleDays(caller.timeZone, filter, parameter);
    return `SELECT v.model_id, count(*) AS vehicles, count(u.vehicle_id) AS active, ${sumsOf('u')}
      FROM ${vehicleFrom(vehicles)} LEFT JOIN (SELECT vehicle_id, ${daySums} FROM ${days} d GROUP BY vehicle_id) u ON u.vehicle_id = v.id
      WHERE ${conditions} GROUP BY v.model_id`;
  }

  /**
   * Customers who owned a vehicle within the period. A day counts for who owned the vehicle at its end. Vehicles with one owner over all days are summed
   * first; only those that changed hands are joined by day.
   */
  async customers(
    query: Query<'customers'>,
    caller: Caller,
  ): Promise<Aggregated<Omit<OperationCustomerRow, 'customer'> & CustomerColumns, OperationCustomerRow>> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const where = new Where({ all: true }, '');
    const vehicles = vehicleConditions(filter, caller);
    const conditions = joined(where, vehicles);
    const sums = await this.customerSums(filter, caller, vehicles, conditions, (value) => where.parameter(value));
    const incidents = (conditionsOf: Where, tables: string, alias: string, time: string) => {
      const conditions = joined(where, conditionsOf);
      return (
        only = 'TRUE',
      ): string => `(SELECT w.customer_id, count(*) AS n ${tables} JOIN vehicle_owner w ON ${ownedAt('w', alias, time)}
        WHERE ${conditions} AND ${only} GROUP BY w.customer_id)`;
    };
    const faults = faultConditions(faultFilter(filter, caller.timeZone), caller);
    const faultRows = incidents(faults, listFrom(faults.sql), 'f', 'occurred_at');
    const sosRows = incidents(sosConditions(sosFilter(filter, caller.timeZone), caller), sosFrom, 'c', 'raised_at');
    const { sort, order } = query;
    const counts = 'COALESCE(f.n, 0)::int AS faults, COALESCE(s.n, 0)::int AS sos';
    const counted = (only?: string): string =>
      `LEFT JOIN ${faultRows(only)} f ON f.customer_id = r.id LEFT JOIN ${sosRows(only)} s ON s.customer_id = r.id`;
    const active = `SELECT t.customer_id AS id, t.vehicles::int AS vehicles, ${resultOf('t')} FROM (${sums}) t`;
    // the incidents of all customers are counted for an order by them, else those of the page
    const byIncidents = sort === 'faults' || sort === 'sos';
    const rows = byIncidents ? `(SELECT r.*, ${counts} FROM (${active}) r ${counted()}) r` : `(${active}) r`;
    const ofPage = counted('w.customer_id = ANY (ARRAY(SELECT p.id FROM page p))');
    const names = 'JOIN customer cu ON cu.id = r.id';
    return {
      select: `r.*, ${byIncidents ? '' : `${counts}, `}${customerColumns}`,
      from: `${rows} ${byIncidents ? '' : counted()} ${names}`,
      rows,
      joins: `${byIncidents ? '' : ofPage} ${names}`,
      where,
      order: `${quoted(sort)} ${order} NULLS LAST, r.id`,
      toRows: (rows) =>
        rows.map(({ customer_id, customer_name, customer_phone, ...row }) => ({
          ...row,
          customer: maskedCustomer({ customer_id, customer_name, customer_phone }) ?? {
            id: row.id,
            name: '',
            phone: null,
          },
        })),
    };
  }

  private async customerSums(
    filter: Counted,
    caller: Caller,
    vehicles: Where,
    conditions: string,
    parameter: (value: unknown) => string,
  ): Promise<string> {
    if (await this.periods.areStored(caller.scope)) {
      const rows = await this.stored.stored('owners', caller.timeZone, filter, parameter);
      return `SELECT v.customer_id, sum(v.vehicles) AS vehicles, ${sumsOf('v')} FROM ${withModel(rows, vehicles)} WHERE ${conditions} GROUP BY v.customer_id`;
    }
    const from = vehicleFrom(vehicles);
    const sums = await ownerSums(this.zoneDays, caller.timeZone, filter, { from, conditions, parameter });
    return `SELECT u.customer_id, count(DISTINCT u.vehicle_id) AS vehicles, ${sumsOf('u')} FROM ${sums} u GROUP BY u.customer_id`;
  }
}

/** The three shares as they are shown: they add up to 100. */
function inWholePercent(row: OperationModelRow): OperationModelRow {
  const exact = [row.idlePercent, row.workPercent, row.drivePercent].filter((percent) => percent !== null);
  const [idlePercent = null, workPercent = null, drivePercent = null] = exact.length === 3 ? shares(exact) : [];
  return { ...row, idlePercent, workPercent, drivePercent };
}

export const quoted = (column: string): string => `"${column}"`;

/** One page, and the total of the same query: an aggregate is computed once. */
export async function aggregatedPage<Raw, Row>(
  database: DataSource,
  { select, from, rows: all = from, joins = '', where, order, toRows }: Aggregated<Raw, Row>,
  { page, size }: { page: number; size: number },
): Promise<{ rows: Row[]; total: number }> {
  const rows = await database.query<(Raw & { total?: number; place?: number | null })[]>(
    `WITH all_rows AS MATERIALIZED (SELECT * FROM ${all}), page AS (
       SELECT r.*, row_number() OVER (ORDER BY ${order})::int AS place FROM (SELECT * FROM all_rows r ORDER BY ${order} LIMIT ${size} OFFSET ${(page - 1) * size}) r)
     SELECT p.*, c.total FROM (SELECT count(*)::int AS total FROM all_rows) c LEFT JOIN (SELECT ${select} FROM page r ${joins}) p ON true ORDER BY p.place`,
    where.parameters,
  );
  const total = rows[0]?.total ?? 0;
  // a page after the last one is one row of the total alone
  const shown = rows.filter((r) => r.place !== null).map(({ total: _, place: __, ...row }) => row as Raw);
  return { rows: toRows(shown), total };
}
