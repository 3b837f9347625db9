import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Aggregates of every measured value by 5 minutes, and how far back the telemetry of this installation is aggregated. */
export class FiveMinutes1764000173000 implements MigrationInterface {
  name = 'FiveMinutes1764000173000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(buckets);
    await q.query(progress);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const buckets = `
-- five minutes of a vehicle (UTC), aggregated from telemetry by domain/statistics-quarter; vehicle_quarter has the sums of three. Kept for good.
-- means, mins, maxs and counts are in the order of contracts/measured-values; null where a value was not measured. load_ms: 0-25, 25-50, 50-75, 75-100 %
CREATE TABLE vehicle_5min (
  vehicle_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  off_ms integer NOT NULL,
  idle_ms integer NOT NULL,
  work_ms integer NOT NULL,
  drive_ms integer NOT NULL,
  load_ms integer[] NOT NULL,
  hours double precision,
  km double precision,
  fuel_l double precision,
  starts smallint NOT NULL,
  -- the last reading of the meter in this bucket
  last_hours double precision,
  means real[] NOT NULL,
  mins real[] NOT NULL,
  maxs real[] NOT NULL,
  counts integer[] NOT NULL,
  PRIMARY KEY (vehicle_id, bucket)
)`;

const progress = `
-- everything from here to counted_to is aggregated by 5 minutes; a job works backwards to the oldest telemetry
ALTER TABLE figures_progress ADD COLUMN counted_from timestamptz;
UPDATE figures_progress SET counted_from = counted_to;
ALTER TABLE figures_progress ALTER COLUMN counted_from SET NOT NULL`;
