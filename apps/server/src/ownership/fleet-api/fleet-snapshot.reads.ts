import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { type FleetEquipment, fleetPageSize } from '@headland/contracts/fleet-api';
import { measuredValues, type MeasuredValue } from '@headland/contracts/measured-values';
import { signalSql } from '../../fleet/telemetry/signal-columns.reads';
import { metersSql } from '../../fleet/vehicles/vehicle-condition.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { FleetCaller } from '../../platform/caller';
import { type Identity, machineOf, machinesOf } from './fleet-scope.reads';
import { degrees, percent, rounded, utc } from './fleet-values';

interface Row {
  vin: string;
  model: string;
  nickname: string | null;
  installed: Date | null;
  /** the customer owns it from then on; null: always, or the client is an organization's */
  since: Date | null;
  position_ts: Date | null;
  lat: number | null;
  lon: number | null;
  ts: Date | null;
  engineHours: number | null;
  odometer: number | null;
  fuel_used: number | null;
  fuel_level: number | null;
  def_level: number | null;
  engine_ts: Date | null;
  engine: boolean | null;
  counted_to: Date | null;
  day_fuel: number | null;
  day_load: number | null;
  day_speed: number | null;
  idle_hours: number | null;
  idle_to: Date | null;
}

/** Position of a value in the arrays of the 5-minute buckets; those of PostgreSQL begin at 1. */
export const placeOf = (value: MeasuredValue): number => measuredValues.indexOf(value) + 1;

