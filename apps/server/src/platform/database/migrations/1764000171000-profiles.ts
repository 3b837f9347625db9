import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Formats of programs and injectors that only their makers know are uploaded without a release, and a decoded program
 * references the profile used.
 */
export class Profiles1764000171000 implements MigrationInterface {
  name = 'Profiles1764000171000';

  async up(q: QueryRunner): Promise<void> {
    for (const table of ['program_profile', 'injector_profile'])
      await q.query(`
-- the one that ships with the product has a number of its own and no row
CREATE TABLE ${table} (
  version integer PRIMARY KEY CHECK (version > 0),
  -- json, not jsonb: entries stay in the order of the file
  file json NOT NULL,
  -- hash of the content, whatever its version number: the same file is not stored twice
  sha256 text NOT NULL UNIQUE,
  file_name text NOT NULL,
  -- against the version in use at that time: [{"code": "acme-ulp", "fields": ["checks"]}]
  changes jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now(),
  loaded_by integer,
  loaded_by_name text
);
-- every activation of a version; the newest row counts, none: the shipped one
CREATE TABLE ${table}_use (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  by_user integer,
  by_name text
);`);
    await q.query(`
ALTER TABLE flash_file
  -- the version and the layout that the header was read by; none: stated, or read before there were profiles
  ADD COLUMN profile_version integer,
  ADD COLUMN profile_header text`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
