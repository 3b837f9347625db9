import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The shop of the app: categories, parts and banners. Places of a display order are checked at the commit, so that one
 * statement can move many. Models are never removed: their ids are a list of the row, none stands for all.
 */
export class Shop1764000200000 implements MigrationInterface {
  name = 'Shop1764000200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(categories);
    await q.query(parts);
    await q.query(banners);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const categories = `
CREATE TABLE shop_category (
  id serial PRIMARY KEY,
  version int NOT NULL DEFAULT 1,
  key text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  url text,
  model_ids int[] NOT NULL DEFAULT '{}',
  display_order int NOT NULL,
  display text NOT NULL CHECK (display IN ('shown', 'hidden')),
  registered_by text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT shop_category_order UNIQUE (display_order) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX shop_category_key ON shop_category (key);
CREATE UNIQUE INDEX shop_category_name_ko ON shop_category (name_ko);
CREATE UNIQUE INDEX shop_category_name_en ON shop_category (lower(name_en));`;

const parts = `
CREATE TABLE part (
  id serial PRIMARY KEY,
  version int NOT NULL DEFAULT 1,
  category_id int NOT NULL REFERENCES shop_category,
  code text NOT NULL,
  name_ko text NOT NULL,
  name_en text NOT NULL,
  -- Korean won
  price int NOT NULL CHECK (price > 0),
  description text NOT NULL DEFAULT '',
  url text NOT NULL,
  model_ids int[] NOT NULL DEFAULT '{}',
  -- name of a consumable item
  item text,
  display_order int NOT NULL,
  display text NOT NULL CHECK (display IN ('shown', 'hidden')),
  registered_by text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT part_order UNIQUE (category_id, display_order) DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX part_code ON part (code);
CREATE INDEX part_code_search ON part USING gin (code gin_trgm_ops);
CREATE INDEX part_name_ko_search ON part USING gin (name_ko gin_trgm_ops);
CREATE INDEX part_name_en_search ON part USING gin (name_en gin_trgm_ops);
CREATE INDEX part_name_ko ON part (name_ko, id);
CREATE INDEX part_price ON part (price, id);
CREATE INDEX part_registered ON part (created_at, id);
CREATE INDEX part_item ON part (item) WHERE item IS NOT NULL;`;

const banners = `
CREATE TABLE shop_banner (
  id serial PRIMARY KEY,
  version int NOT NULL DEFAULT 1,
  name text NOT NULL,
  url text NOT NULL,
  model_ids int[] NOT NULL DEFAULT '{}',
  start_on date,
  end_on date,
  display text NOT NULL,
  display_order int NOT NULL,
  registered_by text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT shop_banner_display CHECK (display IN ('shown', 'hidden')),
  CONSTRAINT shop_banner_days CHECK ((start_on IS NULL) = (end_on IS NULL) AND start_on <= end_on),
  CONSTRAINT shop_banner_order UNIQUE (display_order) DEFERRABLE INITIALLY DEFERRED
);
-- openings by day of the product's zone
CREATE TABLE shop_banner_clicks (
  banner_id int NOT NULL REFERENCES shop_banner,
  day date NOT NULL,
  clicks int NOT NULL,
  PRIMARY KEY (banner_id, day)
) WITH (fillfactor = 70);`;
