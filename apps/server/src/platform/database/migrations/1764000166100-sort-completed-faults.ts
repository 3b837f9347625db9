import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Completed reports become `repairCompleted` if the record has a repair (its kind, else its day of repair), else
 * `processingCompleted`. The rows are moved before the table is locked; what a process of the previous release has
 * completed since is moved under the lock.
 */
export class SortCompletedFaults1764000166100 implements MigrationInterface {
  name = 'SortCompletedFaults1764000166100';

  async up(q: QueryRunner): Promise<void> {
    await q.query(move);
    await q.query(narrow);
    await q.query(move);
    await q.query(index);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const move = `
UPDATE fault_report SET status = CASE WHEN completion = 'repair' OR completion IS NULL AND repaired_on IS NOT NULL THEN 'repairCompleted' ELSE 'processingCompleted' END
WHERE status = 'completed'`;
const narrow = `
ALTER TABLE fault_report DROP CONSTRAINT fault_report_status_check;
ALTER TABLE fault_report ADD CONSTRAINT fault_report_status_check CHECK (status IN ('occurred', 'accepted', 'repairCompleted', 'processingCompleted')) NOT VALID`;
const index = `
ALTER TABLE fault_report VALIDATE CONSTRAINT fault_report_status_check;
DROP INDEX fault_report_done;
CREATE INDEX fault_report_done ON fault_report (severity, occurred_at, id) INCLUDE (organization_id, status) WHERE status IN ('repairCompleted', 'processingCompleted');
DROP INDEX fault_report_done_organization;
CREATE INDEX fault_report_done_organization ON fault_report (organization_id) WHERE status IN ('repairCompleted', 'processingCompleted')`;
