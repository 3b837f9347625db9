import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A code may be reported cleared before its occurrence arrives (messages come late and out of order). No report is
 * opened then, but the clearance is stored, so that the late occurrence becomes a cleared report instead of one that
 * stays active for ever.
 */
export class RememberWhatClearedBeforeItOccurred1763700000000 implements MigrationInterface {
  name = 'RememberWhatClearedBeforeItOccurred1763700000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE TABLE fault_clearance (
  device_id text NOT NULL,
  code text NOT NULL,
  boot integer NOT NULL,
  seq integer NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (device_id, code)
)`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
