import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Everything a signal needs on its way: organizations, users, vehicles, devices, telemetry, state, faults, SOS, the
 * event log, deliveries.
 */
export class FirstSchema1763683200000 implements MigrationInterface {
  name = 'FirstSchema1763683200000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(organisations);
    await q.query(machines);
    await q.query(telemetry);
    await q.query(eventLog);
    await q.query(alerts);
    await q.query(messages);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const organisations = `
CREATE TABLE organization (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 20),
  type text NOT NULL,
  parent_id integer REFERENCES organization,
  -- ancestors from the root down to itself: scope is "path contains my organisation"
  path integer[] NOT NULL DEFAULT '{}',
  erp_code text UNIQUE,
  phone text,
  address text,
  lat double precision,
  lon double precision,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (parent_id, name)
);
CREATE INDEX organization_path ON organization USING gin (path);

CREATE FUNCTION organization_set_path() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.path := COALESCE((SELECT path FROM organization WHERE id = NEW.parent_id), '{}') || NEW.id;
  IF TG_OP = 'UPDATE' AND NEW.parent_id IS NOT NULL AND NEW.id = ANY (SELECT unnest(path) FROM organization WHERE id = NEW.parent_id) THEN
    RAISE EXCEPTION 'organization % cannot stand below itself', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER organization_path_before BEFORE INSERT OR UPDATE OF parent_id ON organization FOR EACH ROW EXECUTE FUNCTION organization_set_path();
-- a move carries everything below it
CREATE FUNCTION organization_move_children() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.path <> OLD.path THEN
    UPDATE organization SET path = NEW.path || path[array_length(OLD.path, 1) + 1 : ] WHERE path @> ARRAY[NEW.id] AND id <> NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER organization_path_after AFTER UPDATE OF parent_id ON organization FOR EACH ROW EXECUTE FUNCTION organization_move_children();

CREATE TABLE user_account (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  login_id text NOT NULL,
  name text NOT NULL,
  email text,
  phone text,
  password_hash text NOT NULL,
  password_changed_at timestamptz NOT NULL DEFAULT now(),
  temporary_password boolean NOT NULL DEFAULT false,
  role text NOT NULL CHECK (role IN ('ADMIN', 'STAFF')),
  group_type text NOT NULL,
  organization_id integer NOT NULL REFERENCES organization,
  active boolean NOT NULL DEFAULT true,
  units text NOT NULL DEFAULT 'km' CHECK (units IN ('km', 'mile')),
  failed_logins smallint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX user_account_login ON user_account (lower(login_id));
CREATE INDEX user_account_organization ON user_account (organization_id);

CREATE TABLE login_session (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES user_account,
  -- SHA-256 of the one refresh token that is still good; another of the same session is a theft
  refresh_hash text NOT NULL,
  auto_login boolean NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  refreshed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  address text,
  agent text
);
CREATE INDEX login_session_user ON login_session (user_id) WHERE ended_at IS NULL;

CREATE TABLE kiosk (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  organization_id integer NOT NULL REFERENCES organization,
  sound boolean NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  issued_by text NOT NULL,
  last_seen_at timestamptz,
  revoked_at timestamptz
);`;

const machines = `
CREATE TABLE model (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 20),
  type text NOT NULL CHECK (type IN ('premium', 'standard')),
  machine text NOT NULL DEFAULT 'tractor' CHECK (machine IN ('tractor', 'excavator')),
  release_year smallint NOT NULL,
  horsepower smallint NOT NULL,
  description text,
  remote_control text NOT NULL CHECK (remote_control IN ('none', 'start', 'startClimate')),
  -- degrees per device type: {"1": {"x":45,"y":45,"z":60}, "2": …}
  rollover jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE customer (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  phone text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE device (
  id text PRIMARY KEY CHECK (id ~ '^[A-Z0-9-]{4,20}$'),
  -- narrow key of the telemetry rows
  key integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  secret_hash text NOT NULL,
  status text NOT NULL DEFAULT 'in_use' CHECK (status IN ('in_use', 'not_in_use')),
  type smallint NOT NULL DEFAULT 1 CHECK (type IN (1, 2)),
  sim text,
  activation text,
  firmware text,
  rssi smallint,
  interval_s smallint NOT NULL DEFAULT 30 CHECK (interval_s IN (30, 60)),
  online boolean NOT NULL DEFAULT false,
  status_at timestamptz,
  registered_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE vehicle (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  vin text NOT NULL UNIQUE,
  model_id integer NOT NULL REFERENCES model,
  organization_id integer NOT NULL REFERENCES organization,
  customer_id integer REFERENCES customer ON DELETE SET NULL,
  device_id text UNIQUE REFERENCES device,
  release_year smallint NOT NULL,
  horsepower smallint NOT NULL,
  transmission text,
  matched_on date,
  shipped_on date,
  sold_on date,
  memo text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX vehicle_organization ON vehicle (organization_id);
CREATE INDEX vehicle_model ON vehicle (model_id);

-- who may connect, and the vehicle of a device: brokers and ingest keep this in memory and are notified of changes
CREATE FUNCTION tell_device_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'device' THEN
    PERFORM pg_notify('device_access', NEW.id);
  ELSE
    IF TG_OP = 'UPDATE' AND OLD.device_id IS NOT NULL THEN PERFORM pg_notify('device_access', OLD.device_id); END IF;
    IF NEW.device_id IS NOT NULL THEN PERFORM pg_notify('device_access', NEW.device_id); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER device_access_insert AFTER INSERT ON device FOR EACH ROW EXECUTE FUNCTION tell_device_access();
CREATE TRIGGER device_access_update AFTER UPDATE OF secret_hash, status, type ON device FOR EACH ROW EXECUTE FUNCTION tell_device_access();
CREATE TRIGGER vehicle_access_insert AFTER INSERT ON vehicle FOR EACH ROW EXECUTE FUNCTION tell_device_access();
CREATE TRIGGER vehicle_access_update AFTER UPDATE OF device_id, organization_id, model_id ON vehicle FOR EACH ROW EXECUTE FUNCTION tell_device_access();

-- the newest of each vehicle; one upsert a batch, so kept narrow and HOT (no index on what changes)
CREATE TABLE vehicle_state (
  vehicle_id integer PRIMARY KEY REFERENCES vehicle ON DELETE CASCADE,
  device_key integer,
  boot integer NOT NULL DEFAULT 0,
  seq integer NOT NULL DEFAULT 0,
  ts timestamptz,
  lat double precision,
  lon double precision,
  position_ts timestamptz,
  heading real,
  speed real,
  engine boolean,
  engine_ts timestamptz,
  started_at timestamptz,
  work text,
  rpm real,
  engine_hours double precision,
  odometer double precision,
  fuel_used double precision,
  signals jsonb NOT NULL DEFAULT '{}',
  online boolean NOT NULL DEFAULT false,
  last_seen_at timestamptz,
  open_faults smallint NOT NULL DEFAULT 0,
  worst_fault smallint NOT NULL DEFAULT 0,
  open_sos smallint NOT NULL DEFAULT 0,
  sos_raised boolean NOT NULL DEFAULT false,
  -- transaction of the last change: a reader that queries everything from its last snapshot's xmin misses none
  changed xid8 NOT NULL DEFAULT pg_current_xact_id()
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);`;

const telemetry = `
-- which messages of a device, topic and boot are committed: the ranges answer duplicates, gaps and down/ack
CREATE TABLE device_stream (
  device_key integer NOT NULL,
  topic text NOT NULL,
  boot integer NOT NULL,
  received int4multirange NOT NULL,
  version integer NOT NULL DEFAULT 1,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (device_key, topic, boot)
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);
-- ends a statement that wrote over rows which changed since they were read
CREATE FUNCTION refuse_stale(stale integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  IF stale > 0 THEN RAISE EXCEPTION '% streams changed meanwhile', stale USING ERRCODE = 'serialization_failure'; END IF;
  RETURN 0;
END $$;
-- the clock of a device's boot, as estimated by domain/device-clock
CREATE TABLE device_clock (
  device_key integer NOT NULL,
  boot integer NOT NULL,
  clock jsonb NOT NULL,
  offset_ms bigint NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (device_key, boot)
) WITH (fillfactor = 70);

CREATE TABLE telemetry (
  device_key integer NOT NULL,
  vehicle_id integer,
  -- corrected time, and the time of the device's clock
  ts timestamptz NOT NULL,
  device_ts bigint NOT NULL,
  received_at timestamptz NOT NULL,
  boot integer NOT NULL,
  seq integer NOT NULL,
  lat double precision,
  lon double precision,
  heading real,
  speed real,
  engine boolean,
  work text,
  rpm real,
  engine_hours double precision,
  odometer double precision,
  fuel_used double precision,
  signals jsonb,
  UNIQUE (device_key, ts, boot, seq)
) PARTITION BY RANGE (ts);
CREATE INDEX telemetry_ts ON telemetry USING brin (ts);
CREATE TABLE telemetry_default PARTITION OF telemetry DEFAULT;

-- one partition a UTC day; called ahead by a job and by ingest for the days of late data
CREATE FUNCTION ensure_telemetry_day(day date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7202, 1);
  IF to_regclass('telemetry_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF telemetry FOR VALUES FROM (%L) TO (%L)', 'telemetry_' || to_char(day, 'YYYYMMDD'),
      day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
  END IF;
END $$;

CREATE TABLE engine_run (
  device_key integer NOT NULL,
  vehicle_id integer,
  ts timestamptz NOT NULL,
  device_ts bigint NOT NULL,
  received_at timestamptz NOT NULL,
  boot integer NOT NULL,
  seq integer NOT NULL,
  engine_on boolean NOT NULL,
  lat double precision,
  lon double precision,
  engine_hours double precision,
  PRIMARY KEY (device_key, boot, seq)
);
CREATE INDEX engine_run_vehicle ON engine_run (vehicle_id, ts);

CREATE TABLE quarantine (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now(),
  topic text NOT NULL,
  device_id text,
  reason text NOT NULL,
  detail text,
  bytes integer NOT NULL,
  payload bytea NOT NULL
);
CREATE INDEX quarantine_device ON quarantine (device_id, received_at);
CREATE INDEX quarantine_time ON quarantine (received_at);`;

const eventLog = `
CREATE SEQUENCE event_number;
CREATE TABLE event_log (
  number bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  name text NOT NULL,
  payload jsonb NOT NULL,
  organization_id integer,
  -- organisations that may read it: the path of its organisation at that time; empty: only those who see everything
  scope integer[] NOT NULL,
  vehicle_id integer,
  by_user integer,
  by_name text,
  address text
);
CREATE INDEX event_log_vehicle ON event_log (vehicle_id, number) WHERE vehicle_id IS NOT NULL;
CREATE INDEX event_log_user ON event_log (by_user, number) WHERE by_user IS NOT NULL;
CREATE INDEX event_log_sos ON event_log ((payload->'sos'->>'id'), number) WHERE payload ? 'sos';
CREATE INDEX event_log_fault ON event_log ((payload->'fault'->>'id'), number) WHERE payload ? 'fault';

-- The number is drawn at commit in one place: the lock is held from here to the end of the transaction, so numbers commit in their order
-- and a reader of "all above n" can never step over one. Call it last. Returns the highest number.
CREATE FUNCTION append_events(events jsonb, at timestamptz) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE head bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7202, 0);
  INSERT INTO event_log (number, at, name, payload, organization_id, scope, vehicle_id, by_user, by_name, address)
  SELECT nextval('event_number'), append_events.at, e->>'name', e->'payload', (e->>'organizationId')::int,
         COALESCE((SELECT path FROM organization WHERE id = (e->>'organizationId')::int), '{}'), (e->>'vehicleId')::int, (e->>'byUser')::int, e->>'byName', e->>'address'
  FROM jsonb_array_elements(events) WITH ORDINALITY AS list(e, position) ORDER BY position;
  head := currval('event_number');
  PERFORM pg_notify('event_log', head::text);
  RETURN head;
END $$;

-- how far each reader that must not miss anything has come
CREATE TABLE log_reader (name text PRIMARY KEY, number bigint NOT NULL);`;

const alerts = `
CREATE TABLE sos_call (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'raised' CHECK (status IN ('raised', 'acknowledged', 'dispatched', 'resolved', 'falseAlarm')),
  type text NOT NULL CHECK (type IN ('button', 'rollover', 'collision')),
  origin text NOT NULL CHECK (origin IN ('device', 'tilt')),
  late boolean NOT NULL DEFAULT false,
  presses integer NOT NULL DEFAULT 1,
  vehicle_id integer REFERENCES vehicle,
  device_id text NOT NULL,
  organization_id integer NOT NULL REFERENCES organization,
  raised_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  device_ts bigint,
  skew_ms bigint,
  lat double precision,
  lon double precision,
  position_at timestamptz,
  place jsonb,
  speed real,
  tilt jsonb,
  handler_id integer REFERENCES user_account,
  handler_name text,
  escalation_level smallint NOT NULL DEFAULT 0,
  escalated_to integer REFERENCES organization,
  next_escalation_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  dispatched_at timestamptz,
  dispatch jsonb,
  closed_at timestamptz,
  closed_by text,
  injured text,
  cause text,
  resolution text
);
-- a second press while open adds to the call; one open roll-over per vehicle
CREATE UNIQUE INDEX sos_call_open ON sos_call (device_id, type) WHERE status IN ('raised', 'acknowledged', 'dispatched');
CREATE INDEX sos_call_vehicle ON sos_call (vehicle_id, raised_at);
CREATE INDEX sos_call_closed ON sos_call (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX sos_call_due ON sos_call (next_escalation_at) WHERE next_escalation_at IS NOT NULL;

CREATE TABLE fault_report (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'occurred' CHECK (status IN ('occurred', 'accepted', 'completed')),
  severity smallint NOT NULL CHECK (severity BETWEEN 1 AND 3),
  code text NOT NULL,
  name jsonb NOT NULL,
  part jsonb NOT NULL,
  spn integer,
  fmi smallint,
  lamp text,
  count integer NOT NULL DEFAULT 1,
  vehicle_id integer REFERENCES vehicle,
  device_id text NOT NULL,
  organization_id integer NOT NULL REFERENCES organization,
  occurred_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  cleared_at timestamptz,
  -- the newest message of the device that named this code, and whether it named it active: late ones change nothing
  signal_boot integer NOT NULL,
  signal_seq integer NOT NULL,
  active boolean NOT NULL,
  signal_count integer,
  lat double precision,
  lon double precision,
  place jsonb,
  agency_id integer REFERENCES organization,
  person_id integer REFERENCES user_account,
  person_name text,
  channel text,
  due_at timestamptz,
  accepted_at timestamptz,
  accepted_by text,
  completed_at timestamptz,
  completed_by text,
  completion text,
  repaired_on date,
  part_code text,
  memo text,
  escalation_level smallint NOT NULL DEFAULT 0,
  escalated_to integer REFERENCES organization
);
-- one open report per vehicle (its device) and code
CREATE UNIQUE INDEX fault_report_open ON fault_report (device_id, code) WHERE status <> 'completed';
CREATE INDEX fault_report_vehicle ON fault_report (vehicle_id, occurred_at);
CREATE INDEX fault_report_completed ON fault_report (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX fault_report_due ON fault_report (due_at) WHERE due_at IS NOT NULL;

-- who saw a customer's name and phone in full
CREATE TABLE personal_data_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id integer NOT NULL,
  customer_id integer NOT NULL,
  subject text NOT NULL,
  subject_id integer NOT NULL
);`;

const messages = `
CREATE TABLE delivery (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- names the reason and the recipient, so that a repeated policy sends nothing twice
  reason text NOT NULL UNIQUE,
  subject text NOT NULL CHECK (subject IN ('sos', 'fault')),
  subject_id integer NOT NULL,
  organization_id integer NOT NULL REFERENCES organization,
  channel text NOT NULL CHECK (channel IN ('push', 'sms', 'email', 'panel')),
  recipient text NOT NULL,
  address text NOT NULL,
  text text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'delivered', 'failed')),
  attempts smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX delivery_subject ON delivery (subject, subject_id);
CREATE INDEX delivery_waiting ON delivery (next_try_at) WHERE state = 'queued';
CREATE TABLE mail (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  channel text NOT NULL,
  recipient text NOT NULL,
  text text NOT NULL,
  delivery_id integer UNIQUE REFERENCES delivery
);`;
