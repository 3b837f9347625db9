import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations, second step by SMS, password history, terms, notifications and their channels, keys of the factory interface. */
export class AccountsAndAdministration1763800000000 implements MigrationInterface {
  name = 'AccountsAndAdministration1763800000000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(organisations);
    await q.query(accounts);
    await q.query(notifications);
    await q.query(messages);
    await q.query(administration);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const organisations = `
ALTER TABLE organization
  ADD COLUMN postal_code text,
  ADD COLUMN address_detail text,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- a deleted one stays for the records that name it, with its name and code free for another
  ADD COLUMN removed_at timestamptz,
  DROP CONSTRAINT organization_parent_id_name_key,
  DROP CONSTRAINT organization_erp_code_key;
CREATE UNIQUE INDEX organization_sibling ON organization (parent_id, name) NULLS NOT DISTINCT WHERE removed_at IS NULL;
CREATE UNIQUE INDEX organization_erp ON organization (erp_code) WHERE removed_at IS NULL;`;

const accounts = `
-- an invited account has neither id nor password until its owner joins; a removed one keeps its name for the records that name it
ALTER TABLE user_account
  ALTER COLUMN login_id DROP NOT NULL,
  ALTER COLUMN password_hash DROP NOT NULL,
  ADD COLUMN country text NOT NULL DEFAULT '82',
  ADD COLUMN postal_code text,
  ADD COLUMN address text,
  ADD COLUMN address_detail text,
  ADD COLUMN language text NOT NULL DEFAULT 'ko' CHECK (language IN ('ko', 'en')),
  -- a temporary password opens nothing after this
  ADD COLUMN temporary_until timestamptz,
  ADD COLUMN invited_at timestamptz,
  ADD COLUMN joined_at timestamptz,
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN last_login_at timestamptz,
  ADD COLUMN last_login_address text,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
UPDATE user_account SET joined_at = created_at;
DROP INDEX user_account_login;
CREATE UNIQUE INDEX user_account_login ON user_account (lower(login_id)) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX user_account_email ON user_account (lower(email)) WHERE removed_at IS NULL;
-- found however the number is written
CREATE INDEX user_account_phone ON user_account (regexp_replace(phone, '\\D', '', 'g')) WHERE removed_at IS NULL;

-- former passwords, the last three of which cannot be used again
CREATE TABLE password_history (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES user_account,
  hash text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_history_user ON password_history (user_id, set_at DESC);

-- one code by SMS: the second step of a login, or a phone to be proven
CREATE TABLE sms_code (
  id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('login', 'findId', 'findPassword', 'join', 'phone')),
  user_id integer REFERENCES user_account,
  phone text NOT NULL,
  code_hash text NOT NULL,
  -- what the purpose needs again after the code: {"autoLogin": true}
  data jsonb NOT NULL DEFAULT '{}',
  address text,
  started_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  wrong smallint NOT NULL DEFAULT 0,
  confirmed_at timestamptz,
  used_at timestamptz
);
CREATE INDEX sms_code_phone ON sms_code (phone, sent_at);
-- every sending counts towards the five an hour, those of voided codes too
CREATE TABLE sms_sending (phone text NOT NULL, purpose text NOT NULL, sent_at timestamptz NOT NULL);
CREATE INDEX sms_sending_phone ON sms_sending (phone, sent_at);

-- links by e-mail, each good once: to join, or to confirm a new address
CREATE TABLE account_link (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('join', 'email')),
  user_id integer NOT NULL REFERENCES user_account,
  token_hash text NOT NULL UNIQUE,
  email text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  voided_at timestamptz
);
CREATE INDEX account_link_user ON account_link (user_id, purpose);

CREATE TABLE terms_agreement (
  user_id integer NOT NULL REFERENCES user_account,
  term text NOT NULL CHECK (term IN ('service', 'privacy', 'location', 'marketing')),
  version text NOT NULL,
  agreed boolean NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, term, version)
);`;

const notifications = `
CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES user_account,
  kind text NOT NULL CHECK (kind IN ('sos', 'fault', 'consumable', 'transfer', 'diagnosis', 'reprogramming', 'export', 'account', 'system')),
  -- {"ko", "en"}: shown in the reader's language, with the text of that time
  text jsonb NOT NULL,
  link text,
  vehicle_id integer,
  -- how many of the same vehicle it combines, within a minute of the first
  count integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  at timestamptz NOT NULL,
  read_at timestamptz
);
CREATE INDEX notification_user ON notification (user_id, at DESC, id DESC);
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;
-- notifications already created: the same is never created twice, however often its policy runs
CREATE TABLE notification_cause (
  user_id integer NOT NULL REFERENCES user_account,
  cause text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, cause)
);

-- only deviations from the default
CREATE TABLE notification_preference (
  user_id integer NOT NULL REFERENCES user_account,
  kind text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('inApp', 'push', 'email', 'sms')),
  wanted boolean NOT NULL,
  PRIMARY KEY (user_id, kind, channel)
);

-- browsers that take web push
CREATE TABLE push_subscription (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES user_account,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX push_subscription_user ON push_subscription (user_id);`;

const messages = `
ALTER TABLE delivery
  DROP CONSTRAINT delivery_subject_check,
  ADD CONSTRAINT delivery_subject_check CHECK (subject IN ('sos', 'fault', 'account')),
  -- an e-mail has a title; codes and links are wiped from here once they are sent
  ADD COLUMN title text,
  ADD COLUMN secret boolean NOT NULL DEFAULT false;
ALTER TABLE mail ADD COLUMN title text, ADD COLUMN address text;`;

const administration = `
-- lists of a period: of every event, and of one kind (account, record …)
CREATE INDEX event_log_at ON event_log (at, number);
CREATE INDEX event_log_kind ON event_log (split_part(name, '.', 1), at, number);
-- "how many of the same", without touching the payloads
CREATE INDEX quarantine_same ON quarantine (device_id, reason, received_at);
DROP INDEX quarantine_device;
DROP INDEX quarantine_time;
CREATE INDEX quarantine_time ON quarantine (received_at, reason);

ALTER TABLE kiosk
  ADD COLUMN expires_at timestamptz,
  ADD COLUMN revoked_by text;
-- each browser that shows a wall, and when it last read the picture
CREATE TABLE kiosk_screen (
  id text PRIMARY KEY,
  kiosk_id integer NOT NULL REFERENCES kiosk,
  seen_at timestamptz NOT NULL
);
CREATE INDEX kiosk_screen_kiosk ON kiosk_screen (kiosk_id, seen_at);

-- keys of the factory interface; the key itself is shown once
CREATE TABLE api_key (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  key_hash text NOT NULL UNIQUE,
  -- the first characters, to distinguish keys
  hint text NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  issued_by text NOT NULL,
  last_used_at timestamptz,
  last_used_address text,
  revoked_at timestamptz,
  revoked_by text
);`;
