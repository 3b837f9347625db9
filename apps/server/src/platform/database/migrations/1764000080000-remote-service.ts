import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Remote sessions: who holds one, requests and responses, tests with their measurements, recordings, programs and their
 * transfers.
 */
export class RemoteService1764000080000 implements MigrationInterface {
  name = 'RemoteService1764000080000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(sessions);
    await q.query(programs);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const sessions = `
CREATE TABLE diagnosis_session (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- its name on the wire
  token uuid NOT NULL UNIQUE,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  device_id text NOT NULL,
  device_key integer NOT NULL,
  -- where the vehicle belonged when it was served
  organization_id integer NOT NULL REFERENCES organization,
  kind text NOT NULL CHECK (kind IN ('remote', 'afterService', 'reProgram')),
  state text NOT NULL CHECK (state IN ('connecting', 'connected', 'waiting', 'running', 'disconnecting', 'disconnected')),
  by_user integer NOT NULL REFERENCES user_account,
  by_name text NOT NULL,
  by_organization text NOT NULL,
  opened_at timestamptz NOT NULL,
  connected_at timestamptz,
  ended_at timestamptz,
  -- why it ended, and the terminal's own word for it
  "end" text,
  reason text,
  -- what time is counted from: the device's last word, the console's last sign, the engineer's last act, the key
  heard_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  acted_at timestamptz NOT NULL,
  key_off_at timestamptz,
  info jsonb,
  live jsonb NOT NULL DEFAULT '{}',
  offset_ms bigint NOT NULL DEFAULT 0,
  faults jsonb,
  -- answers that were late, double or to nothing that was asked
  rejected integer NOT NULL DEFAULT 0,
  CHECK ((state = 'disconnected') = (ended_at IS NOT NULL))
) WITH (fillfactor = 70);
-- one account at a time on a vehicle, and on a terminal
CREATE UNIQUE INDEX diagnosis_session_vehicle ON diagnosis_session (vehicle_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX diagnosis_session_device ON diagnosis_session (device_id) WHERE ended_at IS NULL;
CREATE INDEX diagnosis_session_past ON diagnosis_session (vehicle_id, id DESC);
CREATE INDEX diagnosis_session_organization ON diagnosis_session (organization_id);
CREATE INDEX diagnosis_session_user ON diagnosis_session (by_user);
-- the list of vehicles is ordered by their last session
ALTER TABLE vehicle ADD COLUMN last_session_at timestamptz;
CREATE INDEX vehicle_last_session ON vehicle (last_session_at DESC NULLS LAST, id);

CREATE TABLE diagnosis_request (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token uuid NOT NULL UNIQUE,
  session_id integer NOT NULL REFERENCES diagnosis_session ON DELETE CASCADE,
  op text NOT NULL,
  args jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'open', 'done', 'failed')),
  asked_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  reason text,
  -- codes removed by a clear, with the previous ones
  answer jsonb,
  by_name text NOT NULL
);
CREATE INDEX diagnosis_request_session ON diagnosis_request (session_id, id);
CREATE INDEX diagnosis_request_due ON diagnosis_request (due_at) WHERE state = 'asked';

CREATE TABLE diagnosis_test (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id integer NOT NULL UNIQUE REFERENCES diagnosis_request ON DELETE CASCADE,
  session_id integer NOT NULL REFERENCES diagnosis_session ON DELETE CASCADE,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  test text NOT NULL,
  -- the entry of the catalogue with its numbers as they were: an old result keeps what it was judged by
  definition jsonb NOT NULL,
  args jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'waiting', 'running', 'complete', 'fail')),
  step integer,
  progress real NOT NULL DEFAULT 0,
  prompt text,
  left_s integer,
  reason text,
  gate text,
  item text,
  values jsonb NOT NULL DEFAULT '{}',
  confirms jsonb NOT NULL DEFAULT '{}',
  verdict text CHECK (verdict IN ('pass', 'fail', 'incomplete')),
  evidence jsonb NOT NULL DEFAULT '[]',
  next jsonb NOT NULL DEFAULT '[]',
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  by_name text NOT NULL
);
CREATE INDEX diagnosis_test_session ON diagnosis_test (session_id, id);
CREATE INDEX diagnosis_test_vehicle ON diagnosis_test (vehicle_id, id DESC);
CREATE INDEX diagnosis_test_same ON diagnosis_test (vehicle_id, test, id DESC);

CREATE TABLE diagnosis_trace (
  test_id integer NOT NULL REFERENCES diagnosis_test ON DELETE CASCADE,
  -- device clock, epoch ms
  t0 bigint NOT NULL,
  step integer NOT NULL,
  period integer NOT NULL,
  items text[] NOT NULL,
  rows jsonb NOT NULL,
  PRIMARY KEY (test_id, t0)
);

CREATE TABLE diagnosis_recording (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id integer NOT NULL UNIQUE REFERENCES diagnosis_request ON DELETE CASCADE,
  session_id integer NOT NULL REFERENCES diagnosis_session ON DELETE CASCADE,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  items text[] NOT NULL,
  period integer NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  offset_ms bigint NOT NULL DEFAULT 0,
  row_count integer NOT NULL DEFAULT 0,
  marks jsonb NOT NULL DEFAULT '[]',
  by_name text NOT NULL
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX diagnosis_recording_open ON diagnosis_recording (session_id) WHERE ended_at IS NULL;
CREATE INDEX diagnosis_recording_vehicle ON diagnosis_recording (vehicle_id, id DESC);
CREATE TABLE diagnosis_rows (
  recording_id integer NOT NULL REFERENCES diagnosis_recording ON DELETE CASCADE,
  t0 bigint NOT NULL,
  rows jsonb NOT NULL,
  PRIMARY KEY (recording_id, t0)
);`;

const programs = `
ALTER TABLE stored_file DROP CONSTRAINT stored_file_kind_check;
ALTER TABLE stored_file ADD CONSTRAINT stored_file_kind_check CHECK (kind IN ('image', 'upload', 'export', 'program'));
CREATE TABLE flash_file (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_id text NOT NULL REFERENCES stored_file,
  name text NOT NULL,
  format text NOT NULL CHECK (format IN ('ulp', 'ddr', 's19')),
  target text NOT NULL CHECK (target IN ('ecu', 'dcu')),
  variant text NOT NULL,
  calibration text NOT NULL,
  version text NOT NULL,
  bytes integer NOT NULL,
  -- of the whole file: the same file is kept once
  sha256 text NOT NULL UNIQUE,
  signature text NOT NULL,
  uploaded_at timestamptz NOT NULL,
  uploaded_by integer NOT NULL REFERENCES user_account,
  uploaded_name text NOT NULL
);
CREATE INDEX flash_file_uploaded ON flash_file (uploaded_at DESC, id DESC);

CREATE TABLE flash_run (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token uuid NOT NULL UNIQUE,
  file_id integer NOT NULL REFERENCES flash_file,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  device_id text NOT NULL,
  device_key integer NOT NULL,
  organization_id integer NOT NULL REFERENCES organization,
  state text NOT NULL CHECK (state IN ('offered', 'ready', 'transferring', 'paused', 'checking', 'programming', 'done', 'refused', 'failed', 'cancelled', 'expired')),
  reason text,
  blocks integer NOT NULL,
  -- inclusive ranges of block numbers that the device reports as received
  have jsonb NOT NULL DEFAULT '[]',
  blocks_sent integer NOT NULL DEFAULT 0,
  progress real NOT NULL DEFAULT 0,
  pauses integer NOT NULL DEFAULT 0,
  from_version text,
  -- the version that the controller reports afterwards
  running_version text,
  running_calibration text,
  rolled_back boolean NOT NULL DEFAULT false,
  preflight jsonb NOT NULL DEFAULT '{}',
  offered_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  heard_at timestamptz NOT NULL,
  -- when the offer was last repeated to the device
  nudged_at timestamptz,
  ended_at timestamptz,
  by_user integer NOT NULL REFERENCES user_account,
  by_name text NOT NULL,
  by_organization text NOT NULL,
  CHECK ((state IN ('done', 'refused', 'failed', 'cancelled', 'expired')) = (ended_at IS NOT NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX flash_run_vehicle ON flash_run (vehicle_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX flash_run_device ON flash_run (device_id) WHERE ended_at IS NULL;
CREATE INDEX flash_run_past ON flash_run (vehicle_id, id DESC);
CREATE INDEX flash_run_file ON flash_run (file_id);`;
