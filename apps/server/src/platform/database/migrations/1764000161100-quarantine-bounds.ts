import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many messages of a device were not stored in quarantine, by hour. */
export class QuarantineBounds1764000161100 implements MigrationInterface {
  name = 'QuarantineBounds1764000161100';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
-- device_id is the one of the topic, whether or not such a device is registered
CREATE TABLE quarantine_discarded (
  device_id text NOT NULL,
  hour timestamptz NOT NULL,
  messages bigint NOT NULL,
  PRIMARY KEY (device_id, hour)
)`;
