import { cycleMarks } from '@headland/domain/consumable';
import { dayOf } from '@headland/domain/zone-day';
import type { Tx } from '../platform/database/rows';

/**
 * The cycles of vehicles, as the items of their models have them: `domain/consumable` as SQL over whole fleets (plan-cycles.spec holds both
 * together). A vehicle and an item of its model have at most one cycle that is not closed: it runs, or it has ended because its item was taken off
 * the model; an item that comes back goes on where it was.
 *
 * All of it may be called twice. `timeZone` is the product's (`config.PRODUCT_TIME_ZONE`): its day decides.
 */
export type Whose = { vehicleIds: readonly number[] } | { modelId: number };

/** How many cycles became what. A cycle that began at 90 % counts as started and as imminent. */
export interface PlanCounts {
  started: number;
  imminent: number;
  exceeded: number;
  /** were imminent or exceeded */
  safe: number;
}

/**
 * To be called in the transaction that creates vehicles: each item of the model begins its first cycle, at 0 hours and on the day of the sale, where
 * none runs.
 */
export const startCycles = (tx: Tx, vehicleIds: readonly number[], now: Date, timeZone: string): Promise<PlanCounts> => redateCycles(tx, { vehicleIds }, now, timeZone);

/**
 * To be called in the transaction that changes what cycles are counted from: the sale date of vehicles, the correction of their engine hours, the
 * items of a model. Each cycle keeps its start, but the first takes the sale date of the vehicle (none while it is unsold: hours only); what is due
 * when, and the state, are counted anew. A cycle that is missing begins.
 */
export async function redateCycles(tx: Tx, whose: Whose, now: Date, timeZone: string): Promise<PlanCounts> {
  await holdModels(tx, whose);
  return applyPlan(tx, whose, now, timeZone);
}

/** An item as a form has it: `id` null for a new one. */
export interface PlannedItem {
  id: number | null;
  initialHours: number;
  cycleHours: number;
  cycleDays: number | null;
}

/** What `redateCycles` of a model would do if these were its items. Writes nothing. */
export async function previewCycles(tx: Tx, modelId: number, items: readonly PlannedItem[], now: Date, timeZone: string): Promise<PlanCounts> {
  const planned = `SELECT $1::int AS model_id, p.* FROM jsonb_to_recordset($3::jsonb) AS p(id int, "initialHours" int, "cycleHours" int, "cycleDays" int)`;
  const source = `(SELECT model_id, id, "initialHours" AS initial_hours, "cycleHours" AS cycle_hours, "cycleDays" AS cycle_days FROM (${planned}) p)`;
  const rows = await tx.query<PlanCounts[]>(`SELECT ${counts} FROM (${plan(source, 'v.model_id = $1', '$2')}) p`, [
    modelId,
    dayOf(now.getTime(), timeZone),
    JSON.stringify(items),
  ]);
  return rows[0] as PlanCounts;
}

/** The first cycles in days of a vehicle that another sale date (null: unsold) would re-date; those that stay are left out. */
export async function previewSaleDate(tx: Tx, vehicleId: number, soldOn: string | null): Promise<{ name: string; dueOn: string | null; newDueOn: string | null }[]> {
  const rows = await tx.query<{ name: string; initialHours: number; cycleHours: number; cycleDays: number; hours: number; dueOn: string | null }[]>(
    `SELECT i.name, i.initial_hours AS "initialHours", i.cycle_hours AS "cycleHours", i.cycle_days AS "cycleDays", c.started_hours AS hours, c.due_on::text AS "dueOn"
     FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id
     WHERE c.vehicle_id = $1 AND c.state IN ${running} AND c.number = 1 AND i.cycle_days IS NOT NULL ORDER BY i.position`,
    [vehicleId],
  );
  return rows
    .map(({ name, hours, dueOn, ...item }) => ({ name, dueOn, newDueOn: cycleMarks(item, { number: 1, hours, on: soldOn }).dueOn }))
    .filter(({ dueOn, newDueOn }) => dueOn !== newDueOn);
}

/**
 * Turns what passed a mark since it was last looked at: engine hours of vehicles that were heard from since `since`, and days up to today. Rows
 * that are being planned anew are left to that transaction.
 *
 * The events of consumables (issue 5: consumable.imminent, consumable.exceeded) are to be emitted from the rows that this and `applyPlan` change.
 */
export async function advanceCycles(tx: Tx, since: Date, now: Date, timeZone: string): Promise<{ imminent: number; exceeded: number }> {
  const rows = await tx.query<{ imminent: number; exceeded: number }[]>(
    `WITH passed AS (
       SELECT c.id FROM vehicle_state s JOIN vehicle v ON v.id = s.vehicle_id JOIN consumable_cycle c ON c.vehicle_id = s.vehicle_id AND c.next_hours <= ${hours}
       WHERE s.last_seen_at >= $1
       UNION SELECT id FROM consumable_cycle WHERE next_on <= $3::date
     ), held AS (
       SELECT c.id, ${hours} AS hours FROM consumable_cycle c JOIN vehicle v ON v.id = c.vehicle_id LEFT JOIN vehicle_state s ON s.vehicle_id = c.vehicle_id
       WHERE c.id IN (SELECT id FROM passed) AND c.state IN ${running} FOR UPDATE OF c SKIP LOCKED
     ), turned AS (
       UPDATE consumable_cycle c SET state = ${stateOf('c', 'held.hours', '$3')}, state_at = $2 FROM held
       WHERE c.id = held.id AND c.state <> ${stateOf('c', 'held.hours', '$3')} RETURNING c.state
     )
     SELECT count(*) FILTER (WHERE state = 'imminent')::int AS imminent, count(*) FILTER (WHERE state = 'exceeded')::int AS exceeded FROM turned`,
    [since, now, dayOf(now.getTime(), timeZone)],
  );
  return rows[0] as { imminent: number; exceeded: number };
}

