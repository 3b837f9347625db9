import { cycleMarks, maxPercent } from '@headland/domain/consumable';
import { dayOf } from '@headland/domain/zone-day';
import type { Tx } from '../../platform/database/rows';

/**
 * The cycles of vehicles for the items of their models: `domain/consumable` as SQL over whole fleets (plan-cycles.spec
 * compares both). A vehicle and an item of its model have at most one cycle that is not closed: it runs, or it has
 * ended because its item was removed from the model; an item that is added again continues. All functions are
 * idempotent. `timeZone` is the product's (`config.PRODUCT_TIME_ZONE`): its day counts.
 */
export type VehicleSelection = { vehicleIds: readonly number[] } | { modelId: number };

/** Numbers of changed cycles. A cycle that starts at 90 % counts as started and as imminent. */
export interface PlanCounts {
  started: number;
  imminent: number;
  exceeded: number;
  /** were imminent or exceeded */
  safe: number;
}

/**
 * Call it in the transaction that creates vehicles: starts the first cycle of each item of the model, at 0 hours and on
 * the day of the sale, unless one is running.
 */
export const startCycles = (tx: Tx, vehicleIds: readonly number[], now: Date, timeZone: string): Promise<PlanCounts> =>
  redateCycles(tx, { vehicleIds }, now, timeZone);

/**
 * Call it in the transaction that changes the basis of cycles: the sale date of vehicles, the correction of their
 * engine hours, the items of a model. Each cycle keeps its start, but the first uses the sale date of the vehicle
 * (none while it is unsold: hours only); limits and state are recalculated. Missing cycles are started. The version of
 * a cycle counts how often it was dated, and its alarms are given once per version and state. `corrected`: somebody has
 * put the hours right, so what becomes due by that, or later again, is news, unlike with a meter that goes back by itself.
 */
export async function redateCycles(
  tx: Tx,
  selection: VehicleSelection,
  now: Date,
  timeZone: string,
  corrected = false,
): Promise<PlanCounts> {
  await holdModels(tx, selection);
  const [which, parameter] =
    'modelId' in selection ? ['v.model_id = $1', selection.modelId] : ['v.id = ANY($1::int[])', selection.vehicleIds];
  const { moved: _, ...counted } = await applyPlan(tx, which, parameter, now, timeZone, corrected);
  return counted;
}

/** An item in a form: `id` null for a new one. */
export interface PlannedItem {
  id: number | null;
  initialHours: number;
  cycleHours: number;
  cycleDays: number | null;
}

/** Previews `redateCycles` of a model with these items. Writes nothing. */
export async function previewCycles(
  tx: Tx,
  modelId: number,
  items: readonly PlannedItem[],
  now: Date,
  timeZone: string,
): Promise<PlanCounts> {
  const planned = `SELECT $1::int AS model_id, p.* FROM jsonb_to_recordset($3::jsonb) AS p(id int, "initialHours" int, "cycleHours" int, "cycleDays" int)`;
  const source = `(SELECT model_id, id, "initialHours" AS initial_hours, "cycleHours" AS cycle_hours, "cycleDays" AS cycle_days FROM (${planned}) p)`;
  const rows = await tx.query<PlanCounts[]>(`SELECT ${counts} FROM (${plan(source, 'v.model_id = $1', '$2')}) p`, [
    modelId,
    dayOf(now.getTime(), timeZone),
    JSON.stringify(items),
  ]);
  return rows[0] as PlanCounts;
}

/**
 * The first cycles in days of a vehicle that another sale date (null: unsold) would change; unchanged ones are omitted.
 */