/** The newest values of machines, as ISO/TS 15143-3 has them. */
@Injectable()
export class FleetSnapshotReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async count(client: FleetCaller): Promise<number> {
    const where = machinesOf(client);
    const [row] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM vehicle v WHERE ${where.sql}`,
      where.parameters,
    );
    return row?.total ?? 0;
  }

  /** In the order in which the machines were registered, which no other machine changes. */
  page(client: FleetCaller, page: number): Promise<FleetEquipment[]> {
    return this.read(client, machinesOf(client), (page - 1) * fleetPageSize);
  }

  /** Throws Problem NOT_FOUND, also for a machine that the client does not see. */
  async one(client: FleetCaller, identity: Identity): Promise<FleetEquipment> {
    const [found] = await this.read(client, machineOf(client, identity, this.config.FLEET_OEM_NAME), 0);
    if (found === undefined) throw new Problem('NOT_FOUND');
    return found;
  }

  private async read(client: FleetCaller, where: Where, offset: number): Promise<FleetEquipment[]> {
    const page = `SELECT v.* FROM vehicle v JOIN model m ON m.id = v.model_id WHERE ${where.sql} ORDER BY v.id LIMIT ${fleetPageSize} OFFSET ${offset}`;
    await this.sumIdle(page, where.parameters);
    const isCustomer = where.parameter(client.customerId !== null);
    const rows = await this.database.query<Row[]>(
      `SELECT v.vin, m.name AS model, CASE WHEN ${isCustomer} THEN a.nickname END AS nickname, i.matched_at AS installed, o.since, s.position_ts, s.lat, s.lon, s.ts, ${metersSql}, s.fuel_used,
         ${signalSql('s', 'fuelLevel')} AS fuel_level, ${signalSql('s', 'defLevel')} AS def_level, s.engine_ts, s.engine,
         f.counted_to, d.fuel AS day_fuel, d.load AS day_load, d.speed AS day_speed, q.hours AS idle_hours, q.until AS idle_to
       FROM (${page}) v
         JOIN model m ON m.id = v.model_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id LEFT JOIN figures_progress f ON true
         LEFT JOIN device_installation i ON i.vehicle_id = v.id AND i.ended_at IS NULL LEFT JOIN sale a ON a.vehicle_id = v.id AND a.cancelled_at IS NULL
         LEFT JOIN vehicle_owner w ON w.vehicle_id = v.id AND w.until IS NULL CROSS JOIN LATERAL (SELECT CASE WHEN ${isCustomer} THEN w.since END AS since) o
         LEFT JOIN LATERAL (SELECT sum(b.fuel_l) AS fuel, max(b.maxs[${placeOf('speed')}]) AS speed,
             sum(b.means[${placeOf('load')}] * b.counts[${placeOf('load')}]) FILTER (WHERE b.idle_ms + b.work_ms + b.drive_ms > 0)
               / nullif(sum(b.counts[${placeOf('load')}]) FILTER (WHERE b.idle_ms + b.work_ms + b.drive_ms > 0), 0) AS load
           FROM vehicle_5min b WHERE b.vehicle_id = v.id AND b.bucket >= greatest(f.counted_to - interval '24 hours', o.since) AND b.bucket < f.counted_to) d ON true
         LEFT JOIN fleet_idle_sum z ON z.vehicle_id = v.id
         LEFT JOIN LATERAL (SELECT (COALESCE(z.idle_ms, 0) + sum(x.idle_ms)) / 3600000.0::float8 AS hours, max(x.quarter) + interval '15 minutes' AS until
           FROM vehicle_quarter x WHERE x.vehicle_id = v.id AND x.quarter >= COALESCE(z.until, '-infinity')) q ON true
       ORDER BY v.id`,
      where.parameters,
    );
    return rows.map((row) => this.toEquipment(row));
  }

  /**
   * Idle time is summed over all that is aggregated. Years of it are summed once a week, up to a week ago and before the
   * last interval of the machine; late data of an older time shows when they are summed again.
   */
  private async sumIdle(page: string, parameters: readonly unknown[]): Promise<void> {
    const now = `$${parameters.length + 1}::timestamptz`;
    await this.database.query(
      `INSERT INTO fleet_idle_sum AS z (vehicle_id, until, idle_ms, read_at)
       SELECT v.id, e.until, COALESCE((SELECT sum(x.idle_ms) FROM vehicle_quarter x WHERE x.vehicle_id = v.id AND x.quarter < e.until), 0), ${now}
       FROM (${page}) v LEFT JOIN fleet_idle_sum z ON z.vehicle_id = v.id
         CROSS JOIN LATERAL (SELECT least(${now} - interval '7 days', x.quarter) AS until FROM vehicle_quarter x WHERE x.vehicle_id = v.id ORDER BY x.quarter DESC LIMIT 1) e
       WHERE z.read_at IS NULL OR z.read_at < ${now} - interval '7 days' ORDER BY v.id
       ON CONFLICT (vehicle_id) DO UPDATE SET until = excluded.until, idle_ms = excluded.idle_ms, read_at = excluded.read_at`,
      [...parameters, this.now()],
    );
  }

  /** Nothing of a former owner's time is disclosed: a value counts from the time at which the machine became the customer's. */
  private toEquipment(r: Row): FleetEquipment {
    const own = (at: Date | null): at is Date => at !== null && (r.since === null || at >= r.since);
    const reading = <T>(at: Date | null, value: number | null, make: (datetime: string, value: number) => T) =>
      own(at) && value !== null ? make(utc(at), value) : undefined;
    const hours = (datetime: string, value: number) => ({ datetime, Hour: rounded(Math.max(0, value)) });
    const fuel = (datetime: string, value: number) => ({
      datetime,
      FuelUnits: 'litre' as const,
      FuelConsumed: rounded(Math.max(0, value)),
    });
    const share = (datetime: string, value: number) => ({ datetime, Percent: percent(value) });
    return {
      EquipmentHeader: {
        ...(r.installed === null ? {} : { UnitInstallDateTime: utc(r.installed) }),
        OEMName: this.config.FLEET_OEM_NAME,
        Model: r.model,
        EquipmentID: r.nickname ?? r.vin,
        SerialNumber: r.vin,
        PIN: r.vin,
      },
      Location: reading(r.position_ts, r.lat, (datetime, lat) => ({
        datetime,
        Latitude: degrees(lat),
        Longitude: degrees(r.lon ?? 0),
      })),
      CumulativeOperatingHours: reading(r.ts, r.engineHours, hours),
      FuelUsed: reading(r.ts, r.fuel_used, fuel),
      FuelUsedLast24: reading(r.counted_to, r.day_fuel, fuel),
      Distance: reading(r.ts, r.odometer, (datetime, value) => ({
        datetime,
        OdometerUnits: 'kilometre',
        Odometer: rounded(Math.max(0, value)),
      })),
      CumulativeIdleHours: reading(r.idle_to, r.idle_hours, hours),
      FuelRemaining: reading(r.ts, r.fuel_level, share),
      DEFRemaining: reading(r.ts, r.def_level, share),
      EngineStatus:
        own(r.engine_ts) && r.engine !== null ? { datetime: utc(r.engine_ts), Running: r.engine } : undefined,
      AverageLoadFactorLast24: reading(r.counted_to, r.day_load, share),
      MaximumSpeedLast24: reading(r.counted_to, r.day_speed, (datetime, value) => ({
        datetime,
        SpeedUnits: 'kilometres per hour',
        Speed: rounded(value),
      })),
    };
  }
}
