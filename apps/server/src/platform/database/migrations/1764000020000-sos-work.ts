import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The messages of each SOS, evidence reports, and indexes of the SOS queue. */
export class SosWork1764000020000 implements MigrationInterface {
  name = 'SosWork1764000020000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(received);
    await q.query(evidence);
    await q.query(indexes);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const received = `
-- every press, roll-over or collision as received, the first and those that were added to an open SOS. Older SOS alerts have none
CREATE TABLE sos_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  call_id integer NOT NULL REFERENCES sos_call ON DELETE CASCADE,
  device_id text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('device', 'tilt')),
  -- of the device's own message; a roll-over that its samples showed has none
  boot integer,
  seq integer,
  device_ts bigint NOT NULL,
  -- corrected time, and whether something vouches for the clock it comes from
  at timestamptz NOT NULL,
  clock_known boolean NOT NULL,
  skew_ms bigint,
  received_at timestamptz NOT NULL,
  -- the message, or the sample, as it was decoded
  body jsonb NOT NULL
);
CREATE INDEX sos_message_call ON sos_message (call_id, id);`;

const evidence = `
-- the log holds who, when and the hash (sos.evidenced); here is the reference of the file
CREATE TABLE sos_evidence (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  call_id integer NOT NULL REFERENCES sos_call,
  file_id text NOT NULL REFERENCES stored_file
);
CREATE INDEX sos_evidence_call ON sos_evidence (call_id, id);`;

/** Order of domain/sos: raised, acknowledged, dispatched; within each roll-over, collision, button. */
const statusRank =
  "(CASE status WHEN 'raised' THEN 0 WHEN 'acknowledged' THEN 1 WHEN 'dispatched' THEN 2 WHEN 'resolved' THEN 3 WHEN 'falseAlarm' THEN 3 END)";
const typeRank = "(CASE type WHEN 'rollover' THEN 0 WHEN 'collision' THEN 1 WHEN 'button' THEN 2 END)";
const indexes = `
-- the queue in its order, all calls in it, and by time
CREATE INDEX sos_call_queue ON sos_call (${statusRank}, ${typeRank}, raised_at, id) INCLUDE (organization_id, status) WHERE status IN ('raised', 'acknowledged', 'dispatched');
CREATE INDEX sos_call_order ON sos_call (${statusRank}, ${typeRank}, raised_at, id);
CREATE INDEX sos_call_raised ON sos_call (raised_at, id) INCLUDE (organization_id, status);
-- help that was sent, for the reminder
CREATE INDEX sos_call_dispatched ON sos_call (dispatched_at) WHERE status = 'dispatched';`;
