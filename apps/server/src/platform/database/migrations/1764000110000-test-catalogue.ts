import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions of the catalogue of remote tests: their steps and limits are uploaded without a release. */
export class TestCatalogue1764000110000 implements MigrationInterface {
  name = 'TestCatalogue1764000110000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
-- the one that ships with the product has a number of its own and no row
CREATE TABLE test_catalogue (
  version integer PRIMARY KEY CHECK (version > 0),
  -- json, not jsonb: tests, steps and limits stay in the order of the file
  file json NOT NULL,
  -- hash of the content, whatever its version number: the same file is not stored twice
  sha256 text NOT NULL UNIQUE,
  file_name text NOT NULL,
  -- against the version in use at that time: [{"code": "acvTest", "fields": ["verdict"]}]
  changes jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now(),
  loaded_by integer,
  loaded_by_name text
);
-- every activation of a version; the newest row counts, none: the shipped one
CREATE TABLE test_catalogue_use (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  by_user integer,
  by_name text
);`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
