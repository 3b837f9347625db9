import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys and wall displays know the account that issued them, not its name alone: what a superior has issued, nobody below takes out of use. */
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
