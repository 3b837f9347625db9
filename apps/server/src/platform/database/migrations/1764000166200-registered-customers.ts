import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A customer is registered or withdrawn, nothing else: those without a status were entered by staff, an import or a
 * sale, and are registered. App users have the date of joining (`joined_at`); if it is missing, the day the record was
 * created.
 */
export class RegisteredCustomers1764000166200 implements MigrationInterface {
  name = 'RegisteredCustomers1764000166200';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
UPDATE customer SET joined_at = created_at WHERE app_status IS NOT NULL AND joined_at IS NULL AND removed_at IS NULL;
UPDATE customer SET app_status = CASE WHEN removed_at IS NULL THEN 'registered' ELSE 'withdrawn' END WHERE app_status IS NULL;
ALTER TABLE customer ALTER app_status SET DEFAULT 'registered', ALTER app_status SET NOT NULL;
DROP INDEX customer_members;
CREATE INDEX customer_members ON customer (organization_id) WHERE app_status = 'registered' AND joined_at IS NOT NULL AND removed_at IS NULL`;
