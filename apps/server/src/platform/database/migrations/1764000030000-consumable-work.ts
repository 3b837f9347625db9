import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The use of cycles, stored so that the list of a whole fleet is sorted by an index; their alarms; events that a step
 * of a change appends at its commit.
 */
export class ConsumableWork1764000030000 implements MigrationInterface {
  name = 'ConsumableWork1764000030000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(cycles);
    await q.query(indexes);
    await q.query(eventsAtCommit);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const cycles = `
ALTER TABLE consumable_cycle
  -- whole percent of hours or days, whichever is farther; null where neither is known. Counted on by the jobs process
  ADD COLUMN percent integer,
  -- engine hours at which the percent changes next; null: it does not
  ADD COLUMN step_hours double precision,
  -- the order of the list: the percent within the bounds of its state, so that a choice of states is a range of it. Null: it does not run
  ADD COLUMN due_rank integer GENERATED ALWAYS AS (CASE state WHEN 'exceeded' THEN greatest(percent, 100) WHEN 'imminent' THEN least(greatest(percent, 90), 99)
    WHEN 'safe' THEN least(COALESCE(percent, -1), 89) END) STORED,
  -- first day of the alarm, in the product's zone: imminent, or exceeded at once; null while safe
  ADD COLUMN alarmed_on date,
  -- of the present state, owner and agency are still to be notified
  ADD COLUMN alarm_pending boolean NOT NULL DEFAULT false,
  -- last message to the customer about it
  ADD COLUMN sent_at timestamptz;
-- earlier states were not notified, and are not notified late
UPDATE consumable_cycle SET alarmed_on = (state_at AT TIME ZONE 'Asia/Seoul')::date WHERE state IN ('imminent', 'exceeded', 'closed') AND (state <> 'closed' OR closed_percent >= 90);
UPDATE consumable_cycle SET alarmed_on = least(alarmed_on, closed_on) WHERE state = 'closed' AND alarmed_on IS NOT NULL;`;

const indexes = `
CREATE INDEX consumable_cycle_due ON consumable_cycle (due_rank DESC, id DESC) INCLUDE (vehicle_id) WHERE due_rank IS NOT NULL;
-- what runs on one vehicle, and on the vehicles of a dealer
CREATE INDEX consumable_cycle_vehicle ON consumable_cycle (vehicle_id, due_rank DESC, id DESC) WHERE due_rank IS NOT NULL;
CREATE INDEX consumable_cycle_alarmed ON consumable_cycle (alarmed_on, id) WHERE state IN ('imminent', 'exceeded');
CREATE INDEX consumable_cycle_pending ON consumable_cycle (id) WHERE alarm_pending;
CREATE INDEX consumable_cycle_step ON consumable_cycle (vehicle_id, step_hours) WHERE step_hours IS NOT NULL;
-- every mark of the hours is a step of the percent
DROP INDEX consumable_cycle_next_hours;
DROP INDEX consumable_cycle_closed;
CREATE INDEX consumable_cycle_history ON consumable_cycle (vehicle_id, item_id, number) WHERE state = 'closed';`;

/**
 * A step inside another transaction (recalculating cycles when a sale changes) has events to append, but the log's lock
 * may be held only for the commit: it stores them here, and they are written to the log when the transaction commits,
 * or never.
 */
const eventsAtCommit = `
CREATE TABLE event_at_commit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  events jsonb NOT NULL,
  at timestamptz NOT NULL
);
CREATE FUNCTION append_event_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_events(NEW.events, NEW.at);
  DELETE FROM event_at_commit WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER event_at_commit_append AFTER INSERT ON event_at_commit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION append_event_at_commit();`;
