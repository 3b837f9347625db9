import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { appVehicles } from '@headland/contracts/owner-transfer';
import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { shares, tripsOf, type TripFacts } from '@headland/domain/trips';
import { sampleState } from '@headland/domain/vehicle-state';
import { dayBounds, daysOfMonth } from '@headland/domain/zone-day';
import { daysWithTelemetry } from '../../fleet/vehicles/telemetry-days.reads';
import { devicesOf } from '../../maintenance/hours/meter.reads';
import type { AppCaller } from '../../platform/caller';
import { mustOwn, ownParts } from './own-time.reads';

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
    const days = daysOfMonth(month).map((day) => ({ day, ...dayBounds(day, caller.timeZone) }));
    return daysWithTelemetry(this.database, id, await ownParts(this.database, id, caller, days));
  }

  async trips(id: number, day: string, caller: AppCaller): Promise<Reply<typeof appVehicles.trips>> {
    await mustOwn(this.database, id, caller);
    const { from, to } = dayBounds(day, caller.timeZone);
    const own = await ownParts(this.database, id, caller, [{ from, to }]);
    const rows = await this.database.query<Row[]>(
      `SELECT t.ts, t.lat, t.lon, t.heading, t.speed, t.engine, t.work, t.rpm, t.engine_hours, t.odometer, t.fuel_used
       FROM unnest($5::timestamptz[], $6::timestamptz[]) AS own(start, stop)
         JOIN telemetry t ON t.device_key = ANY ($2::int[]) AND t.vehicle_id = $1 AND t.ts >= own.start AND t.ts < own.stop AND t.ts >= $3 AND t.ts < $4
       WHERE t.lat IS NOT NULL AND t.lon IS NOT NULL ORDER BY t.ts, t.boot, t.seq LIMIT ${maxPoints}`,
      [
        id,
        await devicesOf(this.database, id),
        new Date(from),
        new Date(to),
        own.map((part) => new Date(part.from)),
        own.map((part) => new Date(part.to)),
      ],
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
