import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Day } from '@headland/domain/statistics-days';
import { dayBounds, plusDays } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { LOG } from '../../platform/log';
import { StatisticsAggregates, zoneNamed } from './statistics-aggregates.tx';

/**
 * How long the first request of a zone waits for its days; a larger fleet takes longer, and the request is repeated.
 */
const firstAnswerMs = 8_000;

/** Days of a zone, and which of them are counted in `vehicle_day` and `organization_day`. */
export interface CountedDays {
  zone: number;
  days: Day[];
  counted: ReadonlySet<string>;
}

/** Which days of a time zone are counted. The newest days of a zone without earlier requests are counted now, older ones later. */
@Injectable()
export class ZoneDays {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
    private readonly aggregates: StatisticsAggregates,
  ) {}

  async of(name: string, days: Day[]): Promise<CountedDays> {
    const timeZone = canonical(name);
    const now = this.clock();
    const read = (): Promise<{ id: number; stale: boolean; counted: string[] }[]> =>
      this.database.query(
        `SELECT z.id, z.asked_at < $2::timestamptz - interval '1 day' AS stale, ARRAY(SELECT d.day::text FROM figures_day d WHERE d.zone_id = z.id AND d.day = ANY($3::date[])) AS counted
         FROM figures_zone z WHERE z.name = $1`,
        [timeZone, now, days.map((d) => d.day)],
      );
    let [zone] = await read();
    if (zone === undefined) {
      const counting = this.aggregates
        .addZone(timeZone)
        .catch((error: unknown) =>
          this.log.error({ error, timeZone }, 'figures: the days of a new zone were not counted'),
        );
      await Promise.race([counting, wait(firstAnswerMs, undefined, { ref: false })]);
    }
    if (zone === undefined || zone.stale) {
      const id = await zoneNamed(this.database, timeZone, now);
      zone = (await read())[0] ?? { id, stale: false, counted: [] };
    }
    return { zone: zone.id, days, counted: new Set(zone.counted) };
  }

  /**
   * What vehicles did on each day of a period (YYYY-MM-DD, both included), as SQL of a relation with vehicle_id, day, idle_ms, work_ms, drive_ms, hours,
   * km, fuel_l and starts; no row for a day without activity. Today, and days that are not counted yet, are sums of the
   * 15-minute rows. Parameters are added by `parameter`.
   */
  async vehicleDays(
    timeZone: string,
    { from, to }: { from: string; to: string },
    parameter: (value: unknown) => string,
  ): Promise<string> {
    const days: Day[] = [];
    for (let day = from; day <= to; day = plusDays(day, 1)) days.push({ day, ...dayBounds(day, timeZone) });
    const { zone, counted } = await this.of(timeZone, days);
    const others = days.filter((d) => !counted.has(d.day) && d.from < this.clock().getTime());
    const parts = [
      `SELECT vehicle_id, day, idle_ms, work_ms, drive_ms, hours, km, fuel_l, starts FROM vehicle_day
       WHERE zone_id = ${parameter(zone)}::int AND day = ANY (${parameter([...counted].sort())}::date[])
         AND (starts > 0 OR idle_ms + work_ms + drive_ms > 0 OR km > 0 OR hours > 0)`,
    ];
    if (others.length > 0)
      parts.push(
        `SELECT q.vehicle_id, d.day, sum(q.idle_ms)::int, sum(q.work_ms)::int, sum(q.drive_ms)::int, sum(q.hours), sum(q.km), sum(q.fuel_l), sum(q.starts)::int
         FROM unnest(${parameter(others.map((d) => d.day))}::date[], ${parameter(others.map((d) => new Date(d.from)))}::timestamptz[], ${parameter(others.map((d) => new Date(d.to)))}::timestamptz[])
           AS d(day, starts_at, ends_at) JOIN vehicle_quarter q ON q.quarter >= d.starts_at AND q.quarter < d.ends_at
         GROUP BY q.vehicle_id, d.day
         HAVING sum(q.starts) > 0 OR sum(q.idle_ms + q.work_ms + q.drive_ms) > 0 OR sum(q.km) > 0 OR sum(q.hours) > 0`,
      );
    return `(${parts.join(' UNION ALL ')})`;
  }
}

/** One zone has several names, and they are case-insensitive. */
const canonical = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
