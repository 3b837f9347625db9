import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Banners of the GPT service in the customers' app. */
export class GptBanners1764000190000 implements MigrationInterface {
  name = 'GptBanners1764000190000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(banners);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const banners = `
CREATE TABLE gpt_banner (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  start_on date NOT NULL,
  end_on date NOT NULL,
  url text NOT NULL,
  -- null: deleted
  image_id text REFERENCES stored_file,
  image_alt text,
  content text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  suspended_at timestamptz,
  suspended_by text,
  removed_at timestamptz,
  -- the status of the last gptBanner.changed: another one by today's date is a turn that nobody was notified of yet
  announced text NOT NULL CHECK (announced IN ('doing', 'ready', 'stop', 'done')),
  CHECK (start_on <= end_on),
  CHECK (image_id IS NOT NULL OR removed_at IS NOT NULL)
);
CREATE INDEX gpt_banner_registered ON gpt_banner (created_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX gpt_banner_image ON gpt_banner (image_id);
CREATE INDEX gpt_banner_open ON gpt_banner (start_on, end_on) WHERE removed_at IS NULL AND suspended_at IS NULL;

-- taps by day, without who tapped
CREATE TABLE gpt_banner_click (
  banner_id integer NOT NULL REFERENCES gpt_banner ON DELETE CASCADE,
  on_day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (banner_id, on_day)
);`;
