import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Metrics of machines by 15 minutes and day, metrics of organizations by day, and markers of late data. */
export class DailyFigures1764000060000 implements MigrationInterface {
  name = 'DailyFigures1764000060000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(quarters);
    await q.query(days);
    await q.query(late);
    await q.query(reads);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const quarters = `
-- what a machine did in a quarter of an hour (UTC), counted from telemetry by domain/statistics-quarter. Days of every zone begin on a quarter.
-- Kept for good, long after the rows it was counted from are gone. Null: no two readings exist
CREATE TABLE vehicle_quarter (
  vehicle_id integer NOT NULL,
  quarter timestamptz NOT NULL,
  idle_ms integer NOT NULL,
  work_ms integer NOT NULL,
  drive_ms integer NOT NULL,
  hours double precision,
  km double precision,
  fuel_l double precision,
  starts smallint NOT NULL,
  -- the last readings of this quarter: the next one goes on from them
  last_hours double precision,
  last_hours_at timestamptz,
  last_km double precision,
  last_km_at timestamptz,
  last_fuel_l double precision,
  last_fuel_l_at timestamptz,
  last_engine boolean,
  PRIMARY KEY (vehicle_id, quarter)
);
CREATE INDEX vehicle_quarter_time ON vehicle_quarter USING brin (quarter);

-- telemetry is counted up to here; what comes for an earlier quarter leaves a mark
CREATE TABLE figures_progress (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  counted_to timestamptz NOT NULL
);`;

const days = `
-- zones in which statistics are requested; a day of each is counted when it is over
CREATE TABLE figures_zone (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL
);
CREATE TABLE figures_day (
  zone_id smallint NOT NULL REFERENCES figures_zone ON DELETE CASCADE,
  day date NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  counted_at timestamptz NOT NULL,
  PRIMARY KEY (zone_id, day)
);
-- goes with its zone; not by a reference, which would be asked for every row
CREATE TABLE vehicle_day (
  zone_id smallint NOT NULL,
  day date NOT NULL,
  vehicle_id integer NOT NULL,
  idle_ms integer NOT NULL,
  work_ms integer NOT NULL,
  drive_ms integer NOT NULL,
  hours double precision,
  km double precision,
  fuel_l double precision,
  starts integer NOT NULL,
  PRIMARY KEY (zone_id, day, vehicle_id)
);
-- of an organisation alone, not of those below it: a scope adds up its organisations by the tree at the time of the query
CREATE TABLE organization_day (
  zone_id smallint NOT NULL REFERENCES figures_zone ON DELETE CASCADE,
  day date NOT NULL,
  organization_id integer NOT NULL,
  vehicles integer NOT NULL,
  -- of these, with at least one start or running that day
  vehicles_on integer NOT NULL,
  -- the farthest driven of the seven days that end with this one: [{"vehicleId", "km", "hours"}], five at the most
  farthest jsonb NOT NULL,
  faults_occurred integer NOT NULL,
  faults_accepted integer NOT NULL,
  faults_completed integer NOT NULL,
  -- occurred by code: {"E0389": 4}
  fault_codes jsonb NOT NULL,
  PRIMARY KEY (zone_id, day, organization_id)
);`;

const late = `
-- quarters of a machine that have to be counted again. No index and no key: a mark is one short append, and the counting job processes what is there
CREATE TABLE late_telemetry (vehicle_id integer NOT NULL, quarter timestamptz NOT NULL);
-- the same for an organisation's days; without a moment: all of them
CREATE TABLE late_figures (organization_id integer NOT NULL, at timestamptz);

-- every change of a fault report that a day's figures show marks its days, in the transaction of the change
CREATE FUNCTION mark_new_faults() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_figures (organization_id, at)
  SELECT DISTINCT organization_id, date_bin('15 minutes', at, '2000-01-01') FROM fresh CROSS JOIN LATERAL (VALUES (occurred_at), (accepted_at), (completed_at)) moments(at) WHERE at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER fault_figures_insert AFTER INSERT ON fault_report REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION mark_new_faults();
CREATE FUNCTION mark_changed_fault() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_figures (organization_id, at)
  SELECT DISTINCT organization_id, at FROM (VALUES (OLD.organization_id, OLD.occurred_at), (OLD.organization_id, OLD.accepted_at), (OLD.organization_id, OLD.completed_at),
    (NEW.organization_id, NEW.occurred_at), (NEW.organization_id, NEW.accepted_at), (NEW.organization_id, NEW.completed_at)) moments(organization_id, at) WHERE at IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER fault_figures_update AFTER UPDATE ON fault_report FOR EACH ROW
  WHEN ((OLD.organization_id, OLD.code, OLD.occurred_at, OLD.accepted_at, OLD.completed_at) IS DISTINCT FROM (NEW.organization_id, NEW.code, NEW.occurred_at, NEW.accepted_at, NEW.completed_at))
  EXECUTE FUNCTION mark_changed_fault();

-- a vehicle counts where it belongs now: its former and its new dealer are counted again
CREATE FUNCTION mark_moved_vehicle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_figures (organization_id) VALUES (OLD.organization_id), (NEW.organization_id);
  RETURN NULL;
END $$;
CREATE TRIGGER vehicle_figures_moved AFTER UPDATE OF organization_id ON vehicle FOR EACH ROW WHEN (OLD.organization_id <> NEW.organization_id) EXECUTE FUNCTION mark_moved_vehicle();`;

const reads = `
CREATE INDEX fault_report_accepted ON fault_report (accepted_at) WHERE accepted_at IS NOT NULL;
CREATE INDEX customer_members ON customer (organization_id) WHERE app_status = 'registered' AND removed_at IS NULL;`;
