import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Photos that somebody on site attached to the answer of a remote test. */
export class TestPhotos1764000170000 implements MigrationInterface {
  name = 'TestPhotos1764000170000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sql);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sql = `
CREATE TABLE diagnosis_test_photo (
  file_id text PRIMARY KEY REFERENCES stored_file,
  test_id integer NOT NULL REFERENCES diagnosis_test ON DELETE CASCADE,
  key text NOT NULL,
  at timestamptz NOT NULL,
  by_name text NOT NULL
);
CREATE INDEX diagnosis_test_photo_test ON diagnosis_test_photo (test_id, at)`;