export async function previewSaleDate(
  tx: Tx,
  vehicleId: number,
  soldOn: string | null,
): Promise<{ name: string; dueOn: string | null; newDueOn: string | null }[]> {
  const rows = await tx.query<
    { name: string; initialHours: number; cycleHours: number; cycleDays: number; hours: number; dueOn: string | null }[]
  >(
    `SELECT i.name, i.initial_hours AS "initialHours", i.cycle_hours AS "cycleHours", i.cycle_days AS "cycleDays", c.started_hours AS hours, c.due_on::text AS "dueOn"
     FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id
     WHERE c.vehicle_id = $1 AND c.state IN ${running} AND c.number = 1 AND i.cycle_days IS NOT NULL ORDER BY i.position`,
    [vehicleId],
  );
  return rows
    .map(({ name, hours, dueOn, ...item }) => ({
      name,
      dueOn,
      newDueOn: cycleMarks(item, { number: 1, hours, on: soldOn }).dueOn,
    }))
    .filter(({ dueOn, newDueOn }) => dueOn !== newDueOn);
}

/** Maximum number of cycles in one transaction: its events hold the log's lock no longer than that. */
export const atOnce = 1_000;

/**
 * Advances cycles that passed a limit since the last check: by engine hours of vehicles with telemetry since `since`,
 * and by days up to today. Others are not even read. At most `atOnce` cycles; `moved` is the number written, so the
 * caller repeats while it gets that many. Locked rows, and vehicles whose model is being changed, are left to the other
 * transaction.
 */
export async function advanceCycles(
  tx: Tx,
  since: Date,
  now: Date,
  timeZone: string,
): Promise<{ imminent: number; exceeded: number; moved: number }> {
  const passed = await tx.query<{ id: number }[]>(
    `SELECT c.id FROM consumable_cycle c JOIN vehicle v ON v.id = c.vehicle_id JOIN model m ON m.id = v.model_id
     WHERE c.state IN ${running} AND c.id = ANY(ARRAY(
       (SELECT c.id FROM vehicle_state s JOIN vehicle v ON v.id = s.vehicle_id JOIN consumable_cycle c ON c.vehicle_id = s.vehicle_id AND c.step_hours <= ${hours}
        WHERE s.last_seen_at >= $1 LIMIT ${atOnce})
       UNION (SELECT id FROM consumable_cycle WHERE next_on <= $2::date ORDER BY next_on LIMIT ${atOnce})))
     ORDER BY c.id LIMIT ${atOnce} FOR UPDATE OF c SKIP LOCKED FOR KEY SHARE OF m SKIP LOCKED`,
    [since, dayOf(now.getTime(), timeZone)],
  );
  if (passed.length === 0) return { imminent: 0, exceeded: 0, moved: 0 };
  const ids = passed.map((c) => c.id);
  const { imminent, exceeded, moved } = await applyPlan(tx, 'c.id = ANY($1::int[])', ids, now, timeZone);
  return { imminent, exceeded, moved };
}

/** The days after a given one on which cycles change state by their days, in order: one index probe each. */
export async function dueDaysAfter(tx: Tx, day: string): Promise<string[]> {
  const rows = await tx.query<{ day: string }[]>(
    `WITH RECURSIVE due(day) AS (
       SELECT min(next_on) FROM consumable_cycle WHERE next_on > $1::date
       UNION ALL SELECT (SELECT min(next_on) FROM consumable_cycle WHERE next_on > due.day) FROM due WHERE due.day IS NOT NULL
     ) SELECT day::text FROM due WHERE day IS NOT NULL`,
    [day],
  );
  return rows.map((r) => r.day);
}

const running = "('safe', 'imminent', 'exceeded')";
/** of vehicle `v` and its state `s`; null if the machine never reported any */
const hours = '(s.engine_hours + v.hours_correction)';

/** `domain/consumable.cycleState` by the limits of a row. A comparison with null counts as not reached. */
const stateOf = (row: string, hoursNow: string, today: string): string =>
  `CASE WHEN ${hoursNow} >= ${row}.due_hours OR ${row}.due_on <= ${today}::date THEN 'exceeded'
        WHEN ${hoursNow} >= ${row}.imminent_hours OR ${row}.imminent_on <= ${today}::date THEN 'imminent' ELSE 'safe' END`;

