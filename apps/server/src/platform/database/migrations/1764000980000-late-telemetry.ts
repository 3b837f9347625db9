import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Days of telemetry may be columnar tables (fleet/telemetry/telemetry-pack). Such a table takes no `ON CONFLICT`, and
 * writes a stripe for each transaction, so what comes late for it waits in `telemetry_late`.
 */
export class LateTelemetry1764000980000 implements MigrationInterface {
  name = 'LateTelemetry1764000980000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
-- no statement uses it, and a columnar table cannot have it
DROP INDEX telemetry_ts;

-- has every column of telemetry: a new one is added to both
CREATE TABLE telemetry_late (LIKE telemetry, UNIQUE (device_key, ts, boot, seq));

-- on a day that is being packed, after the row was written there; on one that is packed, in its place
CREATE FUNCTION to_telemetry_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO telemetry_late SELECT NEW.* ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;`;
