import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Customers with their terms and the sessions of their app, and messages to them. */
export class Owners1764000000000 implements MigrationInterface {
  name = 'Owners1764000000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(customers);
    await q.query(app);
    await q.query(messages);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const customers = `
ALTER TABLE customer
  ADD COLUMN login_id text,
  ADD COLUMN email text,
  ADD COLUMN country text NOT NULL DEFAULT '82',
  ADD COLUMN postal_code text,
  ADD COLUMN address text,
  ADD COLUMN address_detail text,
  ADD COLUMN memo text,
  ADD COLUMN registered_by text,
  -- of the app
  ADD COLUMN joined_at timestamptz,
  ADD COLUMN withdrawn_at timestamptz,
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
CREATE UNIQUE INDEX customer_login ON customer (lower(login_id)) WHERE removed_at IS NULL;
CREATE INDEX customer_organization ON customer (organization_id);
CREATE INDEX customer_created ON customer (created_at DESC, id DESC) WHERE removed_at IS NULL;
CREATE INDEX customer_joined ON customer (joined_at) WHERE joined_at IS NOT NULL;
CREATE INDEX customer_withdrawn ON customer (withdrawn_at) WHERE withdrawn_at IS NOT NULL;

-- every answer to a text that a customer was asked to agree to; the newest of a term counts. It goes with the person's data
CREATE TABLE customer_terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  term text NOT NULL CHECK (term IN ('service', 'privacy', 'location', 'marketing')),
  version text NOT NULL,
  agreed boolean NOT NULL,
  -- how it was given: in the app, on paper, by telephone
  way text NOT NULL CHECK (way IN ('app', 'paper', 'phone')),
  given_on date NOT NULL,
  recorded_by text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX customer_terms_customer ON customer_terms (customer_id, term, id);`;

const app = `
-- the customers' app: its own sessions, its own tokens. A member of staff has none, a customer no login_session
CREATE TABLE app_session (
  id uuid PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customer ON DELETE CASCADE,
  -- SHA-256 of the one refresh token that is still good
  refresh_hash text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  refreshed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  address text,
  agent text
);
CREATE INDEX app_session_customer ON app_session (customer_id) WHERE ended_at IS NULL;
ALTER TABLE sms_code
  DROP CONSTRAINT sms_code_purpose_check,
  ADD CONSTRAINT sms_code_purpose_check CHECK (purpose IN ('login', 'findId', 'findPassword', 'join', 'phone', 'app')),
  ADD COLUMN customer_id integer REFERENCES customer ON DELETE CASCADE;`;

const messages = `
ALTER TABLE delivery
  DROP CONSTRAINT delivery_subject_check,
  ADD CONSTRAINT delivery_subject_check CHECK (subject IN ('sos', 'fault', 'account', 'consumable', 'transfer', 'customer')),
  DROP CONSTRAINT delivery_channel_check,
  ADD CONSTRAINT delivery_channel_check CHECK (channel IN ('push', 'sms', 'email', 'panel', 'app')),
  -- of a message to a customer; its name, address and text go with the person's data
  ADD COLUMN customer_id integer REFERENCES customer ON DELETE SET NULL;
CREATE INDEX delivery_customer ON delivery (customer_id, id) WHERE customer_id IS NOT NULL;`;
