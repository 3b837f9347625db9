import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sensors of a sample are columns of telemetry and vehicle_state; until now they were one JSON object in `signals`. Rows
 * of before stay as they are and are read in both forms: telemetry until its day is rewritten
 * (fleet/telemetry/telemetry-rewrite), a state until its vehicle reports again.
 */
export class TelemetrySignals1764000240000 implements MigrationInterface {
  name = 'TelemetrySignals1764000240000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const columns = `ADD COLUMN load real, ADD COLUMN fuel_level real, ADD COLUMN def_level real, ADD COLUMN dpf_soot real, ADD COLUMN coolant real,
  ADD COLUMN oil_temp real, ADD COLUMN exhaust_temp real, ADD COLUMN oil_pressure real, ADD COLUMN rail_pressure real, ADD COLUMN battery real,
  ADD COLUMN hitch real, ADD COLUMN pto real, ADD COLUMN tilt_x real, ADD COLUMN tilt_y real, ADD COLUMN tilt_z real`;
const sql = `
-- without a default, so no row is touched
ALTER TABLE telemetry ${columns};
ALTER TABLE vehicle_state ${columns};
COMMENT ON COLUMN telemetry.signals IS 'Sensors of rows of before the columns';
COMMENT ON COLUMN vehicle_state.signals IS 'Sensors of rows of before the columns';

-- Days that may have rows of before: the next three days, too, since an older ingest may still write while this runs.
CREATE TABLE telemetry_rewrite (
  partition name PRIMARY KEY,
  -- what it is copied to; null before
  copy name
);
INSERT INTO telemetry_rewrite (partition)
  SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'telemetry'::regclass AND c.relname <> 'telemetry_default';
CREATE SEQUENCE telemetry_rewrite_copy;

-- what comes late into a day that is being copied
CREATE FUNCTION copy_late_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO %I SELECT ($1).* ON CONFLICT DO NOTHING', TG_ARGV[0]) USING NEW;
  RETURN NULL;
END $$;`;
