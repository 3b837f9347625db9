import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clients of the Fleet API, and how they use it. */
export class FleetClients1764000178000 implements MigrationInterface {
  name = 'FleetClients1764000178000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(clients);
    await q.query(idle);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const clients = `
CREATE TABLE fleet_client (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id text NOT NULL UNIQUE,
  name text NOT NULL,
  -- SHA-256 of 256 random bits
  secret_hash text NOT NULL,
  -- of the secret that is in force: tokens that were issued for an older one end with it
  secret_version integer NOT NULL DEFAULT 1,
  customer_id integer REFERENCES customer,
  organization_id integer REFERENCES organization,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  expires_at timestamptz,
  rotated_at timestamptz,
  revoked_at timestamptz,
  -- null: the customer left, or the organisation was deleted
  revoked_by text,
  CHECK (num_nonnulls(customer_id, organization_id) = 1)
);
CREATE INDEX fleet_client_customer ON fleet_client (customer_id) WHERE customer_id IS NOT NULL;
CREATE INDEX fleet_client_organization ON fleet_client (organization_id) WHERE organization_id IS NOT NULL;

-- one row a client, written with every request: what it used, and how often in the present minute. Narrow and HOT
CREATE TABLE fleet_client_use (
  client integer PRIMARY KEY REFERENCES fleet_client ON DELETE CASCADE,
  minute timestamptz NOT NULL,
  in_minute integer NOT NULL,
  requests bigint NOT NULL,
  last_used_at timestamptz NOT NULL,
  last_used_address text NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);`;

const idle = `
-- idle time of a vehicle before a moment: derived from vehicle_quarter, so that a page of the fleet does not sum up years. Needs no log
CREATE UNLOGGED TABLE fleet_idle_sum (
  vehicle_id integer PRIMARY KEY,
  until timestamptz NOT NULL,
  idle_ms bigint NOT NULL,
  read_at timestamptz NOT NULL
);`;
