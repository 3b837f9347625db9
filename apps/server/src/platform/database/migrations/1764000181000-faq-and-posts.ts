import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Frequently asked questions with their order within a category, and posts of the app's board. */
export class FaqAndPosts1764000181000 implements MigrationInterface {
  name = 'FaqAndPosts1764000181000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE faq (
        id serial PRIMARY KEY, version int NOT NULL DEFAULT 1, removed_at timestamptz,
        category text NOT NULL CHECK (category IN ('service', 'account', 'fault', 'other')),
        title text NOT NULL, content text NOT NULL, content_text text NOT NULL,
        display_order int, display text NOT NULL CHECK (display IN ('shown', 'hidden')),
        registrant text NOT NULL, created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL,
        views int NOT NULL DEFAULT 0,
        CONSTRAINT faq_order UNIQUE (category, display_order) DEFERRABLE INITIALLY DEFERRED,
        CONSTRAINT faq_place CHECK ((display_order IS NULL) = (removed_at IS NOT NULL))
      )`);
    await q.query(`
      CREATE TABLE post (
        id serial PRIMARY KEY, version int NOT NULL DEFAULT 1, removed_at timestamptz,
        title text NOT NULL, content text NOT NULL, content_text text NOT NULL,
        start_on date, end_on date, display text NOT NULL,
        registrant text NOT NULL, created_at timestamptz NOT NULL, changed_at timestamptz NOT NULL,
        views int NOT NULL DEFAULT 0,
        CONSTRAINT post_display CHECK (display IN ('shown', 'hidden')),
        CONSTRAINT post_days CHECK ((start_on IS NULL) = (end_on IS NULL) AND start_on <= end_on)
      )`);
    await q.query('CREATE INDEX post_registered ON post (created_at DESC, id DESC) WHERE removed_at IS NULL');
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
