import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type {
  operationData,
  OperationFaultRow,
  OperationRepairRow,
  OperationSosRow,
} from '@headland/contracts/operation-data';
import { unnamedPart } from '@headland/contracts/counted-by';
import { severityRank } from '@headland/domain/fault';
import { plusDays } from '@headland/domain/zone-day';
import { CatalogueInUse } from '../../incidents/faults/fault-catalogue.module';
import { faultConditions, listFrom, partOf } from '../../incidents/faults/fault.reads';
import { sosConditions, sosFrom } from '../../incidents/sos/sos.reads';
import { closedSql, consumableConditions } from '../../maintenance/consumables/consumable.reads';
import { regionOf } from '../../people/organizations/region.reads';
import type { Caller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { Where } from '../../platform/database/where';
import { type Aggregated, joined, OperationActivity, quoted } from './operation-activity.reads';
import {
  type Counted,
  completedFilter,
  consumableFilter,
  countedFilter,
  faultFilter,
  periodBefore,
  sosFilter,
} from './operation-filter';

type Query<K extends keyof typeof operationData> = Parsed<(typeof operationData)[K]>['query'];
type FaultFigures = Reply<typeof operationData.faults>;
type SosFigures = Reply<typeof operationData.sos>;
type RepairFigures = Reply<typeof operationData.repairs>;
type Name = { ko: string; en: string };

const seconds = (later: string, alias = ''): string => `extract(epoch FROM ${later} - ${alias}received_at)::float8`;
const median = (of: string, share = 0.5): string => `percentile_cont(${share}) WITHIN GROUP (ORDER BY ${of})`;
/** Of these parts a chart shows the most frequent. */
const shownParts = 10;

/** Faults, SOS calls and repairs of a period. They are counted by the conditions of the lists that they link to. */
@Injectable()
export class OperationIncidents {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly activity: OperationActivity,
    private readonly inUse: CatalogueInUse,
  ) {}

  async faults(query: Query<'faults'>, caller: Caller): Promise<FaultFigures> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const where = faultConditions(faultFilter(filter, caller.timeZone), caller);
    const from = listFrom(`${where.sql} m.`);
    const conditions = where.sql;
    const zone = `${where.parameter(caller.timeZone)}::text`;
    const [now, before, groups] = await Promise.all([
      this.faultFigures(filter, caller),
      this.faultFigures(periodBefore(filter), caller),
      this.database.query<
        { kind: string; key: string | null; count: number; name: Name | null; label: string | null }[]
      >(
        `WITH f AS MATERIALIZED (SELECT (f.occurred_at AT TIME ZONE ${zone})::date AS day, f.code, f.name, ${partOf} AS part_key, f.part, m.name AS model, f.organization_id ${from} WHERE ${conditions})
         SELECT 'day' AS kind, day::text AS key, count(*)::int AS count, NULL::jsonb AS name, NULL AS label FROM f GROUP BY day
         UNION ALL (SELECT 'code', code, count(*)::int, min(name::text)::jsonb, NULL FROM f GROUP BY code ORDER BY 3 DESC, 2 LIMIT ${shownParts})
         UNION ALL (SELECT 'part', part_key, count(*)::int, min(part::text)::jsonb, NULL FROM f GROUP BY part_key ORDER BY 3 DESC, 2 LIMIT ${shownParts})
         UNION ALL (SELECT 'model', model, count(*)::int, NULL, NULL FROM f GROUP BY model ORDER BY 3 DESC, 2 LIMIT ${shownParts})
         UNION ALL (SELECT 'region', r.region::text, sum(r.n)::int, NULL, (SELECT o.name FROM organization o WHERE o.id = r.region) FROM
           (SELECT ${regionOf('g.organization_id')} AS region, g.n FROM (SELECT organization_id, count(*) AS n FROM f GROUP BY 1) g) r GROUP BY r.region ORDER BY 3 DESC, 2)`,
        where.parameters,
      ),
    ]);
    const of = (kind: string) => groups.filter((g) => g.kind === kind);
    return {
      from: filter.from,
      to: filter.to,
      now,
      before,
      days: daysOf(filter).map((day) => ({ day, count: of('day').find((g) => g.key === day)?.count ?? 0 })),
      codes: of('code').map(({ key, count, name }) => ({ code: key ?? '', count, name: this.nameOf(key ?? '', name) })),
      parts: partsOf(of('part')),
      models: of('model').map(({ key, count }) => ({ name: key, count })),
      regions: of('region').map(({ key, count, label }) => ({ id: Number(key), name: label, count })),
    };
  }

  /** By the catalogue in use; of a code that is in no catalogue, the name in its reports. */
  private nameOf(code: string, inReports: Partial<Name> | null): Name {
    const { known, name } = this.inUse.now.lookUp(code);
    return known ? name : { ko: inReports?.ko ?? code, en: inReports?.en ?? code };
  }

  private async faultFigures(filter: Counted, caller: Caller): Promise<FaultFigures['now']> {
    const where = faultConditions(faultFilter(filter, caller.timeZone), caller);
    const [[row], { runMs }] = await Promise.all([
      this.database.query<Omit<FaultFigures['now'], 'perThousandHours'>[]>(
        `SELECT count(*)::int AS count, count(DISTINCT f.vehicle_id)::int AS vehicles, avg(${seconds('f.accepted_at', 'f.')}) AS "acceptSeconds",
           avg(${seconds('f.completed_at', 'f.')}) AS "completeSeconds" ${listFrom(where.sql)} WHERE ${where.sql}`,
        where.parameters,
      ),
      this.activity.vehicleSums(filter, caller),
    ]);
    if (row === undefined) throw new Error('an aggregate answers one row');
    return {
      ...row,
      perThousandHours: runMs === null || runMs === 0 ? null : (row.count * 1000) / (runMs / 3_600_000),
    };
  }

  faultCodes(
    query: Query<'faultCodes'>,
    caller: Caller,
  ): Aggregated<Omit<OperationFaultRow, 'severity' | 'id'> & { rank: number }, OperationFaultRow> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const where = new Where({ all: true }, '');
    const listed = faultConditions(faultFilter(filter, caller.timeZone), caller);
    const conditions = joined(where, listed);
    const { sort, order } = query;
    return {
      select: '*',
      from: `(SELECT f.code, min(f.name::text)::jsonb AS name, min(f.part::text)::jsonb AS part, min(f.severity)::int AS rank, count(*)::int AS count,
          count(DISTINCT f.vehicle_id)::int AS vehicles, 100.0::float8 * count(*) FILTER (WHERE f.count > 1) / count(*) AS "repeatPercent"
        ${listFrom(conditions)} WHERE ${conditions} GROUP BY f.code) r`,
      where,
      order: `${quoted(sort)} ${order}, code`,
      toRows: (rows) =>
        rows.map(({ rank, ...row }, i) => ({
          ...row,
          id: i + 1,
          name: this.nameOf(row.code, row.name),
          part: partName(row.part),
          severity: (['critical', 'major', 'minor'] as const).find((s) => severityRank[s] === rank) ?? 'minor',
        })),
    };
  }

  async sos(query: Query<'sos'>, caller: Caller): Promise<SosFigures> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const where = sosConditions(sosFilter(filter, caller.timeZone), caller);
    const conditions = where.sql;
    const local = `c.raised_at AT TIME ZONE ${where.parameter(caller.timeZone)}::text`;
    const [now, before, rows] = await Promise.all([
      this.sosFigures(filter, caller),
      this.sosFigures(periodBefore(filter), caller),
      this.database.query<
        { day: string; weekday: number; hour: number; type: 'rollover' | 'collision' | 'button'; n: number }[]
      >(
        `SELECT (${local})::date::text AS day, extract(dow FROM ${local})::int AS weekday, extract(hour FROM ${local})::int AS hour, c.type, count(*)::int AS n
         ${sosFrom} WHERE ${conditions} GROUP BY 1, 2, 3, 4`,
        where.parameters,
      ),
    ]);
    const days = daysOf(filter).map((day) => ({ day, rollover: 0, collision: 0, button: 0 }));
    const byDay = new Map(days.map((d) => [d.day, d]));
    const grid = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
    for (const { day, weekday, hour, type, n } of rows) {
      const of = byDay.get(day);
      if (of !== undefined) of[type] += n;
      const line = grid[weekday];
      if (line !== undefined) line[hour] = (line[hour] ?? 0) + n;
    }
    return { from: filter.from, to: filter.to, now, before, days, grid };
  }

  private async sosFigures(filter: Counted, caller: Caller): Promise<SosFigures['now']> {
    const where = sosConditions(sosFilter(filter, caller.timeZone), caller);
    const times = ['acknowledged_at', 'dispatched_at', 'resolved_at'].flatMap((at, i) =>
      [0.5, 0.9].map((share) => `${median(seconds(at), share)} AS t${i}_${share * 10}`),
    );
    const [row] = await this.database.query<
      (Omit<SosFigures['now'], `${string}Seconds`> & Record<string, number | null>)[]
    >(
      `SELECT count(*)::int AS count, ${times.join(', ')}, ${falseAlarms}, count(escalated_to)::int AS escalated FROM (${sosRows(where.sql)}) c`,
      where.parameters,
    );
    if (row === undefined) throw new Error('an aggregate answers one row');
    const time = (i: number) => ({ median: row[`t${i}_5`] ?? null, p90: row[`t${i}_9`] ?? null });
    const { count, falseAlarms: n, falseAlarmPercent, escalated } = row;
    return {
      count,
      falseAlarms: n,
      falseAlarmPercent,
      escalated,
      acknowledgeSeconds: time(0),
      dispatchSeconds: time(1),
      resolveSeconds: time(2),
    } as SosFigures['now'];
  }

  sosRegions(query: Query<'sosRegions'>, caller: Caller): Aggregated<OperationSosRow, OperationSosRow> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const where = new Where({ all: true }, '');
    const listed = sosConditions(sosFilter(filter, caller.timeZone), caller);
    const conditions = joined(where, listed);
    const { sort, order } = query;
    const types = ['rollover', 'collision', 'button'].map(
      (t) => `count(*) FILTER (WHERE c.type = '${t}')::int AS ${t}`,
    );
    return {
      select: '*',
      from: `(SELECT places.region AS id, o.name AS region, count(*)::int AS count, ${types.join(', ')}, ${median(seconds('acknowledged_at'))} AS "acknowledgeSeconds",
          ${median(seconds('dispatched_at'))} AS "dispatchSeconds", ${median(seconds('resolved_at'))} AS "resolveSeconds", ${falseAlarms}, count(escalated_to)::int AS escalated
        FROM (${sosRows(conditions)}) c JOIN (SELECT every.id, ${regionOf('every.id')} AS region FROM organization every) places ON places.id = c.organization_id
          LEFT JOIN organization o ON o.id = places.region GROUP BY places.region, o.name) r`,
      where,
      order: `${quoted(sort)} ${order} NULLS LAST, id`,
      toRows: (rows) => rows.map(({ falseAlarms: _, ...row }: OperationSosRow & { falseAlarms?: number }) => row),
    };
  }

  async repairs(query: Query<'repairs'>, caller: Caller): Promise<RepairFigures> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const where = faultConditions(completedFilter(filter, caller.timeZone), caller);
    const [now, before, parts, items] = await Promise.all([
      this.repairFigures(filter, caller),
      this.repairFigures(periodBefore(filter), caller),
      this.database.query<Group[]>(
        `SELECT ${partOf} AS key, count(*)::int AS count, min(f.part::text)::jsonb AS name ${listFrom(where.sql)} WHERE ${where.sql} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${shownParts}`,
        where.parameters,
      ),
      this.replaced(filter, caller),
    ]);
    return { from: filter.from, to: filter.to, now, before, parts: partsOf(parts), items };
  }

  private async repairFigures(filter: Counted, caller: Caller): Promise<RepairFigures['now']> {
    const where = faultConditions(completedFilter(filter, caller.timeZone), caller);
    const [[row], items] = await Promise.all([
      this.database.query<Omit<RepairFigures['now'], 'onTime' | 'late'>[]>(
        `SELECT count(*)::int AS completed, ${kinds}, ${meanDays} ${listFrom(where.sql)} WHERE ${where.sql}`,
        where.parameters,
      ),
      this.replaced(filter, caller),
    ]);
    if (row === undefined) throw new Error('an aggregate answers one row');
    const sum = (of: 'onTime' | 'late'): number => items.reduce((all, item) => all + item[of], 0);
    return { ...row, onTime: sum('onTime'), late: sum('late') };
  }

  /** Consumables replaced or inspected within the period, by item, most first. */
  private replaced(filter: Counted, caller: Caller): Promise<RepairFigures['items']> {
    const all = new Where({ all: true }, '');
    const { where, vehicle, cycle } = consumableConditions(consumableFilter(filter, caller.timeZone, 'onTime'), caller);
    const conditions = joined(all, where.and(vehicle).and(cycle.replace(closedSql.onTime, "c.state = 'closed'")));
    const count = (of: 'onTime' | 'late'): string => `count(*) FILTER (WHERE ${closedSql[of]})::int AS "${of}"`;
    return this.database.query(
      `SELECT * FROM (SELECT i.name AS item, ${count('onTime')}, ${count('late')} FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id
         JOIN vehicle v ON v.id = c.vehicle_id WHERE ${conditions} GROUP BY i.name) r WHERE "onTime" + late > 0 ORDER BY "onTime" + late DESC, item`,
      all.parameters,
    );
  }

  repairAgencies(query: Query<'repairAgencies'>, caller: Caller): Aggregated<OperationRepairRow, OperationRepairRow> {
    const filter = countedFilter(query, this.clock(), caller.timeZone);
    const where = new Where({ all: true }, '');
    const listed = faultConditions(completedFilter(filter, caller.timeZone), caller);
    const conditions = joined(where, listed);
    const { sort, order } = query;
    return {
      select: '*',
      from: `(SELECT g.id, o.name AS agency, g.completed, g.repaired, g.processed, g."meanDays" FROM (
          SELECT COALESCE(f.agency_id, f.organization_id) AS id, count(*)::int AS completed, ${kinds}, ${meanDays} ${listFrom(conditions)} WHERE ${conditions} GROUP BY 1) g
        JOIN organization o ON o.id = g.id) r`,
      where,
      order: `${quoted(sort)} ${order} NULLS LAST, id`,
      toRows: (rows) => rows,
    };
  }
}

