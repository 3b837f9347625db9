import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The organization within which whoever issued a secret sees machines; null: all, and of clients of before nobody knows it. */
export class WhoIssuedAFleetClient1764001135000 implements MigrationInterface {
  name = 'WhoIssuedAFleetClient1764001135000';

  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE fleet_client ADD COLUMN issued_within integer REFERENCES organization');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
