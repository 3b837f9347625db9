import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions of the fault catalogue, codes that it lacks, images of reports, and the order of completed ones. */
export class FaultWork1764000010000 implements MigrationInterface {
  name = 'FaultWork1764000010000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(catalogue);
    await q.query(reports);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const catalogue = `
-- 0 is the one that ships with the product and has no row
CREATE TABLE fault_catalogue (
  version integer PRIMARY KEY CHECK (version > 0),
  records jsonb NOT NULL,
  -- of the records as they were loaded: the same file is not kept twice
  sha256 text NOT NULL UNIQUE,
  file_name text NOT NULL,
  -- against the version in use at that time: [{"code": "E0301", "fields": ["nameKo"]}]
  changes jsonb NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT now(),
  loaded_by integer,
  loaded_by_name text
);
-- every activation of a version; the newest row counts, none: the shipped one
CREATE TABLE fault_catalogue_use (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  by_user integer,
  by_name text
);`;

const reports = `
-- a code that no catalogue knew when it was reported
ALTER TABLE fault_report ADD COLUMN known boolean NOT NULL DEFAULT true;
UPDATE fault_report SET known = false WHERE code !~ '^E0(29[7-9]|3[0-9][0-9]|4[0-3][0-9]|44[0-6])$';
CREATE INDEX fault_report_unknown ON fault_report (code, spn, fmi) WHERE NOT known;
-- a picture belongs to one report
CREATE TABLE fault_image (
  file_id text PRIMARY KEY REFERENCES stored_file,
  fault_id integer NOT NULL REFERENCES fault_report,
  alt text NOT NULL DEFAULT '',
  at timestamptz NOT NULL DEFAULT now(),
  by_user integer,
  by_name text
);
CREATE INDEX fault_image_report ON fault_image (fault_id, at);
-- each group of the queue (overdue or not, severity, occurred before accepted) gives its own oldest first
DROP INDEX fault_report_queue;
CREATE INDEX fault_report_queue ON fault_report (status, severity, occurred_at, id) INCLUDE (organization_id, due_at) WHERE status <> 'completed';
-- with the organisation, a region's page and every count are answered from the index alone
DROP INDEX fault_report_done;
CREATE INDEX fault_report_done ON fault_report (severity, occurred_at, id) INCLUDE (organization_id) WHERE status = 'completed';
-- whose, among the open ones
CREATE INDEX fault_report_mine ON fault_report (person_id) WHERE status <> 'completed' AND person_id IS NOT NULL;
-- what hangs together among a vehicle's open reports
CREATE INDEX fault_report_vehicle_open ON fault_report (vehicle_id) WHERE status <> 'completed';`;
