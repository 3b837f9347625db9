import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Saved views of lists, and which of them a member's list opens with. */
export class SavedViews1764000890000 implements MigrationInterface {
  name = 'SavedViews1764000890000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
CREATE TABLE saved_view (
  id serial PRIMARY KEY,
  -- null: it was shared, and its member has left
  owner_id int REFERENCES user_account,
  -- with whom it is shared; null: the owner's alone
  organization_id int REFERENCES organization,
  -- path of the list's endpoint
  list text NOT NULL,
  name text NOT NULL,
  state jsonb NOT NULL,
  CHECK (owner_id IS NOT NULL OR organization_id IS NOT NULL)
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (owner_id, list, lower(name));
CREATE INDEX saved_view_organization ON saved_view (organization_id) WHERE organization_id IS NOT NULL;
CREATE TABLE saved_view_default (
  user_id int NOT NULL REFERENCES user_account,
  list text NOT NULL,
  view_id int NOT NULL REFERENCES saved_view ON DELETE CASCADE,
  PRIMARY KEY (user_id, list)
);
CREATE INDEX saved_view_default_view ON saved_view_default (view_id);`;
