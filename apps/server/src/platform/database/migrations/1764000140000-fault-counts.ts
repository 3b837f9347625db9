import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts the completed reports of a region without reading all others, and searches the queue by text without its rows.
 */
export class FaultCounts1764000140000 implements MigrationInterface {
  name = 'FaultCounts1764000140000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
CREATE INDEX fault_report_done_organization ON fault_report (organization_id) WHERE status = 'completed';
DROP INDEX fault_report_queue;
CREATE INDEX fault_report_queue ON fault_report (status, severity, occurred_at, id) INCLUDE (organization_id, due_at, words) WHERE status <> 'completed'`;
