import type { MigrationInterface, QueryRunner } from 'typeorm';

/** After-service jobs, and writes to engines: by whom, with whose approval, and the previous values. */
export class AfterService1764000090000 implements MigrationInterface {
  name = 'AfterService1764000090000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(jobs);
    await q.query(writes);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const jobs = `
CREATE TABLE service_job (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- of the sheet as a form
  version integer NOT NULL DEFAULT 1,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'inProgress', 'closed')),
  -- the one that the list of vehicles shows
  newest boolean NOT NULL DEFAULT true,
  symptom text NOT NULL,
  fault_id integer REFERENCES fault_report ON DELETE SET NULL,
  visit_on date NOT NULL,
  work_done text,
  -- [{partCode, count}]
  parts jsonb NOT NULL DEFAULT '[]',
  labour_minutes integer CHECK (labour_minutes >= 1),
  result text CHECK (result IN ('repaired', 'followUp', 'noFault')),
  started_at timestamptz NOT NULL,
  begun_at timestamptz,
  closed_at timestamptz,
  by_user integer REFERENCES user_account,
  by_name text NOT NULL,
  by_organization text NOT NULL,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  closed_by text,
  CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CHECK (state <> 'closed' OR (result IS NOT NULL AND work_done IS NOT NULL AND closed_by IS NOT NULL)),
  CHECK (newest OR state = 'closed')
);
CREATE UNIQUE INDEX service_job_open ON service_job (vehicle_id) WHERE state <> 'closed';
CREATE UNIQUE INDEX service_job_newest ON service_job (vehicle_id) INCLUDE (id, state) WHERE newest;
-- the list of vehicles by the state of their newest job, and in the order of its number
CREATE INDEX service_job_state ON service_job (state, vehicle_id) WHERE newest;
CREATE INDEX service_job_number ON service_job (id DESC) INCLUDE (vehicle_id, state) WHERE newest;
CREATE INDEX service_job_past ON service_job (vehicle_id, started_at DESC);
CREATE INDEX service_job_fault ON service_job (fault_id) WHERE fault_id IS NOT NULL;
CREATE TABLE service_job_image (
  file_id text PRIMARY KEY REFERENCES stored_file,
  job_id integer NOT NULL REFERENCES service_job ON DELETE CASCADE,
  alt text NOT NULL DEFAULT '',
  at timestamptz NOT NULL,
  by_name text NOT NULL
);
CREATE INDEX service_job_image_job ON service_job_image (job_id, at);`;

const writes = `
-- the codes of the injectors as the engine keeps them, in the order in which its cylinders fire
ALTER TABLE diagnosis_session ADD COLUMN injector_codes jsonb;
-- the second person's word on a reset
CREATE TABLE write_approval (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session_id integer NOT NULL REFERENCES diagnosis_session ON DELETE CASCADE,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  -- {part, partCode, serial, hours}: what exactly was confirmed
  value jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'declined', 'used', 'expired')),
  asked_at timestamptz NOT NULL,
  asked_by integer NOT NULL REFERENCES user_account,
  asked_name text NOT NULL,
  asked_organization text NOT NULL,
  expires_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by integer REFERENCES user_account,
  decided_name text,
  CHECK (decided_by <> asked_by),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (state NOT IN ('approved', 'declined', 'used') OR decided_by IS NOT NULL)
);
CREATE UNIQUE INDEX write_approval_live ON write_approval (session_id) WHERE state IN ('waiting', 'approved');
CREATE INDEX write_approval_vehicle ON write_approval (vehicle_id, id DESC);
CREATE TABLE service_write (
  test_id integer PRIMARY KEY REFERENCES diagnosis_test ON DELETE CASCADE,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  job_id integer REFERENCES service_job ON DELETE SET NULL,
  item text NOT NULL CHECK (item IN ('c3iInfo', 'partReplacement')),
  -- the known code at an injector's position
  old text,
  -- one word, one write
  approval_id integer UNIQUE REFERENCES write_approval
);
CREATE INDEX service_write_vehicle ON service_write (vehicle_id, test_id DESC);
CREATE INDEX service_write_job ON service_write (job_id) WHERE job_id IS NOT NULL;
INSERT INTO service_write (test_id, vehicle_id, item) SELECT id, vehicle_id, test FROM diagnosis_test WHERE test IN ('c3iInfo', 'partReplacement');`;
