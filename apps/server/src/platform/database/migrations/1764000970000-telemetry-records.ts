import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What ingest writes as arrays of records: samples of telemetry with their columns, and received ranges of streams. A signal
 * that becomes a column becomes a field, too (fleet/telemetry/sample-columns.ts).
 */
export class TelemetryRecords1764000970000 implements MigrationInterface {
  name = 'TelemetryRecords1764000970000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TYPE telemetry_sample AS (
        device_key integer, vehicle_id integer, ts timestamptz, device_ts bigint, received_at timestamptz, boot integer, seq integer,
        lat double precision, lon double precision, heading real, speed real, engine boolean, work text, rpm real,
        engine_hours double precision, odometer double precision, fuel_used double precision,
        load real, fuel_level real, def_level real, dpf_soot real, coolant real, oil_temp real, exhaust_temp real,
        oil_pressure real, rail_pressure real, battery real, hitch real, pto real, tilt_x real, tilt_y real, tilt_z real,
        key_on boolean
      )`);
    await q.query(
      'CREATE TYPE stream_ranges AS (device_key integer, topic text, boot integer, received int4multirange, version integer)',
    );
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
