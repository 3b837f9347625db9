import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Transfers of ownership with their documents, and who owned a machine from when until when. */
export class OwnerTransfer1764000050000 implements MigrationInterface {
  name = 'OwnerTransfer1764000050000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(transfers);
    await q.query(documents);
    await q.query(owners);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const transfers = `
CREATE TABLE owner_transfer (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'accepted', 'approved', 'rejected')),
  vehicle_id integer NOT NULL REFERENCES vehicle,
  from_customer_id integer NOT NULL REFERENCES customer,
  to_customer_id integer NOT NULL REFERENCES customer CHECK (to_customer_id <> from_customer_id),
  requested_at timestamptz NOT NULL,
  accepted_at timestamptz,
  -- when it is rejected by itself, unless somebody goes on with it
  due_at timestamptz,
  decided_at timestamptz,
  -- the member who decided
  decided_by text,
  ending text CHECK (ending IN ('staff', 'time', 'withdrawn', 'declined', 'ended')),
  reason text,
  CHECK ((status IN ('requested', 'accepted')) = (decided_at IS NULL)),
  CHECK ((status = 'rejected') = (ending IS NOT NULL)),
  CHECK ((decided_at IS NULL) = (due_at IS NOT NULL))
);
CREATE UNIQUE INDEX owner_transfer_open ON owner_transfer (vehicle_id) WHERE decided_at IS NULL;
CREATE INDEX owner_transfer_due ON owner_transfer (due_at) WHERE decided_at IS NULL;
CREATE INDEX owner_transfer_requested ON owner_transfer (requested_at, id);
CREATE INDEX owner_transfer_status ON owner_transfer (status, requested_at);
CREATE INDEX owner_transfer_vehicle ON owner_transfer (vehicle_id, id);
CREATE INDEX owner_transfer_from ON owner_transfer (from_customer_id);
CREATE INDEX owner_transfer_to ON owner_transfer (to_customer_id);
-- the timeline of one
CREATE INDEX event_log_transfer ON event_log ((payload->'transfer'->>'id'), number) WHERE payload ? 'transfer';`;

const documents = `
-- the delivery and takeover document of an approved transfer; its id is the right to open it
CREATE TABLE rdi_document (
  id text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{22}$'),
  transfer_id integer NOT NULL UNIQUE REFERENCES owner_transfer,
  name text NOT NULL,
  -- of the new owner, masked as in the document
  owner text NOT NULL,
  taken_over_on date NOT NULL,
  size integer NOT NULL,
  pdf bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  openings smallint NOT NULL DEFAULT 0
);
CREATE TABLE rdi_opening (
  -- SHA-256 of what its file is asked for with
  token_hash text PRIMARY KEY,
  document_id text NOT NULL REFERENCES rdi_document ON DELETE CASCADE,
  at timestamptz NOT NULL
);
CREATE INDEX rdi_opening_document ON rdi_opening (document_id);
CREATE TABLE rdi_download (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id text NOT NULL REFERENCES rdi_document ON DELETE CASCADE,
  at timestamptz NOT NULL,
  -- the member who downloaded it in the console; null: the holder of the link
  by_name text,
  address text NOT NULL
);
CREATE INDEX rdi_download_document ON rdi_download (document_id, id);`;

const owners = `
-- who owned a machine from when until when: an owner reads nothing of another's time
CREATE TABLE vehicle_owner (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  customer_id integer NOT NULL REFERENCES customer,
  -- null: from its first day, because it had no owner before
  since timestamptz,
  until timestamptz
);
CREATE UNIQUE INDEX vehicle_owner_now ON vehicle_owner (vehicle_id) WHERE until IS NULL;
CREATE INDEX vehicle_owner_vehicle ON vehicle_owner (vehicle_id, customer_id);
CREATE INDEX vehicle_owner_customer ON vehicle_owner (customer_id);
INSERT INTO vehicle_owner (vehicle_id, customer_id, since)
  SELECT v.id, v.customer_id, (SELECT max(s.cancelled_at) FROM sale s WHERE s.vehicle_id = v.id AND s.customer_id <> v.customer_id)
  FROM vehicle v WHERE v.customer_id IS NOT NULL;

-- whatever writes a vehicle's customer (a sale, an upload, a transfer, a customer who goes) ends one time and begins the next
CREATE FUNCTION keep_vehicle_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.customer_id IS NOT DISTINCT FROM NEW.customer_id THEN RETURN NULL; END IF;
    UPDATE vehicle_owner SET until = clock_timestamp() WHERE vehicle_id = NEW.id AND until IS NULL;
  END IF;
  IF NEW.customer_id IS NOT NULL THEN
    INSERT INTO vehicle_owner (vehicle_id, customer_id, since)
      SELECT NEW.id, NEW.customer_id, max(until) FROM vehicle_owner WHERE vehicle_id = NEW.id AND customer_id <> NEW.customer_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER vehicle_owner_insert AFTER INSERT ON vehicle FOR EACH ROW EXECUTE FUNCTION keep_vehicle_owner();
CREATE TRIGGER vehicle_owner_update AFTER UPDATE OF customer_id ON vehicle FOR EACH ROW EXECUTE FUNCTION keep_vehicle_owner();`;