/**
 * `domain/consumable.cycleMarks`, `cycleState` and the whole percent of `cycleUse` for each vehicle and each item of
 * its model: of the cycle that is not closed, or of the first one if there is none (`id` null). `was` is null for that
 * one and 'ended' for one that is added again. An unsold vehicle counts hours only. `step_hours`: where the percent
 * changes next, always beyond the current hours.
 */
const plan = (items: string, condition: string, today: string): string => `
  SELECT used.*, CASE WHEN percent >= ${maxPercent} THEN NULL WHEN percent IS NULL THEN '-infinity'::float8 WHEN step > hours_now OR hours_now IS NULL THEN step ELSE hours_now + 0.001 END AS step_hours
  FROM (
    SELECT stated.*, LEAST(started_hours + (percent + 1)::float8 * length / 100, CASE state WHEN 'safe' THEN imminent_hours WHEN 'imminent' THEN due_hours END) AS step
    FROM (
      SELECT marks.*, ${stateOf('marks', 'marks.hours_now', today)} AS state,
        GREATEST(CASE WHEN hours_now IS NOT NULL THEN LEAST(${maxPercent}, floor(GREATEST(0, hours_now - started_hours) * 100 / length)) END,
          CASE WHEN counted_on IS NOT NULL AND cycle_days IS NOT NULL THEN LEAST(${maxPercent}, GREATEST(0, ${today}::date - counted_on)::bigint * 100 / cycle_days) END)::int AS percent
      FROM (
        SELECT start.*, started_hours + (length * 9)::float8 / 10 AS imminent_hours, started_hours + length AS due_hours,
          counted_on + (cycle_days * 9 + 9) / 10 AS imminent_on, counted_on + cycle_days AS due_on
        FROM (
          SELECT c.id, c.state AS was, c.started_on AS was_started_on, c.imminent_hours AS was_imminent_hours, c.due_hours AS was_due_hours,
            c.imminent_on AS was_imminent_on, c.due_on AS was_due_on, c.percent AS was_percent, c.step_hours AS was_step_hours, v.id AS vehicle_id, i.id AS item_id,
            COALESCE(c.number, 1) AS number, COALESCE(c.started_hours, 0) AS started_hours,
            CASE WHEN c.number > 1 THEN c.started_on ELSE v.sold_on END AS started_on,
            CASE WHEN v.sold_on IS NULL THEN NULL WHEN c.number > 1 THEN c.started_on ELSE v.sold_on END AS counted_on,
            CASE WHEN c.number > 1 THEN i.cycle_hours ELSE i.initial_hours END AS length, i.cycle_days, ${hours} AS hours_now
          FROM vehicle v
          JOIN ${items} i ON i.model_id = v.model_id
          LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
          LEFT JOIN consumable_cycle c ON c.vehicle_id = v.id AND c.item_id = i.id AND c.state <> 'closed'
          WHERE ${condition}
        ) start
      ) marks
    ) stated
  ) used`;

const counts = `count(*) FILTER (WHERE was IS NULL OR was = 'ended')::int AS started,
  count(*) FILTER (WHERE state = 'imminent' AND was IS DISTINCT FROM 'imminent')::int AS imminent,
  count(*) FILTER (WHERE state = 'exceeded' AND was IS DISTINCT FROM 'exceeded')::int AS exceeded,
  count(*) FILTER (WHERE state = 'safe' AND was IN ('imminent', 'exceeded'))::int AS safe`;

/**
 * Serialises a change of a model's items (which locks its row FOR UPDATE) with changes of its vehicles, so that neither
 * plans with data that the other is about to replace. A new vehicle locks the row by its foreign key already.
 */
async function holdModels(tx: Tx, selection: VehicleSelection): Promise<void> {
  const [which, parameter] =
    'modelId' in selection
      ? ['$1', selection.modelId]
      : ['ANY(SELECT model_id FROM vehicle WHERE id = ANY($1::int[]))', selection.vehicleIds];
  await tx.query(`SELECT 1 FROM model WHERE id = ${which} ORDER BY id FOR KEY SHARE`, [parameter]);
  // a workbook of 5,000 vehicles with ten items each is 50,000 rows: on a busy machine more than the usual minute
  if ('modelId' in selection || selection.vehicleIds.length > atOnce)
    await tx.query("SET LOCAL statement_timeout = '15min'");
}

