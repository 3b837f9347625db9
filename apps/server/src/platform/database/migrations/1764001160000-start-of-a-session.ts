import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A session keeps the start (`boot`) of its terminal: with a later one the terminal knows nothing of it. Sessions of before have none. */
export class StartOfASession1764001160000 implements MigrationInterface {
  name = 'StartOfASession1764001160000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE diagnosis_session ADD COLUMN boot integer');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
