import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sweep looks every two seconds for late samples of timed-out requests. */
export class CorrectedRemoteStarts1764000179000 implements MigrationInterface {
  name = 'CorrectedRemoteStarts1764000179000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE INDEX control_request_timed_out ON control_request (ended_at) WHERE failure = 'timeout'`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
