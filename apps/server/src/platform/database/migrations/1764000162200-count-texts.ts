import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * SMS sent to the gateway, by hour: of the whole installation (receiver '') and of each receiver, whose number is
 * hashed.
 */
const sql = `
CREATE TABLE sms_count (
  hour timestamptz NOT NULL,
  receiver text NOT NULL,
  sos boolean NOT NULL,
  texts integer NOT NULL,
  PRIMARY KEY (receiver, sos, hour)
);`;

export class CountTexts1764000162200 implements MigrationInterface {
  name = 'CountTexts1764000162200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
