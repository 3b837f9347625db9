import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { dayBounds } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { keptMs, type Period, removedAfterMs } from './drive-periods';
import { ZoneDays } from './zone-days.reads';

type Parameter = (value: unknown) => string;
const tables = { models: 'operation_period_model', owners: 'operation_period_owner' } as const;
type Kind = keyof typeof tables;

/** Sums of a relation of vehicle days. Unknown distances and fuel are left out; litres per hour are of the time whose fuel is known. */
export const daySums = `sum(idle_ms)::bigint AS idle_ms, sum(work_ms)::bigint AS work_ms, sum(drive_ms)::bigint AS drive_ms, sum(km) AS km, sum(fuel_l) AS fuel_l,
  sum(idle_ms + work_ms + drive_ms) FILTER (WHERE fuel_l IS NOT NULL)::bigint AS fuel_ms`;
const sumColumns = 'idle_ms, work_ms, drive_ms, km, fuel_l, fuel_ms';
const summed = (u: string): string =>
  sumColumns
    .split(', ')
    .map((column) => `sum(${u}.${column})`)
    .join(', ');

/** SQL of who owned the vehicles `from` and `conditions` name within a period, with what they did in that time. */
export async function ownerSums(
  zoneDays: ZoneDays,
  timeZone: string,
  period: Period,
  { from, conditions, parameter }: { from: string; conditions: string; parameter: Parameter },
): Promise<string> {
  const at = (ms: number): string => `${parameter(new Date(ms))}::timestamptz`;
  const [first, last] = [dayBounds(period.from, timeZone), dayBounds(period.to, timeZone)];
  const [start, firstEnd, end] = [at(first.from), at(first.to), at(last.to)];
  const days = await zoneDays.vehicleDays(timeZone, period, parameter);
  const zone = `${parameter(timeZone)}::text`;
  return `(
    WITH owned AS (
      SELECT w.id, w.customer_id, w.vehicle_id, v.model_id, v.organization_id, w.since, w.until,
        (w.since IS NULL OR w.since < ${firstEnd}) AND (w.until IS NULL OR w.until >= ${end}) AS whole
      FROM ${from} JOIN vehicle_owner w ON w.vehicle_id = v.id
      WHERE ${conditions} AND (w.since IS NULL OR w.since < ${end}) AND (w.until IS NULL OR w.until > ${start}))
    SELECT o.customer_id, o.vehicle_id, o.model_id, o.organization_id, a.idle_ms, a.work_ms, a.drive_ms, a.km, a.fuel_l, a.fuel_ms
      FROM owned o LEFT JOIN (SELECT vehicle_id, ${daySums} FROM ${days} d GROUP BY vehicle_id) a ON a.vehicle_id = o.vehicle_id WHERE o.whole
    UNION ALL
    SELECT o.customer_id, o.vehicle_id, o.model_id, o.organization_id, ${daySums} FROM owned o LEFT JOIN ${days} d ON d.vehicle_id = o.vehicle_id
      AND (o.since IS NULL OR o.since < (d.day + 1)::timestamp AT TIME ZONE ${zone}) AND (o.until IS NULL OR o.until >= (d.day + 1)::timestamp AT TIME ZONE ${zone})
      WHERE NOT o.whole GROUP BY o.id, o.customer_id, o.vehicle_id, o.model_id, o.organization_id)`;
}

/**
 * Sums of operation data over a period, stored for some minutes for all processes: by model and organization, and by
 * owner, model and organization. Every filter and every scope is a choice of these rows.
 */
@Injectable()
export class OperationPeriods {
  private readonly running = new Map<string, Promise<string>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly zoneDays: ZoneDays,
  ) {}

  /** SQL of the stored rows, as a relation with model_id and organization_id; `owners` with customer_id, too. */
  async stored(kind: Kind, timeZone: string, { from, to }: Period, parameter: Parameter): Promise<string> {
    const key = [kind, timeZone, from, to].join(' ');
    let id = this.running.get(key);
    if (id === undefined) {
      id = this.fresh(kind, timeZone, { from, to }).finally(() => this.running.delete(key));
      this.running.set(key, id);
    }
    return `(SELECT * FROM ${tables[kind]} WHERE period_id = ${parameter(await id)}::bigint)`;
  }

  private async fresh(kind: Kind, timeZone: string, period: Period): Promise<string> {
    const now = this.clock();
    const [fresh] = await this.database.query<{ id: string }[]>(
      `SELECT id FROM operation_period WHERE kind = $1 AND time_zone = $2 AND first_day = $3 AND last_day = $4 AND read_at > $5 ORDER BY id DESC LIMIT 1`,
      [kind, timeZone, period.from, period.to, new Date(now.getTime() - keptMs)],
    );
    if (fresh !== undefined) return fresh.id;
    const parameters: unknown[] = [];
    const parameter: Parameter = (value) => `$${parameters.push(value)}`;
    const insert = await this[kind](timeZone, period, parameter);
    return this.database.transaction(async (tx) => {
      await tx.query(
        `WITH old AS (DELETE FROM operation_period WHERE read_at < $1 RETURNING id),
           models AS (DELETE FROM operation_period_model WHERE period_id IN (SELECT id FROM old))
         DELETE FROM operation_period_owner WHERE period_id IN (SELECT id FROM old)`,
        [new Date(now.getTime() - removedAfterMs)],
      );
      const [made] = await tx.query<{ id: string }[]>(
        'INSERT INTO operation_period (kind, time_zone, first_day, last_day, read_at) VALUES ($1, $2, $3, $4, $5) RETURNING id',
        [kind, timeZone, period.from, period.to, now],
      );
      const id = made?.id ?? '';
      await tx.query(insert(parameter(id)), parameters);
      // a period that the planner does not know has one row for it, and it would join the vehicles one by one
      await tx.query(`ANALYZE ${tables[kind]}`);
      return id;
    });
  }

  private async models(timeZone: string, period: Period, parameter: Parameter): Promise<(id: string) => string> {
    const days = await this.zoneDays.vehicleDays(timeZone, period, parameter);
    return (
      id,
    ) => `INSERT INTO operation_period_model (period_id, model_id, organization_id, vehicles, active, ${sumColumns})
      SELECT ${id}::bigint, v.model_id, v.organization_id, count(*), count(u.vehicle_id), ${summed('u')}
      FROM vehicle v LEFT JOIN (SELECT vehicle_id, ${daySums} FROM ${days} d GROUP BY vehicle_id) u ON u.vehicle_id = v.id
      GROUP BY v.model_id, v.organization_id`;
  }

  private async owners(timeZone: string, period: Period, parameter: Parameter): Promise<(id: string) => string> {
    const sums = await ownerSums(this.zoneDays, timeZone, period, { from: 'vehicle v', conditions: 'TRUE', parameter });
    return (
      id,
    ) => `INSERT INTO operation_period_owner (period_id, customer_id, model_id, organization_id, vehicles, ${sumColumns})
      SELECT ${id}::bigint, u.customer_id, u.model_id, u.organization_id, count(DISTINCT u.vehicle_id), ${summed('u')}
      FROM ${sums} u GROUP BY u.customer_id, u.model_id, u.organization_id`;
  }
}
