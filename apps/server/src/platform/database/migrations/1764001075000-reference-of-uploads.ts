import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A check of sales that failed by itself: under which reference the log has why. */
export class ReferenceOfUploads1764001075000 implements MigrationInterface {
  name = 'ReferenceOfUploads1764001075000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE sale_upload ADD COLUMN reference text');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
