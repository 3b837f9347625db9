import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys and wall displays reference the account that issued them, not only its name: no one of lower rank may revoke what a
 * superior has issued.
 */
export class WhoIssuedKeys1764000164000 implements MigrationInterface {
  name = 'WhoIssuedKeys1764000164000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
ALTER TABLE api_key ADD COLUMN issued_by_user integer REFERENCES user_account;
ALTER TABLE kiosk ADD COLUMN issued_by_user integer REFERENCES user_account`;
