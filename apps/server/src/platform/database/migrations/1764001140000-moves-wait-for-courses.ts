import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A vehicle that moves waits for the hours of a course that are being made without it, so that it deletes those as well;
 * making them waits for it in turn. Moves do not wait for each other. The number is `courseOfModel` of advisory-locks.
 */
export class MovesWaitForCourses1764001140000 implements MigrationInterface {
  name = 'MovesWaitForCourses1764001140000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`
CREATE OR REPLACE FUNCTION forget_moved_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7242, OLD.model_id), pg_advisory_xact_lock_shared(7242, NEW.model_id);
  DELETE FROM course_hour WHERE model_id IN (OLD.model_id, NEW.model_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION forget_scoped_courses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7242, id) FROM model;
  DELETE FROM course_hour WHERE scope_id > 0;
  RETURN NULL;
END $$`);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}
