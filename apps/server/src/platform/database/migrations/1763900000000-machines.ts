import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Models with their pictures and consumables, the life of a device, sales and their uploads, files, exports; and what the lists of large fleets need. */
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
-- text is searched anywhere in a word: VIN, device id, names
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- what lies in the object store; the bytes are there under the same id. Not kept: swept a day after it came
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
  session_id uuid,
  list text NOT NULL,
  -- what was asked, as it came: the filter, the columns in their order, and who asked under which scope
  request jsonb NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'ready', 'failed')),
  total integer NOT NULL,
  written integer NOT NULL DEFAULT 0,
  name text NOT NULL,
  file_id text REFERENCES stored_file ON DELETE SET NULL,
  problem text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX list_export_waiting ON list_export (created_at) WHERE state IN ('queued', 'running');
CREATE INDEX list_export_user ON list_export (user_id, created_at);`;

const models = `
ALTER TABLE model
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN image_id text REFERENCES stored_file,
  ADD COLUMN image_alt text,
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();`;

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
  state text NOT NULL DEFAULT 'safe' CHECK (state IN ('safe', 'imminent', 'exceeded', 'closed', 'ended')),
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
-- one running cycle per vehicle and item
CREATE UNIQUE INDEX consumable_cycle_running ON consumable_cycle (vehicle_id, item_id) WHERE state IN ('safe', 'imminent', 'exceeded');
CREATE INDEX consumable_cycle_item ON consumable_cycle (item_id);
CREATE INDEX consumable_cycle_alarm ON consumable_cycle (vehicle_id, state) WHERE state IN ('imminent', 'exceeded');
CREATE INDEX consumable_cycle_closed ON consumable_cycle (vehicle_id, closed_at) WHERE state = 'closed';`;

const devices = `
ALTER TABLE device
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN starts integer NOT NULL DEFAULT 0,
  ADD COLUMN unregistered_at timestamptz,
  -- the retained down/config: wanted by a change, sent once the broker has it
  ADD COLUMN config_wanted_at timestamptz,
  ADD COLUMN config_sent_at timestamptz,
  ADD COLUMN config_sent jsonb;
-- not unique: a device says its own SIM, and two that say the same must not stop the stream; forms are checked by their commands
CREATE INDEX device_sim ON device (sim) WHERE sim IS NOT NULL;
CREATE INDEX device_activation ON device (activation) WHERE activation IS NOT NULL;
CREATE INDEX device_config_wanted ON device (config_wanted_at) WHERE config_sent_at IS NULL OR config_sent_at < config_wanted_at;
CREATE INDEX device_id_words ON device USING gin (id gin_trgm_ops);
CREATE INDEX device_status_order ON device (status, id);

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
  -- after a meter was changed: added to what the machine says; telemetry is not altered
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
CREATE INDEX vehicle_customer ON vehicle (customer_id) WHERE customer_id IS NOT NULL;
-- changes once per engine start, so it may be indexed
CREATE INDEX vehicle_state_started ON vehicle_state (started_at DESC NULLS LAST, vehicle_id);`;

const sales = `
ALTER TABLE customer
  ADD COLUMN birth_on date,
  ADD COLUMN organization_id integer REFERENCES organization,
  -- null: has not joined the app
  ADD COLUMN app_status text CHECK (app_status IN ('registered', 'withdrawn')),
  -- a deleted one is without its person's data; what remains counts for statistics
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE INDEX customer_words ON customer USING gin (name gin_trgm_ops);
CREATE INDEX customer_phone ON customer (regexp_replace(phone, '\\D', '', 'g')) WHERE removed_at IS NULL;

-- a workbook of sales: checked in a worker, then saved whole or not at all
CREATE TABLE sale_upload (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES user_account,
  file_name text NOT NULL,
  file_id text REFERENCES stored_file ON DELETE SET NULL,
  sha256 text NOT NULL,
  state text NOT NULL DEFAULT 'checking' CHECK (state IN ('checking', 'ok', 'errors', 'refused', 'saved')),
  -- of rows that are checked, while it runs
  checked integer NOT NULL DEFAULT 0,
  total integer,
  -- why the file as a whole is refused: a code of the catalogue
  problem text,
  rows jsonb,
  errors jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  checked_at timestamptz,
  saved_at timestamptz
);
CREATE INDEX sale_upload_user ON sale_upload (user_id, created_at);
CREATE INDEX sale_upload_same ON sale_upload (sha256) WHERE state = 'saved';

-- each sale of a vehicle; the one that is not cancelled stands in vehicle.sold_on and vehicle.customer_id too
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