const kinds = `count(*) FILTER (WHERE f.status = 'repairCompleted')::int AS repaired, count(*) FILTER (WHERE f.status = 'processingCompleted')::int AS processed`;
const meanDays = `avg(extract(epoch FROM f.completed_at - f.received_at))::float8 / 86400 AS "meanDays"`;
const falseAlarms = `count(*) FILTER (WHERE status = 'falseAlarm')::int AS "falseAlarms",
  100.0::float8 * count(*) FILTER (WHERE status = 'falseAlarm') / NULLIF(count(*) FILTER (WHERE status IN ('resolved', 'falseAlarm')), 0) AS "falseAlarmPercent"`;
/** A call is resolved when it is closed, unless as a false alarm. */
const sosRows = (conditions: string): string =>
  `SELECT c.type, c.status, c.organization_id, c.received_at, c.acknowledged_at, c.dispatched_at, c.escalated_to, CASE c.status WHEN 'resolved' THEN c.closed_at END AS resolved_at ${sosFrom} WHERE ${conditions}`;

interface Group {
  key: string | null;
  count: number;
  name: Partial<Name> | null;
}
const partName = (part: Partial<Name> | null): Name | null =>
  part?.en ? { ko: part.ko ?? part.en, en: part.en } : null;
const partsOf = (groups: readonly Group[]) =>
  groups.map(({ key, count, name }) => ({ key: key ?? unnamedPart, name: partName(name), count }));

function daysOf({ from, to }: Counted): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day);
  return days;
}
