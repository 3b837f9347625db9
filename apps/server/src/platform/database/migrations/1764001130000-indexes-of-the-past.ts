import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Indexes for what is asked with each message or page of tables that only grow. One migration for each table: it keeps
 * writers out while it builds, and who writes an SOS must not wait for the indexes of the other tables.
 */
abstract class Indexes implements MigrationInterface {
  abstract readonly sql: string;

  async up(q: QueryRunner): Promise<void> {
    await q.query(this.sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

/** Completed reports of a device's code, and the last report of an organization. */
export class IndexesOfReports1764001130000 extends Indexes {
  name = 'IndexesOfReports1764001130000';
  sql = `
CREATE INDEX fault_report_past ON fault_report (device_id, code, signal_boot DESC, signal_seq DESC) WHERE status IN ('repairCompleted', 'processingCompleted');
DROP INDEX fault_report_done_organization;
CREATE INDEX fault_report_done_organization ON fault_report (organization_id, occurred_at) WHERE status IN ('repairCompleted', 'processingCompleted')`;
}

/** Calls of a device: a roll-over that was derived before. */
export class IndexOfCalls1764001131000 extends Indexes {
  name = 'IndexOfCalls1764001131000';
  sql = 'CREATE INDEX sos_call_device ON sos_call (device_id, device_ts)';
}

/** The last login of a member. */
export class IndexOfLogins1764001132000 extends Indexes {
  name = 'IndexOfLogins1764001132000';
  sql = 'CREATE INDEX login_session_last ON login_session (user_id, started_at DESC)';
}

/** Ended sessions of a customer's app, too. */
export class IndexOfAppSessions1764001133000 extends Indexes {
  name = 'IndexOfAppSessions1764001133000';
  sql = `
DROP INDEX app_session_customer;
CREATE INDEX app_session_customer ON app_session (customer_id, refreshed_at)`;
}

/** Unread notifications of the last while, to which another one of the same is added. */
export class IndexOfNotifications1764001134000 extends Indexes {
  name = 'IndexOfNotifications1764001134000';
  sql = `
DROP INDEX notification_unread;
CREATE INDEX notification_unread ON notification (user_id, first_at) INCLUDE (at) WHERE read_at IS NULL`;
}
