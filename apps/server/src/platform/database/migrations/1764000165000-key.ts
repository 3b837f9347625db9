import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Key and engine are two states: a machine may have its key on and its engine off. Earlier values mean the engine. */
export class Key1764000165000 implements MigrationInterface {
  name = 'Key1764000165000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE vehicle_state ADD COLUMN key_on boolean, ADD COLUMN key_ts timestamptz`;
