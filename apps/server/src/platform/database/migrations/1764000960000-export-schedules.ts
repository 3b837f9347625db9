import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists as workbooks at set times. */
export class ExportSchedules1764000960000 implements MigrationInterface {
  name = 'ExportSchedules1764000960000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
CREATE TABLE export_schedule (
  id serial PRIMARY KEY,
  user_id int NOT NULL REFERENCES user_account,
  list text NOT NULL,
  name text NOT NULL,
  -- as that of an export; a period in its filter may be a name
  request jsonb NOT NULL,
  every text NOT NULL CHECK (every IN ('day', 'week', 'month')),
  -- 0 is Sunday
  weekday smallint NOT NULL,
  hour smallint NOT NULL,
  time_zone text NOT NULL,
  -- null: it has stopped, since its member may not have the list any more
  next_at timestamptz,
  last_at timestamptz,
  -- code of the error catalogue
  problem text
);
CREATE INDEX export_schedule_next ON export_schedule (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX export_schedule_user ON export_schedule (user_id);
-- the name of the schedule that asked for it; null: its member did
ALTER TABLE list_export ADD COLUMN schedule text;`;
