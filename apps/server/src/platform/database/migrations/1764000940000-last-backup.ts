import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the last back-up was complete, for the alert that none was made: one row, or none. */
export class LastBackup1764000940000 implements MigrationInterface {
  name = 'LastBackup1764000940000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE last_backup (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        made_at timestamptz NOT NULL,
        bytes bigint
      )`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
