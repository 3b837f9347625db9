import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the head office was notified of an unacknowledged SOS: each reminder comes after a longer pause. */
export class RemindersOfTheHeadOffice1764000162100 implements MigrationInterface {
  name = 'RemindersOfTheHeadOffice1764000162100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sos_call ADD COLUMN top_told integer NOT NULL DEFAULT 0');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
