import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Time zones of the statistics are numbered by an integer: every lookup used up a number of a smallint's 32,767. Locks
 * statistics alone, not ingest.
 */
export class RoomForZones1764000163000 implements MigrationInterface {
  name = 'RoomForZones1764000163000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE figures_zone ALTER COLUMN id TYPE integer;
ALTER TABLE figures_day ALTER COLUMN zone_id TYPE integer;
ALTER TABLE organization_day ALTER COLUMN zone_id TYPE integer;
ALTER TABLE vehicle_day ALTER COLUMN zone_id TYPE integer`;
