import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Scope } from '../../platform/caller';
import { Where } from '../../platform/database/where';
import { ZoneDays } from './zone-days.reads';

export interface Period {
  from: string;
  to: string;
}
/** How old the sums of a period may be. Days that are over change only with late data, today every 15 minutes. */
export const keptMs = 5 * 60_000;
/** Older sums are removed; until then a read that began with them can finish. */
export const removedAfterMs = 15 * 60_000;

/** A scope of more vehicles than this reads stored sums, which a fleet's first request of a period makes for all. */
export const largeScope = 5_000;

/** Columns of the sums of a vehicle over a period, from `vehicleDays`. */
const sumColumns =
  'vehicle_id, count(*)::int AS days, sum(idle_ms) AS idle_ms, sum(work_ms) AS work_ms, sum(drive_ms) AS drive_ms, sum(km) AS km, sum(fuel_l) AS fuel_l, sum(idle_ms + work_ms + drive_ms) FILTER (WHERE fuel_l IS NOT NULL) AS fuel_ms, sum(starts)::int AS starts';

/**
 * Sums of each vehicle over a period. Those of the whole fleet are millions of days, and each page, order and filter of the
 * list needs them: they are stored for some minutes, for all processes.
 */
@Injectable()
export class DrivePeriods {
  private readonly running = new Map<string, Promise<string>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly zoneDays: ZoneDays,
  ) {}

  /** Whether a scope is so large that its sums are read from those that are stored. */
  async areStored(scope: Scope): Promise<boolean> {
    if (scope.all) return true;
    const where = new Where(scope, 'v.organization_id');
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM vehicle v WHERE ${where.sql} LIMIT ${largeScope + 1}) seen`,
      where.parameters,
    );
    return (row?.n ?? 0) > largeScope;
  }

  /** SQL of the sums, read now; of these vehicles only, if `only` (a condition on `vehicle_id`) is given. */
  async sums(timeZone: string, period: Period, parameter: (value: unknown) => string, only = 'TRUE'): Promise<string> {
    const days = await this.zoneDays.vehicleDays(timeZone, period, parameter);
    return `(SELECT ${sumColumns} FROM ${days} AS d WHERE ${only} GROUP BY vehicle_id)`;
  }

  /** SQL of the stored sums of the whole fleet. */
  async storedSums(timeZone: string, period: Period, parameter: (value: unknown) => string): Promise<string> {
    const key = [timeZone, period.from, period.to].join(' ');
    let id = this.running.get(key);
    if (id === undefined) {
      id = this.stored(timeZone, period).finally(() => this.running.delete(key));
      this.running.set(key, id);
    }
    return `(SELECT * FROM drive_period_vehicle WHERE period_id = ${parameter(await id)}::bigint)`;
  }

  private async stored(timeZone: string, period: Period): Promise<string> {
    const now = this.clock();
    const [fresh] = await this.database.query<{ id: string }[]>(
      `SELECT id FROM drive_period WHERE time_zone = $1 AND first_day = $2 AND last_day = $3 AND read_at > $4 ORDER BY id DESC LIMIT 1`,
      [timeZone, period.from, period.to, new Date(now.getTime() - keptMs)],
    );
    if (fresh !== undefined) return fresh.id;
    const parameters: unknown[] = [];
    const sql = await this.sums(timeZone, period, (value) => `$${parameters.push(value)}`);
    return this.database.transaction(async (tx) => {
      const old = [new Date(now.getTime() - removedAfterMs)];
      await tx.query(
        `WITH old AS (DELETE FROM drive_period WHERE read_at < $1 RETURNING id) DELETE FROM drive_period_vehicle WHERE period_id IN (SELECT id FROM old)`,
        old,
      );
      const [made] = await tx.query<{ id: string }[]>(
        'INSERT INTO drive_period (time_zone, first_day, last_day, read_at) VALUES ($1, $2, $3, $4) RETURNING id',
        [timeZone, period.from, period.to, now],
      );
      const id = made?.id ?? '';
      parameters.push(id);
      await tx.query(
        `INSERT INTO drive_period_vehicle (period_id, vehicle_id, days, idle_ms, work_ms, drive_ms, km, fuel_l, fuel_ms, starts)
         SELECT $${parameters.length}::bigint, vehicle_id, days, idle_ms, work_ms, drive_ms, km, fuel_l, fuel_ms, starts FROM ${sql} AS s`,
        parameters,
      );
      // a period that the planner does not know has one row for it, and it would join the vehicles one by one
      await tx.query('ANALYZE drive_period_vehicle');
      return id;
    });
  }
}
