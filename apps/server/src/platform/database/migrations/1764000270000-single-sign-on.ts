import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Login by a company directory: logins that are under way, and which person there is which account here. */
export class SingleSignOn1764000270000 implements MigrationInterface {
  name = 'SingleSignOn1764000270000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
-- a browser that has gone to the directory; its row is used once
CREATE TABLE sign_on_pending (
  state_hash text PRIMARY KEY,
  verifier text NOT NULL,
  nonce text NOT NULL,
  started_at timestamptz NOT NULL
);
CREATE TABLE directory_identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id integer NOT NULL REFERENCES user_account,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject),
  -- a second person with an address that was another's does not get that one's account
  UNIQUE (user_id, issuer)
);
-- until when it can be renewed at the most; null: for ever
ALTER TABLE login_session ADD COLUMN ends_at timestamptz;`;
