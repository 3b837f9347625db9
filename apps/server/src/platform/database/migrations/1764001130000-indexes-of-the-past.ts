import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for what is asked with each message or page of tables that only grow: completed reports of a device's code, calls
 * of a device, the last login, sessions of a customer, unread notifications of the last hour, the last report of an organization.
 */
export class IndexesOfThePast1764001130000 implements MigrationInterface {
  name = 'IndexesOfThePast1764001130000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
CREATE INDEX fault_report_past ON fault_report (device_id, code, signal_boot DESC, signal_seq DESC) WHERE status IN ('repairCompleted', 'processingCompleted');
CREATE INDEX sos_call_device ON sos_call (device_id, device_ts);
CREATE INDEX login_session_last ON login_session (user_id, started_at DESC);
DROP INDEX app_session_customer;
CREATE INDEX app_session_customer ON app_session (customer_id, refreshed_at);
DROP INDEX notification_unread;
CREATE INDEX notification_unread ON notification (user_id, first_at) INCLUDE (at) WHERE read_at IS NULL;
DROP INDEX fault_report_done_organization;
CREATE INDEX fault_report_done_organization ON fault_report (organization_id, occurred_at) WHERE status IN ('repairCompleted', 'processingCompleted')`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
