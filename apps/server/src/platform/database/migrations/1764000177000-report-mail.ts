import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers who asked for the monthly report by e-mail. */
export class ReportMail1764000177000 implements MigrationInterface {
  name = 'ReportMail1764000177000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE customer ADD COLUMN monthly_report_mail boolean NOT NULL DEFAULT false');
    await q.query('CREATE INDEX customer_monthly_report_mail ON customer (id) WHERE monthly_report_mail');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
