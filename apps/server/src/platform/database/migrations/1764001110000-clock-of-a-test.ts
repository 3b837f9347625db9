import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A test keeps how far its terminal's clock was behind ours when its first rows came, as a recording does: a clock that is set while it runs moves no row.
 * Tests of before have none, and are shown by the clock of their session, as until now.
 */
export class ClockOfATest1764001110000 implements MigrationInterface {
  name = 'ClockOfATest1764001110000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE diagnosis_test ADD COLUMN offset_ms bigint');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
