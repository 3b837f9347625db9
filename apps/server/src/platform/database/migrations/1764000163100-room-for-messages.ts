import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Deliveries are numbered by a bigint: a large fleet has more than two billion in some years. The tables are rewritten
 * under a lock that ingest never needs; SOS deliveries wait that long (docs/operations.md has the duration).
 */
export class RoomForMessages1764000163100 implements MigrationInterface {
  name = 'RoomForMessages1764000163100';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE delivery ALTER COLUMN id TYPE bigint;
ALTER TABLE mail ALTER COLUMN id TYPE bigint, ALTER COLUMN delivery_id TYPE bigint`;
