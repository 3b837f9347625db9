import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports that are cancelled, found again by their owner, and leave no part of a file behind. */
export class ExportCancel1764000176000 implements MigrationInterface {
  name = 'ExportCancel1764000176000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE list_export DROP CONSTRAINT list_export_state_check,
  ADD CONSTRAINT list_export_state_check CHECK (state IN ('queued', 'running', 'ready', 'failed', 'cancelled')),
  -- under which id its bytes are being written: removed when the process that wrote them is gone
  ADD COLUMN writing_id text,
  -- of the newest failure in the log
  ADD COLUMN reference text;
CREATE INDEX list_export_own ON list_export (user_id, id DESC);
-- one of each person is written at a time
DROP INDEX list_export_waiting;
CREATE INDEX list_export_waiting ON list_export (user_id, id) WHERE waited_for`;
