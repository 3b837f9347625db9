import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { EngineDay } from '@headland/contracts/vehicle';
import { correctionOn, hoursByDay, hoursRunOver, type DayReadings, type Reading } from '@headland/domain/meter';
import { dayBounds, dayOf, plusDays } from '@headland/domain/zone-day';
import { devicesOf, correctionsOf } from './meter.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Caller } from '../../platform/caller';

const shownDays = 31;
/** A day has 8,640 ten-second samples; more rows than this are corrupt data. */
const maxReadings = 20_000;

interface DayRow {
  day: string;
  first_ts: Date;
  first_hours: number;
  last_ts: Date;
  last_hours: number;
}

/** Engine hours of each of the last days, by meter. The caller has checked the scope. */
@Injectable()
export class VehicleHours {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async hours(id: number, caller: Caller): Promise<EngineDay[]> {
    const today = dayOf(this.now().getTime(), caller.timeZone);
    // one more day in front: its last reading is the start of the first shown day
    const names = Array.from({ length: shownDays + 1 }, (_, i) => plusDays(today, i - shownDays));
    const days = names.map((day) => ({ day, ...dayBounds(day, caller.timeZone) }));
    const [read, corrections] = await Promise.all([this.ends(id, days), correctionsOf(this.database, id)]);
    const [before, ...shown] = read;
    const counted = hoursByDay(shown, before?.readings.at(-1) ?? null);
    return Promise.all(
      counted.map(async ({ day, hours, reading, reset }, i) => ({
        day,
        correction: correctionOn(corrections, 'hours', day),
        // the meter was replaced on that day: all its readings are needed
        hours: reset ? await this.exactly(id, days[i + 1] ?? { from: 0, to: 0 }, lastBefore(read, i + 1)) : hours,
        reading: reading === null ? null : reading + correctionOn(corrections, 'hours', day),
        reset,
      })),
    );
  }

  /**
   * First and last reading of each day and device: two index probes in one or two partitions each, however long the
   * machine ran.
   */
  private async ends(id: number, days: readonly { day: string; from: number; to: number }[]): Promise<DayReadings[]> {
    const one = (order: 'ASC' | 'DESC'): string =>
      `SELECT t.ts, t.engine_hours FROM telemetry t WHERE t.device_key = $7 AND t.vehicle_id = $1 AND t.ts >= d.start AND t.ts < d.stop
         AND t.ts >= $5 AND t.ts < $6 AND t.engine_hours IS NOT NULL ORDER BY t.ts ${order} LIMIT 1`;
    const bounds = [
      days.map((d) => d.day),
      days.map((d) => new Date(d.from)),
      days.map((d) => new Date(d.to)),
      new Date(days[0]?.from ?? 0),
      new Date(days.at(-1)?.to ?? 0),
    ];
    // one device at a time: probes of several nodes cannot be ordered by one index
    const rows = await Promise.all(
      (await devicesOf(this.database, id)).map((key) =>
        this.database.query<DayRow[]>(
          `SELECT d.day, f.ts AS first_ts, f.engine_hours AS first_hours, l.ts AS last_ts, l.engine_hours AS last_hours
           FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS d(day, start, stop)
             CROSS JOIN LATERAL (${one('ASC')}) AS f CROSS JOIN LATERAL (${one('DESC')}) AS l`,
          [id, ...bounds, key],
        ),
      ),
    );
    const found = new Map<string, Reading[]>();
    for (const r of rows.flat())
      found.set(r.day, [
        ...(found.get(r.day) ?? []),
        { ts: r.first_ts.getTime(), hours: r.first_hours },
        { ts: r.last_ts.getTime(), hours: r.last_hours },
      ]);
    return days.map(({ day }) => ({ day, readings: (found.get(day) ?? []).sort((a, b) => a.ts - b.ts) }));
  }

  private async exactly(
    id: number,
    { from, to }: { from: number; to: number },
    before: Reading | null,
  ): Promise<number> {
    const rows = await this.database.query<{ ts: Date; engine_hours: number }[]>(
      `SELECT t.ts, t.engine_hours FROM telemetry t WHERE t.device_key = ANY ($4::int[]) AND t.vehicle_id = $1 AND t.ts >= $2 AND t.ts < $3 AND t.engine_hours IS NOT NULL
       ORDER BY t.ts LIMIT ${maxReadings}`,
      [id, new Date(from), new Date(to), await devicesOf(this.database, id)],
    );
    return hoursRunOver([
      ...(before === null ? [] : [before]),
      ...rows.map((r) => ({ ts: r.ts.getTime(), hours: r.engine_hours })),
    ]);
  }
}

/** The last reading of the days before one. */
function lastBefore(days: readonly DayReadings[], index: number): Reading | null {
  for (let i = index - 1; i >= 0; i--) {
    const last = days[i]?.readings.at(-1);
    if (last) return last;
  }
  return null;
}
