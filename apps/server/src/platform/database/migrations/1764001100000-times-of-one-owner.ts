import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A machine that came back to the customer who had it last began a second time of that customer where another's had ended, over the first one: whatever
 * joins the times counted twice. Times of a machine follow one another now. No owner between two times is a sale cancelled and entered again, and has
 * always been given to who came next; so a customer who had it last, too, goes on in the same time, and no interval is cut that one customer had on both
 * sides. Sums of periods that were read before are stored for minutes only, and nothing else that is stored depends on owners.
 */
export class TimesOfOneOwner1764001100000 implements MigrationInterface {
  name = 'TimesOfOneOwner1764001100000';

  async up(q: QueryRunner): Promise<void> {
    await q.query(follow);
    // sales that run have written theirs, and none is written between what is read and what is cut
    await q.query('LOCK TABLE vehicle_owner IN SHARE ROW EXCLUSIVE MODE');
    await q.query(mend);
  }

  down(): Promise<void> {
    throw new Error('Migrations go forward only: restore a back-up instead (docs/operations.md).');
  }
}

const follow = `
CREATE OR REPLACE FUNCTION keep_vehicle_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE newest record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.customer_id IS NOT DISTINCT FROM NEW.customer_id THEN RETURN NULL; END IF;
    -- a clock that was set back ends no time before it began, or the newest would not be the last
    UPDATE vehicle_owner SET until = GREATEST(since, clock_timestamp()) WHERE vehicle_id = NEW.id AND until IS NULL;
  END IF;
  IF NEW.customer_id IS NOT NULL THEN
    SELECT id, customer_id, until INTO newest FROM vehicle_owner WHERE vehicle_id = NEW.id ORDER BY until DESC, id DESC LIMIT 1;
    IF newest.customer_id = NEW.customer_id THEN
      UPDATE vehicle_owner SET until = NULL WHERE id = newest.id;
    ELSE
      INSERT INTO vehicle_owner (vehicle_id, customer_id, since) VALUES (NEW.id, NEW.customer_id, newest.until);
    END IF;
  END IF;
  RETURN NULL;
END $$`;

/**
 * Times of a machine in the order of their ends. One that begins before the end of the time before it continues it where the customer is the same, and
 * begins at that end where it is another. Of times that continue one another the last row stays, with the first's beginning: only its end may be open.
 */
const mend = `
WITH times AS (
  SELECT id, vehicle_id, customer_id, since, until, lag(customer_id) OVER t AS customer_before, lag(until) OVER t AS until_before
  FROM vehicle_owner WINDOW t AS (PARTITION BY vehicle_id ORDER BY until NULLS LAST, id)
), begun AS (
  SELECT *, until_before IS NOT NULL AND (since IS NULL OR since < until_before) AS is_over FROM times
), numbered AS (
  SELECT *, count(*) FILTER (WHERE NOT (is_over AND customer_id = customer_before)) OVER (PARTITION BY vehicle_id ORDER BY until NULLS LAST, id) AS number
  FROM begun
), mended AS (
  SELECT id, since, last_value(id) OVER s AS last_id, first_value(CASE WHEN is_over THEN until_before ELSE since END) OVER s AS first_since
  FROM numbered WINDOW s AS (PARTITION BY vehicle_id, number ORDER BY until NULLS LAST, id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
), gone AS (
  DELETE FROM vehicle_owner w USING mended m WHERE w.id = m.id AND m.id <> m.last_id
)
UPDATE vehicle_owner w SET since = m.first_since FROM mended m WHERE w.id = m.id AND m.id = m.last_id AND m.since IS DISTINCT FROM m.first_since`;