const running = "('safe', 'imminent', 'exceeded')";
/** of vehicle `v` and its state `s`; null where the machine never said any */
const hours = '(s.engine_hours + v.hours_correction)';

/** `domain/consumable.cycleState` of the marks of a row. An unknown comparison counts as not reached. */
const stateOf = (row: string, hoursNow: string, today: string): string =>
  `CASE WHEN ${hoursNow} >= ${row}.due_hours OR ${row}.due_on <= ${today}::date THEN 'exceeded'
        WHEN ${hoursNow} >= ${row}.imminent_hours OR ${row}.imminent_on <= ${today}::date THEN 'imminent' ELSE 'safe' END`;

/**
 * `domain/consumable.cycleMarks` and `cycleState` of each of the vehicles and each item of its model: of the cycle that is not closed, or of the
 * first one where there is none (`id` null). `was` is null for that one and 'ended' for one that comes back.
 */
const plan = (items: string, whose: string, today: string): string => `
  SELECT marks.*, ${stateOf('marks', 'marks.hours_now', today)} AS state
  FROM (
    SELECT start.*, started_hours + (length * 9)::float8 / 10 AS imminent_hours, started_hours + length AS due_hours,
      started_on + (cycle_days * 9 + 9) / 10 AS imminent_on, started_on + cycle_days AS due_on
    FROM (
      SELECT c.id, c.state AS was, c.started_on AS was_started_on, c.imminent_hours AS was_imminent_hours, c.due_hours AS was_due_hours,
        c.imminent_on AS was_imminent_on, c.due_on AS was_due_on, v.id AS vehicle_id, i.id AS item_id, COALESCE(c.number, 1) AS number, COALESCE(c.started_hours, 0) AS started_hours,
        CASE WHEN c.number > 1 THEN c.started_on ELSE v.sold_on END AS started_on,
        CASE WHEN c.number > 1 THEN i.cycle_hours ELSE i.initial_hours END AS length, i.cycle_days, ${hours} AS hours_now
      FROM vehicle v
      JOIN ${items} i ON i.model_id = v.model_id
      LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
      LEFT JOIN consumable_cycle c ON c.vehicle_id = v.id AND c.item_id = i.id AND c.state <> 'closed'
      WHERE ${whose}
    ) start
  ) marks`;

const counts = `count(*) FILTER (WHERE was IS NULL OR was = 'ended')::int AS started,
  count(*) FILTER (WHERE state = 'imminent' AND was IS DISTINCT FROM 'imminent')::int AS imminent,
  count(*) FILTER (WHERE state = 'exceeded' AND was IS DISTINCT FROM 'exceeded')::int AS exceeded,
  count(*) FILTER (WHERE state = 'safe' AND was IN ('imminent', 'exceeded'))::int AS safe`;

/**
 * A change of a model's items (which holds its row FOR UPDATE) and a change of one of its vehicles come one after the other, so that neither plans
 * with what the other is about to replace. A new vehicle holds the row by its foreign key already.
 */
async function holdModels(tx: Tx, whose: Whose): Promise<void> {
  const [which, parameter] = 'modelId' in whose ? ['$1', whose.modelId] : ['ANY(SELECT model_id FROM vehicle WHERE id = ANY($1::int[]))', whose.vehicleIds];
  await tx.query(`SELECT 1 FROM model WHERE id = ${which} ORDER BY id FOR KEY SHARE`, [parameter]);
  // a hundred thousand vehicles with eight items are 800,000 rows: more than the minute that a statement has
  if ('modelId' in whose) await tx.query("SET LOCAL statement_timeout = '15min'");
}

async function applyPlan(tx: Tx, whose: Whose, now: Date, timeZone: string): Promise<PlanCounts> {
  const [which, parameter] = 'modelId' in whose ? ['v.model_id = $1', whose.modelId] : ['v.id = ANY($1::int[])', whose.vehicleIds];
  const rows = await tx.query<PlanCounts[]>(
    `WITH plan AS MATERIALIZED (
       SELECT * FROM (${plan('(SELECT * FROM consumable_item WHERE ended_at IS NULL)', which, '$2')}) p
       WHERE id IS NULL OR (state, started_on, imminent_hours, due_hours, imminent_on, due_on)
         IS DISTINCT FROM (was, was_started_on, was_imminent_hours, was_due_hours, was_imminent_on, was_due_on)
     ), changed AS (
       UPDATE consumable_cycle c SET started_on = p.started_on, imminent_hours = p.imminent_hours, due_hours = p.due_hours, imminent_on = p.imminent_on,
         due_on = p.due_on, state = p.state, state_at = CASE WHEN c.state = p.state THEN c.state_at ELSE $3 END
       FROM plan p WHERE c.id = p.id RETURNING p.was, p.state
     ), begun AS (
       INSERT INTO consumable_cycle (vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours, imminent_on, due_on, state, state_at)
       SELECT vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours, imminent_on, due_on, state, $3 FROM plan WHERE id IS NULL
       ON CONFLICT DO NOTHING RETURNING NULL::text AS was, state
     )
     SELECT ${counts} FROM (SELECT * FROM changed UNION ALL SELECT * FROM begun) done`,
    [parameter, dayOf(now.getTime(), timeZone), now],
  );
  return rows[0] as PlanCounts;
}
