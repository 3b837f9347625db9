import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Engine runs past their retention are found by time. They are written in order of time, so a small BRIN index is
 * enough and is built in a moment.
 */
export class FindOldEngineRuns1764000163200 implements MigrationInterface {
  name = 'FindOldEngineRuns1764000163200';

  async up(q: QueryRunner): Promise<void> {
    await q.query('CREATE INDEX engine_run_time ON engine_run USING brin (ts)');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
