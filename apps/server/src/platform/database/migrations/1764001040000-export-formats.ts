import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports and their schedules as PDF, too: those that are there are workbooks. */
export class ExportFormats1764001040000 implements MigrationInterface {
  name = 'ExportFormats1764001040000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE list_export ADD COLUMN format text NOT NULL DEFAULT 'xlsx' CHECK (format IN ('xlsx', 'pdf'));
ALTER TABLE export_schedule ADD COLUMN format text NOT NULL DEFAULT 'xlsx' CHECK (format IN ('xlsx', 'pdf'));`;
