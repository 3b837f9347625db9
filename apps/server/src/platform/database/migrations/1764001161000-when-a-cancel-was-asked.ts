import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * When a device was asked to cancel a program: one that says nothing has that long to answer. Runs that were asked before this have none, and are
 * held to the end of their offer, as until now.
 */
export class WhenACancelWasAsked1764001161000 implements MigrationInterface {
  name = 'WhenACancelWasAsked1764001161000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE flash_run ADD COLUMN cancel_asked_at timestamptz');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
