import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Models with their images and consumables, the life cycle of a device, sales and their imports, files, exports; and
 * indexes for the lists of large fleets.
 */
export class Machines1763900000000 implements MigrationInterface {
  name = 'Machines1763900000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(files);
    await q.query(models);
    await q.query(consumables);
    await q.query(devices);
    await q.query(vehicles);
    await q.query(sales);
    await q.query(history);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const files = `
-- text is searched anywhere in a word: VIN, device id, SIM
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- objects of the object store; the bytes are there under the same id. Unreferenced: deleted after a day
CREATE TABLE stored_file (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('image', 'upload', 'export')),
  name text NOT NULL,
  type text NOT NULL,
  bytes integer NOT NULL,
  width integer,
  height integer,
  created_by integer REFERENCES user_account,
  created_at timestamptz NOT NULL DEFAULT now(),
  kept boolean NOT NULL DEFAULT false
);
CREATE INDEX stored_file_swept ON stored_file (created_at) WHERE NOT kept;

-- one list as a workbook: small ones are written at once, large ones by a job
CREATE TABLE list_export (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES user_account,
  list text NOT NULL,
  -- what was asked, as it came: the filter, the columns in their order, and who asked under which scope
  request jsonb NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'ready', 'failed')),
  -- a job writes it, and its owner has not been notified of the end yet
  waited_for boolean NOT NULL DEFAULT false,
  attempts smallint NOT NULL DEFAULT 0,
  total integer NOT NULL,
  written integer NOT NULL DEFAULT 0,
  name text NOT NULL,
  file_id text REFERENCES stored_file ON DELETE SET NULL,
  -- a code of the catalogue, and the values of its text
  problem jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX list_export_waiting ON list_export (id) WHERE waited_for;
CREATE INDEX list_export_created ON list_export (created_at);`;

const models = `
ALTER TABLE model
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN image_id text REFERENCES stored_file,
  ADD COLUMN image_alt text,
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX model_image ON model (image_id) WHERE image_id IS NOT NULL;

-- ingest keeps the thresholds of every device in memory: one word for a model, not one for each of its devices
CREATE FUNCTION tell_model_thresholds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('model_thresholds', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER model_thresholds_update AFTER UPDATE OF rollover ON model FOR EACH ROW WHEN (OLD.rollover IS DISTINCT FROM NEW.rollover) EXECUTE FUNCTION tell_model_thresholds();`;

const consumables = `
-- what a model needs replaced or inspected, and how often; an item that goes has ended, its history stays
CREATE TABLE consumable_item (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  model_id integer NOT NULL REFERENCES model,
  position smallint NOT NULL,
  name text NOT NULL,
  maintenance text NOT NULL CHECK (maintenance IN ('replace', 'inspect')),
  initial_hours integer NOT NULL CHECK (initial_hours >= 1),
  cycle_hours integer NOT NULL CHECK (cycle_hours >= 1),
  -- null: by engine hours only
  cycle_days integer CHECK (cycle_days >= 1),
  ended_at timestamptz
);
-- one that ended keeps its row: one that is added again under its name goes on with it
CREATE UNIQUE INDEX consumable_item_name ON consumable_item (model_id, name) WHERE ended_at IS NULL;
CREATE INDEX consumable_item_model ON consumable_item (model_id, position);

-- one cycle of one item on one vehicle: runs from hours and day of its start until it is replaced or inspected, then it is locked
CREATE TABLE consumable_cycle (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  vehicle_id integer NOT NULL REFERENCES vehicle,
  item_id integer NOT NULL REFERENCES consumable_item,
  -- 1 is the first, which lasts the initial hours
  number smallint NOT NULL DEFAULT 1,
  started_hours double precision NOT NULL DEFAULT 0,
  -- the sale date for the first, the day of the replacement after that; null while unsold: hours only
  started_on date,
  -- 90 and 100 % of the cycle, from its start
  imminent_hours double precision NOT NULL,
  due_hours double precision NOT NULL,
  imminent_on date,
  due_on date,
  -- closed: replaced or inspected, locked; ended: its item was removed from the model
  state text NOT NULL DEFAULT 'safe' CHECK (state IN ('safe', 'imminent', 'exceeded', 'closed', 'ended')),
  -- the mark that it reaches next
  next_hours double precision GENERATED ALWAYS AS (CASE state WHEN 'safe' THEN imminent_hours WHEN 'imminent' THEN due_hours END) STORED,
  next_on date GENERATED ALWAYS AS (CASE state WHEN 'safe' THEN imminent_on WHEN 'imminent' THEN due_on END) STORED,
  -- when the present state began: the alarm date of an imminent or exceeded one
  state_at timestamptz NOT NULL DEFAULT now(),
  closed_on date,
  closed_hours double precision,
  closed_percent real,
  part_code text,
  memo text,
  closed_by text,
  closed_at timestamptz
);
-- one cycle per vehicle and item that is not closed: it runs or has ended
CREATE UNIQUE INDEX consumable_cycle_open ON consumable_cycle (vehicle_id, item_id) WHERE state <> 'closed';
CREATE INDEX consumable_cycle_next_hours ON consumable_cycle (vehicle_id, next_hours) WHERE next_hours IS NOT NULL;
CREATE INDEX consumable_cycle_next_on ON consumable_cycle (next_on) WHERE next_on IS NOT NULL;
CREATE INDEX consumable_cycle_item ON consumable_cycle (item_id);
CREATE INDEX consumable_cycle_alarm ON consumable_cycle (vehicle_id, state) WHERE state IN ('imminent', 'exceeded');
CREATE INDEX consumable_cycle_closed ON consumable_cycle (vehicle_id, closed_at) WHERE state = 'closed';`;

const devices = `
ALTER TABLE device
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN unregistered_at timestamptz,
  -- the retained down/config: wanted by a change, sent once the broker has it
  ADD COLUMN config_wanted_at timestamptz,
  ADD COLUMN config_sent_at timestamptz,
  ADD COLUMN config_sent jsonb;
-- not unique: a device reports its own SIM, and two that report the same must not stop the stream; forms are checked by their commands
CREATE INDEX device_sim ON device (sim) WHERE sim IS NOT NULL;
CREATE INDEX device_activation ON device (activation) WHERE activation IS NOT NULL;
CREATE INDEX device_config_wanted ON device (config_wanted_at) WHERE config_wanted_at IS NOT NULL AND (config_sent_at IS NULL OR config_sent_at < config_wanted_at);
CREATE INDEX device_firmware ON device (firmware DESC NULLS LAST, id DESC);
CREATE INDEX device_id_words ON device USING gin (id gin_trgm_ops);
CREATE INDEX device_sim_words ON device USING gin (sim gin_trgm_ops);
CREATE INDEX device_activation_words ON device USING gin (activation gin_trgm_ops);
CREATE INDEX device_status_order ON device (status, id);
CREATE INDEX device_online ON device (key) WHERE online;

-- a configuration is always newer than the previous one and than the sent one, whatever its clock; and the sender is notified of it
CREATE FUNCTION want_device_config() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.config_wanted_at IS NOT NULL THEN
    IF TG_OP = 'UPDATE' THEN
      NEW.config_wanted_at := greatest(NEW.config_wanted_at, OLD.config_wanted_at + interval '1 microsecond', NEW.config_sent_at + interval '1 microsecond');
    END IF;
    PERFORM pg_notify('config_wanted', '');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER device_config_insert BEFORE INSERT ON device FOR EACH ROW EXECUTE FUNCTION want_device_config();
CREATE TRIGGER device_config_update BEFORE UPDATE OF config_wanted_at ON device FOR EACH ROW EXECUTE FUNCTION want_device_config();

-- last communication of each device, written by ingest once a minute: the order of the list. Narrow, so that its index may change with it
CREATE TABLE device_seen (
  device_key integer PRIMARY KEY REFERENCES device (key) ON DELETE CASCADE,
  at timestamptz,
  -- how far its clock was off then
  skew_ms bigint
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
CREATE FUNCTION begin_device_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_seen (device_key) VALUES (NEW.key);
  RETURN NULL;
END $$;
CREATE TRIGGER device_seen_insert AFTER INSERT ON device FOR EACH ROW EXECUTE FUNCTION begin_device_seen();
INSERT INTO device_seen (device_key, at, skew_ms)
  SELECT d.key, (SELECT max(received_at) FROM device_stream s WHERE s.device_key = d.key),
         -(SELECT offset_ms FROM device_clock c WHERE c.device_key = d.key ORDER BY boot DESC LIMIT 1)
  FROM device d;
CREATE INDEX device_seen_order ON device_seen (at DESC NULLS LAST, device_key DESC);
CREATE INDEX device_seen_skewed ON device_seen (at DESC NULLS LAST, device_key DESC) WHERE skew_ms > 30000 OR skew_ms < -30000;

-- a terminal that moves to another vehicle leaves the open reports of the former one behind: one open report per device, vehicle and code
DROP INDEX fault_report_open;
CREATE UNIQUE INDEX fault_report_open ON fault_report (device_id, COALESCE(vehicle_id, 0), code) WHERE status <> 'completed';
-- the queue is short, what was completed grows for years
CREATE INDEX fault_report_queue ON fault_report (severity, occurred_at, id) INCLUDE (organization_id, status, due_at) WHERE status <> 'completed';
CREATE INDEX fault_report_done ON fault_report (severity, occurred_at, id) WHERE status = 'completed';
CREATE INDEX fault_report_occurred ON fault_report (occurred_at);

-- which device was in which vehicle, and when: telemetry stays with the vehicle that it was measured on
CREATE TABLE device_installation (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id text NOT NULL REFERENCES device,
  vehicle_id integer NOT NULL REFERENCES vehicle,
  -- the day of the work in the field, as it was entered
  matched_on date NOT NULL,
  matched_at timestamptz NOT NULL DEFAULT now(),
  matched_by text,
  ended_at timestamptz,
  ended_by text,
  reason text
);
CREATE INDEX device_installation_vehicle ON device_installation (vehicle_id, matched_at);
CREATE INDEX device_installation_device ON device_installation (device_id, matched_at);
CREATE UNIQUE INDEX device_installation_now ON device_installation (device_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX device_installation_vehicle_now ON device_installation (vehicle_id) WHERE ended_at IS NULL;
INSERT INTO device_installation (device_id, vehicle_id, matched_on, matched_at)
  SELECT device_id, id, COALESCE(matched_on, created_at::date), COALESCE(matched_on::timestamptz, created_at) FROM vehicle WHERE device_id IS NOT NULL;

-- messages of a device by the hour, as ingest counted them; a diagnostic figure, written once a minute
CREATE TABLE device_traffic (
  device_key integer NOT NULL,
  hour timestamptz NOT NULL,
  messages integer NOT NULL,
  duplicates integer NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (device_key, hour)
) WITH (fillfactor = 70);`;

const vehicles = `
ALTER TABLE vehicle
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- the person in charge at the dealer
  ADD COLUMN person_id integer REFERENCES user_account,
  -- after a meter was changed: added to the machine's reading; telemetry is not altered
  ADD COLUMN hours_correction double precision NOT NULL DEFAULT 0,
  ADD COLUMN hours_corrected_on date,
  ADD COLUMN odometer_correction double precision NOT NULL DEFAULT 0,
  ADD COLUMN odometer_corrected_on date,
  ADD COLUMN status_memo text;
CREATE INDEX vehicle_vin_words ON vehicle USING gin (vin gin_trgm_ops);
CREATE INDEX vehicle_device_words ON vehicle USING gin (device_id gin_trgm_ops);
CREATE INDEX vehicle_matched ON vehicle (matched_on DESC NULLS LAST, id);
CREATE INDEX vehicle_shipped ON vehicle (shipped_on DESC NULLS LAST, id);
CREATE INDEX vehicle_sold ON vehicle (sold_on DESC NULLS LAST, id);
CREATE INDEX vehicle_unmatched ON vehicle (matched_on DESC NULLS LAST, id) WHERE device_id IS NULL;
CREATE INDEX vehicle_corrected ON vehicle (id) WHERE hours_correction <> 0 OR odometer_correction <> 0;
CREATE INDEX vehicle_customer ON vehicle (customer_id) WHERE customer_id IS NOT NULL;
-- change once per engine start, fault and call, so they may be indexed
CREATE INDEX vehicle_state_started ON vehicle_state (started_at DESC NULLS LAST, vehicle_id);
CREATE INDEX vehicle_state_faults ON vehicle_state (started_at DESC NULLS LAST, vehicle_id) WHERE open_faults > 0;
CREATE INDEX vehicle_state_sos ON vehicle_state (started_at DESC NULLS LAST, vehicle_id) WHERE open_sos > 0;
-- how often the device of a vehicle sends, in seconds: asked only for those whose silence is in doubt
CREATE FUNCTION vehicle_interval(vehicle integer) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE COST 1 AS $$
  SELECT d.interval_s FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = vehicle
$$;
-- every vehicle has a state from its first day, known or not: a list in the order of that index misses none
CREATE FUNCTION begin_vehicle_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vehicle_state (vehicle_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER vehicle_state_begins AFTER INSERT ON vehicle FOR EACH ROW EXECUTE FUNCTION begin_vehicle_state();
INSERT INTO vehicle_state (vehicle_id) SELECT id FROM vehicle ON CONFLICT DO NOTHING;

-- each correction of a meter; the newest of its meter is in the vehicle, too
CREATE TABLE meter_correction (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  meter text NOT NULL CHECK (meter IN ('hours', 'odometer')),
  value double precision NOT NULL,
  -- the first day that it counts
  since date NOT NULL,
  reason text NOT NULL,
  by_name text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX meter_correction_vehicle ON meter_correction (vehicle_id, id);

-- remote starts: asked for, and how they ended
CREATE TABLE control_request (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  message_id uuid NOT NULL,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  device_id text NOT NULL REFERENCES device,
  command text NOT NULL CHECK (command IN ('start', 'startClimate')),
  state text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'succeeded', 'failed')),
  requested_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  failure text CHECK (failure IN ('timeout', 'broker')),
  by_user integer REFERENCES user_account,
  by_name text
);
CREATE INDEX control_request_vehicle ON control_request (vehicle_id, id);
-- one at a time
CREATE UNIQUE INDEX control_request_open ON control_request (vehicle_id) WHERE state = 'requested';`;

const sales = `
ALTER TABLE customer
  ADD COLUMN birth_on date,
  ADD COLUMN organization_id integer REFERENCES organization,
  -- null: has not joined the app
  ADD COLUMN app_status text CHECK (app_status IN ('registered', 'withdrawn')),
  -- a deleted one is without its person's data; what remains counts for statistics
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
-- the letters and pairs of letters of a name. Trigrams fail here: they know no Hangul under the locale of the built-in database, and a name of three
-- syllables, searched for two of them, has none
CREATE FUNCTION name_pieces(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT COALESCE(array_agg(DISTINCT substr(lower(name), i, n)), '{}') FROM generate_series(1, length(name)) i, generate_series(1, 2) n
$$;
CREATE INDEX customer_words ON customer USING gin (name_pieces(name));
CREATE INDEX customer_phone ON customer (regexp_replace(phone, '\\D', '', 'g')) WHERE removed_at IS NULL;

-- a workbook of sales: checked in a worker, then saved whole or not at all. Its rows hold customers, so they go with the save, or after a day
CREATE TABLE sale_upload (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES user_account,
  file_name text NOT NULL,
  file_id text REFERENCES stored_file ON DELETE SET NULL,
  format text CHECK (format IN ('xlsx', 'xls')),
  sha256 text NOT NULL,
  -- the same bytes were saved before: this one changes nothing
  same_as integer REFERENCES sale_upload,
  state text NOT NULL DEFAULT 'checking' CHECK (state IN ('checking', 'ok', 'errors', 'refused', 'saved')),
  -- of rows that are checked, while it runs; beat_at: heartbeat of the checking process
  checked integer NOT NULL DEFAULT 0,
  total integer,
  beat_at timestamptz NOT NULL DEFAULT now(),
  -- why the file as a whole is refused: a code of the catalogue with its values
  problem text,
  problem_values jsonb,
  rows jsonb,
  errors jsonb,
  rows_in_error integer NOT NULL DEFAULT 0,
  cells_in_error integer NOT NULL DEFAULT 0,
  new_customers integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  checked_at timestamptz,
  saved_at timestamptz
);
CREATE INDEX sale_upload_user ON sale_upload (user_id, created_at);
CREATE INDEX sale_upload_same ON sale_upload (sha256) WHERE state = 'saved';
CREATE INDEX sale_upload_forgotten ON sale_upload (created_at) WHERE state <> 'saved';

-- each sale of a vehicle; the one that is not cancelled is in vehicle.sold_on and vehicle.customer_id, too
CREATE TABLE sale (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  vehicle_id integer NOT NULL REFERENCES vehicle,
  sold_on date NOT NULL,
  organization_id integer NOT NULL REFERENCES organization,
  customer_id integer REFERENCES customer,
  memo text,
  upload_id integer REFERENCES sale_upload,
  registered_by text,
  registered_at timestamptz NOT NULL DEFAULT now(),
  cancelled_at timestamptz,
  cancelled_by text,
  cancel_reason text
);
CREATE UNIQUE INDEX sale_standing ON sale (vehicle_id) WHERE cancelled_at IS NULL;
CREATE INDEX sale_vehicle ON sale (vehicle_id, registered_at);
CREATE INDEX sale_registered ON sale (registered_at) WHERE cancelled_at IS NULL;
INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id, registered_at)
  SELECT id, sold_on, organization_id, customer_id, sold_on::timestamptz FROM vehicle WHERE sold_on IS NOT NULL;`;

const history = `
-- the history of one record
CREATE INDEX event_log_record ON event_log ((payload->>'kind'), (payload->>'id'), number) WHERE name IN ('record.created', 'record.changed', 'record.deleted');`;
