import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For a program with an unknown header one person states its target, and another one confirms it. */
export class StatedPrograms1764000169000 implements MigrationInterface {
  name = 'StatedPrograms1764000169000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE flash_file
  -- null: read from the file
  ADD COLUMN stated_by integer REFERENCES user_account,
  ADD COLUMN stated_name text,
  ADD COLUMN stated_at timestamptz,
  ADD COLUMN confirmed_by integer REFERENCES user_account,
  ADD COLUMN confirmed_name text,
  ADD COLUMN confirmed_at timestamptz,
  ADD CONSTRAINT flash_file_confirmed CHECK (confirmed_by IS NULL OR (stated_by IS NOT NULL AND confirmed_by <> stated_by)),
  -- an unconfirmed file has no signature: no terminal accepts it
  ADD CONSTRAINT flash_file_signed CHECK (stated_by IS NULL OR confirmed_by IS NOT NULL OR signature = '')`;
