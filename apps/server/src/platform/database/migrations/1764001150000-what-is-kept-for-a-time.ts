import type { MigrationInterface, QueryRunner } from 'typeorm';

/*
 * Indexes by which what is old is found and deleted, each of what is deleted alone. One migration for each table: it keeps
 * writers out while it builds, and who queues a message about an SOS must not wait for the indexes of the other tables.
 */
abstract class Step implements MigrationInterface {
  abstract readonly sql: string;

  async up(q: QueryRunner): Promise<void> {
    await q.query(this.sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

/**
 * Messages past their days; and those that wait, by their lane and whether they were tried before, so that finding the next
 * ones does not read all that wait. The lane is `laneColumn` of lanes.ts as it is here.
 */
export class IndexesOfMessages1764001150000 extends Step {
  name = 'IndexesOfMessages1764001150000';
  sql = `
CREATE INDEX delivery_old ON delivery (changed_at) WHERE state <> 'queued' AND subject NOT IN ('account', 'sos');
CREATE INDEX delivery_of_account_old ON delivery (changed_at) WHERE state <> 'queued' AND subject = 'account';
CREATE INDEX delivery_due ON delivery ((CASE WHEN channel = 'panel' THEN 'panel'
  ELSE CASE WHEN subject = 'sos' THEN 'sos' WHEN secret THEN 'secret' ELSE 'ordinary' END || CASE channel WHEN 'email' THEN ' mail' ELSE '' END
  END), least(attempts, 1), next_try_at) WHERE state = 'queued'`;
}

export class IndexOfMail1764001151000 extends Step {
  name = 'IndexOfMail1764001151000';
  sql = 'CREATE INDEX mail_old ON mail (at)';
}

export class IndexesOfNotifications1764001152000 extends Step {
  name = 'IndexesOfNotifications1764001152000';
  sql = `
CREATE INDEX notification_old ON notification (at);
CREATE INDEX notification_cause_old ON notification_cause (at)`;
}

/** What became of the messages of a push, once they are deleted. */
export class FiguresOfPushes1764001153000 extends Step {
  name = 'FiguresOfPushes1764001153000';
  sql =
    'ALTER TABLE notice ADD COLUMN push_reached integer NOT NULL DEFAULT 0, ADD COLUMN push_failed integer NOT NULL DEFAULT 0';
}

/** `former_hash`: of the refresh token that was replaced last, until it was used a second time. */
export class SessionsThatEnded1764001154000 extends Step {
  name = 'SessionsThatEnded1764001154000';
  sql = `
ALTER TABLE login_session ADD COLUMN former_hash text;
CREATE INDEX login_session_ended ON login_session (ended_at) WHERE ended_at IS NOT NULL`;
}
export class AppSessionsThatEnded1764001155000 extends Step {
  name = 'AppSessionsThatEnded1764001155000';
  sql = `
ALTER TABLE app_session ADD COLUMN former_hash text;
CREATE INDEX app_session_ended ON app_session (ended_at) WHERE ended_at IS NOT NULL`;
}

/** By which the company's directory does not bring back who was removed without having used it. */
export class EmailsOnceRemoved1764001156000 extends Step {
  name = 'EmailsOnceRemoved1764001156000';
  sql = `
-- a hash of the address with the id of its account
ALTER TABLE user_account ADD COLUMN removed_email text`;
}

/** Codes of yesterday are deleted with each new one. */
export class IndexesOfCodes1764001157000 extends Step {
  name = 'IndexesOfCodes1764001157000';
  sql = `
CREATE INDEX sms_code_started ON sms_code (started_at);
CREATE INDEX sms_sending_sent ON sms_sending (sent_at)`;
}
