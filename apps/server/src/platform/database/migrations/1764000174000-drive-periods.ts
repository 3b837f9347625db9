import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DrivePeriods1764000174000 implements MigrationInterface {
  name = 'DrivePeriods1764000174000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(periods);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const periods = `
-- sums of all vehicles over a period, kept for some minutes: they are derived from vehicle_day and need no log
CREATE UNLOGGED TABLE drive_period (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time_zone text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  read_at timestamptz NOT NULL
);
CREATE UNLOGGED TABLE drive_period_vehicle (
  period_id bigint NOT NULL,
  vehicle_id integer NOT NULL,
  days integer NOT NULL,
  idle_ms bigint NOT NULL,
  work_ms bigint NOT NULL,
  drive_ms bigint NOT NULL,
  km double precision,
  fuel_l double precision,
  starts integer NOT NULL,
  PRIMARY KEY (period_id, vehicle_id)
);`;
