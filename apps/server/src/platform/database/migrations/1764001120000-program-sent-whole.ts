import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a device was sent every block, and may be checking or writing before its message about it is here. Of runs under way only those that check or write are known to. */
export class ProgramSentWhole1764001120000 implements MigrationInterface {
  name = 'ProgramSentWhole1764001120000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE flash_run ADD COLUMN all_sent boolean NOT NULL DEFAULT false');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