/** `moved`: rows that were written. Unchanged cycles are not. */
async function applyPlan(
  tx: Tx,
  which: string,
  parameter: unknown,
  now: Date,
  timeZone: string,
  corrected = false,
): Promise<PlanCounts & { moved: number }> {
  const rows = await tx.query<(PlanCounts & { moved: number })[]>(
    `WITH plan AS MATERIALIZED (
       SELECT * FROM (${plan('(SELECT * FROM consumable_item WHERE ended_at IS NULL)', which, '$2')}) p
       WHERE id IS NULL OR (state, started_on, imminent_hours, due_hours, imminent_on, due_on, percent, step_hours)
         IS DISTINCT FROM (was, was_started_on, was_imminent_hours, was_due_hours, was_imminent_on, was_due_on, was_percent, was_step_hours)
     ), held AS MATERIALIZED (
       SELECT id, state AS was FROM consumable_cycle WHERE id = ANY(SELECT id FROM plan) AND state <> 'closed' ORDER BY id FOR UPDATE
     ), changed AS (
       UPDATE consumable_cycle c SET started_on = p.started_on, imminent_hours = p.imminent_hours, due_hours = p.due_hours, imminent_on = p.imminent_on, due_on = p.due_on,
         state = p.state, state_at = CASE WHEN held.was = p.state THEN c.state_at ELSE $3 END, percent = p.percent, step_hours = p.step_hours,
         alarmed_on = CASE WHEN p.state = 'safe' THEN NULL ELSE COALESCE(c.alarmed_on, $2::date) END,
         alarm_pending = CASE WHEN p.state = 'safe' THEN false ELSE c.alarm_pending OR held.was <> p.state END,
         version = c.version + ((p.started_on, p.due_hours, p.due_on) IS DISTINCT FROM (c.started_on, c.due_hours, c.due_on) OR ($4::boolean AND held.was <> p.state))::int
       FROM plan p JOIN held USING (id) WHERE c.id = p.id RETURNING c.id, c.version, c.vehicle_id, c.item_id, c.due_rank, held.was, p.state
     ), begun AS (
       INSERT INTO consumable_cycle (vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours, imminent_on, due_on, state, state_at, percent, step_hours,
         alarmed_on, alarm_pending)
       SELECT vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours, imminent_on, due_on, state, $3, percent, step_hours,
         CASE WHEN state <> 'safe' THEN $2::date END, state <> 'safe' FROM plan WHERE id IS NULL
       ON CONFLICT DO NOTHING RETURNING id, version, vehicle_id, item_id, due_rank, NULL::text AS was, state
     ), done AS (SELECT * FROM changed UNION ALL SELECT * FROM begun), told AS (
       INSERT INTO event_at_commit (events, at) SELECT jsonb_agg(event), $3 FROM (${eventsOf}) e HAVING count(*) > 0
     )
     SELECT ${counts}, count(*)::int AS moved FROM done`,
    [parameter, dayOf(now.getTime(), timeZone), now, corrected],
  );
  return rows[0] as PlanCounts & { moved: number };
}

/** The events (`contracts/event-log`) of the changes in `done`, without an actor. They are appended at the commit. */
const eventsOf = `
  SELECT jsonb_build_object('name', 'consumable.' || d.state, 'organizationId', v.organization_id, 'vehicleId', v.id,
    'payload', jsonb_build_object('consumable', jsonb_build_object('id', d.id, 'version', d.version, 'vehicleId', v.id, 'vin', v.vin, 'item', i.name, 'maintenance', i.maintenance,
      'state', d.state, 'percent', NULLIF(d.due_rank, -1)))) AS event
  FROM done d JOIN vehicle v ON v.id = d.vehicle_id JOIN consumable_item i ON i.id = d.item_id
  WHERE d.state IS DISTINCT FROM d.was AND (d.state <> 'safe' OR d.was IN ('imminent', 'exceeded'))`;
