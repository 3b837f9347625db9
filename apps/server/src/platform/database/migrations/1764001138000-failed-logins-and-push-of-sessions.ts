import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wrong passwords are counted alike for IDs that exist and for those that do not; web push belongs to a session. */
export class FailedLoginsAndPushOfSessions1764001138000 implements MigrationInterface {
  name = 'FailedLoginsAndPushOfSessions1764001138000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
-- the last wrong password: an old one counts no longer
ALTER TABLE user_account ADD COLUMN failed_at timestamptz;
-- whatever was counted until now is forgotten after the same time
UPDATE user_account SET failed_at = now() WHERE failed_logins > 0;
-- a keyed hash: people type a password where an ID belongs
CREATE TABLE unknown_login (
  id_hash text PRIMARY KEY,
  failed_logins smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  failed_at timestamptz NOT NULL
);
CREATE INDEX unknown_login_failed ON unknown_login (failed_at);
-- which session it was turned on in; null: before this was known
ALTER TABLE push_subscription ADD COLUMN session_id uuid REFERENCES login_session;
CREATE INDEX push_subscription_session ON push_subscription (session_id) WHERE session_id IS NOT NULL;`;
