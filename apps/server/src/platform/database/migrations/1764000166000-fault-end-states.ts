import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Allows the two final states of a fault report, and restricts the indexes of open reports to the open states. Short:
 * `SortCompletedFaults` moves the rows. The column `completion` stays until no process of the previous release reads
 * it.
 */
export class FaultEndStates1764000166000 implements MigrationInterface {
  name = 'FaultEndStates1764000166000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE fault_report DROP CONSTRAINT fault_report_status_check;
ALTER TABLE fault_report ADD CONSTRAINT fault_report_status_check CHECK (status IN ('occurred', 'accepted', 'completed', 'repairCompleted', 'processingCompleted')) NOT VALID;
DROP INDEX fault_report_open;
CREATE UNIQUE INDEX fault_report_open ON fault_report (device_id, COALESCE(vehicle_id, 0), code) WHERE status IN ('occurred', 'accepted');
DROP INDEX fault_report_queue;
CREATE INDEX fault_report_queue ON fault_report (status, severity, occurred_at, id) INCLUDE (organization_id, due_at, words) WHERE status IN ('occurred', 'accepted');
DROP INDEX fault_report_mine;
CREATE INDEX fault_report_mine ON fault_report (person_id) WHERE status IN ('occurred', 'accepted') AND person_id IS NOT NULL;
DROP INDEX fault_report_vehicle_open;
CREATE INDEX fault_report_vehicle_open ON fault_report (vehicle_id) WHERE status IN ('occurred', 'accepted')`;
