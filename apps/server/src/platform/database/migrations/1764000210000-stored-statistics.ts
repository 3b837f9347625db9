import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sums of operation data over a period, kept for minutes; and the course of many vehicles, kept until its data changes. */
export class StoredStatistics1764000210000 implements MigrationInterface {
  name = 'StoredStatistics1764000210000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(periods);
    await q.query(courses);
    await q.query(moves);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const periods = `
-- derived from vehicle_day, as drive_period is: no log is needed
CREATE UNLOGGED TABLE operation_period (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('models', 'owners')),
  time_zone text NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  read_at timestamptz NOT NULL
);
-- vehicles of a model and an organization. Milliseconds are exact up to 2^53, and sums of them faster than of bigint; every filter and every scope is a choice of these
CREATE UNLOGGED TABLE operation_period_model (
  period_id bigint NOT NULL,
  model_id integer NOT NULL,
  organization_id integer NOT NULL,
  vehicles integer NOT NULL,
  active integer NOT NULL,
  idle_ms double precision,
  work_ms double precision,
  drive_ms double precision,
  km double precision,
  fuel_l double precision,
  fuel_ms double precision,
  PRIMARY KEY (period_id, model_id, organization_id)
);
CREATE UNLOGGED TABLE operation_period_owner (
  period_id bigint NOT NULL,
  customer_id integer NOT NULL,
  model_id integer NOT NULL,
  organization_id integer NOT NULL,
  vehicles integer NOT NULL,
  idle_ms double precision,
  work_ms double precision,
  drive_ms double precision,
  km double precision,
  fuel_l double precision,
  fuel_ms double precision,
  PRIMARY KEY (period_id, customer_id, model_id, organization_id)
);`;

const courses = `
-- hours of the course of a model's vehicles in a scope (0: all) that are stored in course_bucket; whatever changes vehicle_5min deletes its hours.
-- "values" are those that the arrays had when they were made
CREATE UNLOGGED TABLE course_hour (
  model_id integer NOT NULL,
  scope_id integer NOT NULL,
  hour timestamptz NOT NULL,
  values text[] NOT NULL,
  PRIMARY KEY (model_id, hour, scope_id)
);
CREATE UNLOGGED TABLE course_bucket (
  model_id integer NOT NULL,
  scope_id integer NOT NULL,
  bucket timestamptz NOT NULL,
  means real[] NOT NULL,
  lows real[] NOT NULL,
  highs real[] NOT NULL,
  PRIMARY KEY (model_id, scope_id, bucket)
);`;

const moves = `
-- a vehicle counts where it is now
CREATE FUNCTION forget_moved_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM course_hour WHERE model_id IN (OLD.model_id, NEW.model_id);
  RETURN NULL;
END $$;
CREATE TRIGGER vehicle_course_moved AFTER UPDATE OF model_id, organization_id ON vehicle FOR EACH ROW
  WHEN (OLD.organization_id <> NEW.organization_id OR OLD.model_id <> NEW.model_id) EXECUTE FUNCTION forget_moved_course();
CREATE FUNCTION forget_scoped_courses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM course_hour WHERE scope_id > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER organization_course_moved AFTER UPDATE OF path, parent_id ON organization FOR EACH STATEMENT EXECUTE FUNCTION forget_scoped_courses();`;
