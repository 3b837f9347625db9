import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is wrong with a workbook is no longer named after sales: uploads of the last day, which are not saved yet, say it in the new words. */
export class WorkbookCodes1764000230000 implements MigrationInterface {
  name = 'WorkbookCodes1764000230000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      UPDATE sale_upload SET problem = CASE problem WHEN 'SALE_FILE_NOT_WORKBOOK' THEN 'WORKBOOK_INVALID' ELSE replace(problem, 'SALE_FILE_', 'WORKBOOK_') END
        WHERE problem LIKE 'SALE\\_FILE\\_%';
      UPDATE sale_upload SET errors = regexp_replace(errors::text, '"sale\\.cell\\.(formula|date)"', '"workbook.cell.\\1"', 'g')::jsonb
        WHERE errors::text ~ '"sale\\.cell\\.(formula|date)"'`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
