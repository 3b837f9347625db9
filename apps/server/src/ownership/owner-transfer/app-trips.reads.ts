import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { appVehicles } from '@headland/contracts/owner-transfer';
import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { shares, tripsOf, type TripFacts } from '@headland/domain/trips';
import { sampleState } from '@headland/domain/vehicle-state';
import { dayBounds, daysOfMonth } from '@headland/domain/zone-day';
import { devicesOf } from '../../maintenance/hours/meter.reads';
import type { AppCaller } from '../../platform/caller';
import { inOwnTime, mustOwn } from './own-time.reads';

/** A day has 8,640 ten-second samples; more rows than this are a fault of the data. */
const maxPoints = 20_000;
interface Row {
  ts: Date;
  lat: number;
  lon: number;
  heading: number | null;
  speed: number | null;
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  rpm: number | null;
  engine_hours: number | null;
  odometer: number | null;
  fuel_used: number | null;
}

/** Where an owner was with a machine: days by the app's zone, and of the day of a takeover only the own part. */
@Injectable()
export class AppTrips {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async days(id: number, month: string, caller: AppCaller): Promise<string[]> {
    await mustOwn(this.database, id, caller);
    const days = daysOfMonth(month);
    const bounds = days.map((day) => dayBounds(day, caller.timeZone));
    // each day uses the index once; the outer bounds let the planner leave the other partitions alone
    const rows = await this.database.query<{ day: string }[]>(
      `SELECT d.day FROM unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) AS d(day, start, stop), LATERAL (
         SELECT 1 FROM telemetry t WHERE t.device_key = ANY (${devicesOf}) AND t.vehicle_id = $1 AND t.ts >= d.start AND t.ts < d.stop AND t.ts >= $6 AND t.ts < $7
           AND ${inOwnTime('t.ts')} LIMIT 1) AS any_row ORDER BY d.day`,
      [
        id,
        caller.customerId,
        days,
        bounds.map((b) => new Date(b.from)),
        bounds.map((b) => new Date(b.to)),
        new Date(bounds[0]?.from ?? 0),
        new Date(bounds.at(-1)?.to ?? 0),
      ],
    );
    return rows.map((r) => r.day);
  }

  async trips(id: number, day: string, caller: AppCaller): Promise<Reply<typeof appVehicles.trips>> {
    await mustOwn(this.database, id, caller);
    const { from, to } = dayBounds(day, caller.timeZone);
    const rows = await this.database.query<Row[]>(
      `SELECT t.ts, t.lat, t.lon, t.heading, t.speed, t.engine, t.work, t.rpm, t.engine_hours, t.odometer, t.fuel_used FROM telemetry t
       WHERE t.device_key = ANY (${devicesOf}) AND t.vehicle_id = $1 AND t.ts >= $3 AND t.ts < $4 AND t.lat IS NOT NULL AND t.lon IS NOT NULL AND ${inOwnTime('t.ts')}
       ORDER BY t.ts, t.boot, t.seq LIMIT ${maxPoints}`,
      [id, caller.customerId, new Date(from), new Date(to)],
    );
    const track = rows.map(pointOf);
    return { track, trips: tripsOf(track.map((p, i) => ({ ...p, odometer: rows[i]?.odometer ?? null }))).map(tripOf) };
  }
}

const pointOf = (r: Row): TrackPoint => ({
  ts: r.ts.getTime(),
  lat: r.lat,
  lon: r.lon,
  heading: r.heading,
  speed: r.speed,
  state: sampleState(r.engine, r.work),
  rpm: r.rpm,
  engineHours: r.engine_hours,
  fuelUsed: r.fuel_used,
});

function tripOf(t: TripFacts) {
  const [idlePercent = 0, workPercent = 0, drivePercent = 0] = shares([t.idleMs, t.workMs, t.driveMs]);
  return {
    start: new Date(t.startMs).toISOString(),
    end: new Date(t.endMs).toISOString(),
    runMinutes: Math.round((t.endMs - t.startMs) / 60_000),
    distanceKm: rounded(t.distanceKm),
    fuelL: rounded(t.fuelL),
    idlePercent,
    workPercent,
    drivePercent,
  };
}

/** To ten metres, to ten millilitres: more than the sensors know. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);
