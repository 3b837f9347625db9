import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One program for many vehicles in waves: the plan, its waves, its vehicles with their newest runs, and the decisions.
 */
export class RollOuts1764000100000 implements MigrationInterface {
  name = 'RollOuts1764000100000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(rollOuts);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const rollOuts = `
CREATE TABLE roll_out (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 0,
  name text NOT NULL,
  file_id integer NOT NULL REFERENCES flash_file,
  -- of its author: who sees it
  organization_id integer NOT NULL REFERENCES organization,
  -- what its author sees; null: everything. A vehicle that has left it meanwhile is left out
  scope_organization_id integer REFERENCES organization,
  state text NOT NULL CHECK (state IN ('draft', 'waitsForApproval', 'running', 'paused', 'done', 'cancelled', 'expired')),
  paused_by text CHECK (paused_by IN ('failures', 'person')),
  first_group integer NOT NULL,
  shares integer[] NOT NULL,
  hold_hours integer,
  stop_share integer NOT NULL CHECK (stop_share BETWEEN 1 AND 100),
  valid_until timestamptz NOT NULL,
  -- how the vehicles were chosen
  by_hand boolean NOT NULL,
  filter jsonb,
  with_unknown boolean NOT NULL,
  wave integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  created_by integer NOT NULL REFERENCES user_account,
  created_name text NOT NULL,
  created_organization text NOT NULL,
  approved_at timestamptz,
  approved_by integer REFERENCES user_account,
  approved_name text,
  ended_at timestamptz,
  -- when it is looked at next
  look_at timestamptz,
  CHECK ((state IN ('done', 'cancelled', 'expired')) = (ended_at IS NOT NULL)),
  CHECK ((state = 'paused') = (paused_by IS NOT NULL)),
  -- four eyes, whatever the code does
  CHECK (approved_by IS NULL OR approved_by <> created_by)
);
CREATE INDEX roll_out_created ON roll_out (created_at DESC, id DESC);
CREATE INDEX roll_out_organization ON roll_out (organization_id);
CREATE INDEX roll_out_file ON roll_out (file_id);
CREATE INDEX roll_out_look ON roll_out (look_at) WHERE look_at IS NOT NULL;

CREATE TABLE roll_out_wave (
  roll_out_id integer NOT NULL REFERENCES roll_out ON DELETE CASCADE,
  number integer NOT NULL,
  size integer NOT NULL,
  began_at timestamptz,
  -- from when on its failures count: a person who goes on begins anew
  counted_from timestamptz,
  PRIMARY KEY (roll_out_id, number)
);

CREATE TABLE roll_out_vehicle (
  roll_out_id integer NOT NULL REFERENCES roll_out ON DELETE CASCADE,
  vehicle_id integer NOT NULL REFERENCES vehicle ON DELETE CASCADE,
  wave integer NOT NULL,
  position integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'underWay', 'done', 'failed', 'cancelled', 'expired', 'skipped')),
  reason text,
  run_id integer REFERENCES flash_run ON DELETE SET NULL,
  attempts integer NOT NULL DEFAULT 0,
  tried_at timestamptz,
  -- not looked at before
  again_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (roll_out_id, vehicle_id)
) WITH (fillfactor = 80);
CREATE INDEX roll_out_vehicle_wave ON roll_out_vehicle (roll_out_id, wave, position);
CREATE INDEX roll_out_vehicle_waiting ON roll_out_vehicle (vehicle_id) WHERE state IN ('waiting', 'underWay');
CREATE INDEX roll_out_vehicle_run ON roll_out_vehicle (run_id);

CREATE TABLE roll_out_step (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  roll_out_id integer NOT NULL REFERENCES roll_out ON DELETE CASCADE,
  at timestamptz NOT NULL,
  step text NOT NULL,
  wave integer,
  by_user integer REFERENCES user_account,
  by_name text,
  reason text
);
CREATE INDEX roll_out_step_of ON roll_out_step (roll_out_id, id);

ALTER TABLE flash_run ADD COLUMN roll_out_id integer REFERENCES roll_out ON DELETE SET NULL;
CREATE INDEX flash_run_roll_out ON flash_run (roll_out_id) WHERE roll_out_id IS NOT NULL;`;
