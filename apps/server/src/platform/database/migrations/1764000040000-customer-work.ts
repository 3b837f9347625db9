import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers: the language of their messages, names of their machines, read messages, and indexes of their list. */
export class CustomerWork1764000040000 implements MigrationInterface {
  name = 'CustomerWork1764000040000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(columns);
    await q.query(indexes);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const columns = `
ALTER TABLE customer ADD COLUMN language text NOT NULL DEFAULT 'ko' CHECK (language IN ('ko', 'en'));
-- what the customer calls the machine; of this sale, and gone with it
ALTER TABLE sale ADD COLUMN nickname text;
-- in the app
ALTER TABLE delivery ADD COLUMN read_at timestamptz;`;

const indexes = `
CREATE INDEX customer_list ON customer (app_status, created_at DESC, id DESC) WHERE removed_at IS NULL;
-- a phone is searched for by how it ends, which is what a mask leaves readable
CREATE INDEX customer_phone_end ON customer (right(regexp_replace(phone, '\\D', '', 'g'), 4)) WHERE removed_at IS NULL;
CREATE INDEX sale_customer ON sale (customer_id) WHERE customer_id IS NOT NULL;`;
