import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A member's own list of vehicles, what the member is notified of about each, and the hours without push and SMS. */
export class WatchesAndQuietHours1764000891000 implements MigrationInterface {
  name = 'WatchesAndQuietHours1764000891000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
-- what there is meets it already
ALTER TABLE notification DROP CONSTRAINT notification_kind_check;
ALTER TABLE notification ADD CONSTRAINT notification_kind_check CHECK (kind IN ('sos', 'fault', 'consumable', 'watch', 'transfer', 'diagnosis', 'reprogramming', 'export', 'account', 'system')) NOT VALID;
CREATE TABLE vehicle_watch (
  user_id int NOT NULL REFERENCES user_account,
  vehicle_id int NOT NULL REFERENCES vehicle,
  sos boolean NOT NULL,
  -- from this severity on; null: none
  fault text,
  offline_hours smallint,
  maintenance boolean NOT NULL,
  -- the last message before the silence that was notified; null: none is
  silent_since timestamptz,
  PRIMARY KEY (user_id, vehicle_id)
);
CREATE INDEX vehicle_watch_vehicle ON vehicle_watch (vehicle_id);
CREATE INDEX vehicle_watch_offline ON vehicle_watch (vehicle_id) WHERE offline_hours IS NOT NULL;
CREATE TABLE quiet_hours (
  user_id int PRIMARY KEY REFERENCES user_account,
  -- on which they begin, 0 is Sunday
  days smallint[] NOT NULL,
  starts text NOT NULL,
  ends text NOT NULL,
  time_zone text NOT NULL
);`;
