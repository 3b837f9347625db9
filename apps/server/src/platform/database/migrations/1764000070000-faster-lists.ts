import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the vehicles of a model follow its changed consumables set, and indexes for the slow lists of a large fleet.
 */
export class FasterLists1764000070000 implements MigrationInterface {
  name = 'FasterLists1764000070000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(redating);
    await q.query(lists);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const redating = `
-- a model whose set was changed and whose vehicles are still being dated by it; those up to this one are
CREATE TABLE model_redating (
  model_id integer PRIMARY KEY REFERENCES model ON DELETE CASCADE,
  done_up_to integer NOT NULL DEFAULT 0,
  wanted_at timestamptz NOT NULL
);
-- the vehicles of a model in order
CREATE INDEX vehicle_of_model ON vehicle (model_id, id);
DROP INDEX vehicle_model;`;

const lists = `
-- whether a map can show it. Kept as a value of its own: it hardly ever changes, so its index leaves an update of the position in its page
ALTER TABLE vehicle_state ADD COLUMN placed boolean NOT NULL GENERATED ALWAYS AS (lat IS NOT NULL AND lon IS NOT NULL) STORED;
CREATE INDEX vehicle_state_unplaced ON vehicle_state (vehicle_id) WHERE NOT placed;`;
