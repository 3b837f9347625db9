import { consumables } from '@headland/contracts/consumable';
import { type ChangeModelBody, type ModelDetail, models } from '@headland/contracts/model';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Part } from '../../src/run/part';
import type { Question } from './ask';

/** All vehicles are planned within this. */
export const planGoalMs = 5 * 60_000;
/** So many vehicles run for a working day of eight hours, reported in so many rounds. */
export const day = { vehicles: 10_000, hours: 8, rounds: 12 };
const pollMs = 1_000;
const patienceMs = 30 * 60_000;
/** So long is listened to the alarms of a whole fleet. */
const alarmsMs = 60_000;

/** First pages of the list, as it opens and as it is searched. */
export const consumableQuestions: readonly Question[] = [
  { name: 'consumables', endpoint: consumables.list, query: {} },
  { name: 'consumables, exceeded', endpoint: consumables.list, query: { state: 'exceeded' } },
  { name: 'consumables, safe', endpoint: consumables.list, query: { state: 'safe' } },
  { name: 'consumables, one VIN', endpoint: consumables.list, query: { vin: '00054321' } },
  { name: 'consumables, of a customer', endpoint: consumables.list, query: { customer: '김가수' } },
  { name: 'consumables, by VIN in order', endpoint: consumables.list, query: { sort: 'vin', order: 'asc' } },
  { name: 'consumables, by alarm date', endpoint: consumables.list, query: { sort: 'alarmedOn', order: 'desc' } },
];

export interface Planned {
  vehicles: number;
  cycles: number;
  due: number;
  planMs: number;
  /** notifications of owners and agencies per second, while the jobs process did nothing else */
  notifiedPerS: number;
}

/** Somewhere between its start and a little beyond its end, as in a fleet that is looked after: one in ten imminent, one in twenty exceeded. Nothing is dated yet. */
const undated = `INSERT INTO consumable_cycle (vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours)
  SELECT v.id, i.id, 3, greatest(0, COALESCE(s.engine_hours, 0) - u.used * i.cycle_hours), greatest(v.sold_on, current_date - (u.used * COALESCE(i.cycle_days, 365))::int), 0, 0
  FROM vehicle v JOIN consumable_item i ON i.model_id = v.model_id AND i.ended_at IS NULL LEFT JOIN vehicle_state s ON s.vehicle_id = v.id,
    LATERAL (SELECT (v.id::bigint * 7919 + i.id * 104729) % 1050 / 1000.0 AS used) u`;

/** Gives every vehicle cycles that are not dated, and lets the jobs process plan the fleet, as its sweep does at a start. `jobs` is started here and goes on. */
export async function plan(pool: Pool, jobs: Part, log: (line: string) => void): Promise<Planned> {
  await pool.query('TRUNCATE consumable_cycle RESTART IDENTITY');
  // earlier alarms would count as sent
  await pool.query("DELETE FROM notification_cause WHERE cause LIKE 'consumable.%'");
  await pool.query(undated);
  await pool.query('VACUUM (ANALYZE) consumable_cycle');
  const [vehicles, cycles] = [await count(pool, 'vehicle'), await count(pool, 'consumable_cycle')];
  const began = Date.now();
  jobs.start();
  await until(async () => (await count(pool, 'consumable_cycle WHERE step_hours IS NULL')) === 0);
  const planMs = Date.now() - began;
  log(`${cycles} cycles of ${vehicles} vehicles: ${(planMs / 1000).toFixed(1)} s`);
  const due = await count(pool, "consumable_cycle WHERE state IN ('imminent', 'exceeded')");
  const waiting = () => count(pool, 'consumable_cycle WHERE alarm_pending');
  const before = await waiting();
  const listened = Date.now();
  await until(async () => Date.now() - listened > alarmsMs || (await waiting()) === 0);
  const notifiedPerS = ((before - (await waiting())) / (Date.now() - listened)) * 1000;
  log(`${due} are due; notified ${notifiedPerS.toFixed(0)} a second`);
  // the others count as notified: the following is measured separately
  await pool.query('UPDATE consumable_cycle SET alarm_pending = false WHERE alarm_pending');
  await until(async () => (await count(pool, "delivery WHERE state = 'queued'")) === 0);
  return { vehicles, cycles, due, planMs, notifiedPerS };
}

export interface Day {
  /** cycles of the vehicles that ran */
  could: number;
  /** of these, whose percent is another one than in the morning */
  moved: number;
  /** writes to cycles over the day: one for each percent that one passed */
  written: number;
  /** cycles that changed and are of other vehicles */
  others: number;
  /** longest from a round of messages until the last cycle had moved */
  slowestMs: number;
}

/** A working day of some vehicles as ingest leaves it in their states; the jobs process counts on by itself. */
export async function runDay(pool: Pool, log: (line: string) => void): Promise<Day> {
  const { rows } = await pool.query<{ ids: number[] }>(
    `SELECT array_agg(vehicle_id) AS ids FROM (SELECT s.vehicle_id FROM vehicle_state s JOIN vehicle v ON v.id = s.vehicle_id WHERE s.engine_hours IS NOT NULL ORDER BY s.vehicle_id LIMIT $1) r`,
    [day.vehicles],
  );
  const ids = rows[0]?.ids ?? [];
  await pool.query('DROP TABLE IF EXISTS cycles_of_morning');
  await pool.query(
    'CREATE TABLE cycles_of_morning AS SELECT id, vehicle_id, percent, xmin::text AS written FROM consumable_cycle',
  );
  const before = await writes(pool);
  let slowestMs = 0;
  for (let round = 1; round <= day.rounds; round++) {
    await pool.query(
      'UPDATE vehicle_state SET engine_hours = engine_hours + $2, last_seen_at = now(), changed = pg_current_xact_id() WHERE vehicle_id = ANY($1)',
      [ids, day.hours / day.rounds],
    );
    const began = Date.now();
    await until(async () => (await behind(pool)) === 0);
    slowestMs = Math.max(slowestMs, Date.now() - began);
    log(`round ${round} of ${day.rounds}: ${Date.now() - began} ms`);
  }
  const written = (await writes(pool)) - before;
  const changed = 'cycles_of_morning m JOIN consumable_cycle c USING (id)';
  const answer = {
    could: await count(pool, `cycles_of_morning WHERE vehicle_id = ANY('{${ids.join(',')}}')`),
    moved: await count(pool, `${changed} WHERE m.percent IS DISTINCT FROM c.percent`),
    written,
    others: await count(
      pool,
      `${changed} WHERE m.written <> c.xmin::text AND c.vehicle_id <> ALL('{${ids.join(',')}}')`,
    ),
    slowestMs,
  };
  await pool.query('DROP TABLE cycles_of_morning');
  return answer;
}

export interface Changed {
  model: string;
  vehicles: number;
  previewMs: number;
  saveMs: number;
  /** from the save until the last vehicle is dated by the new set */
  redatedMs: number;
}

/** Shortens the cycles of the model with the most vehicles by a tenth, as staff do on its form, and puts them back. `call` asks the product. */
export async function changeSet(call: Call, pool: Pool, log: (line: string) => void): Promise<Changed> {
  const { rows } = await pool.query<{ id: number }>(
    'SELECT model_id AS id FROM vehicle GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
  );
  const id = rows[0]?.id ?? 0;
  const shorter = (set: Body['consumables']): Body['consumables'] =>
    set.map((item) => ({ ...item, cycleHours: Math.ceil(item.cycleHours * 0.9) }));
  const as = async (
    set: (before: Body['consumables']) => Body['consumables'],
  ): Promise<Changed & { before: Body['consumables'] }> => {
    const { model, body } = bodyOf(await call<ModelDetail>('GET', models.get.path, id));
    const { consumables: before, rollover, remoteControl } = body;
    const changed = { ...body, consumables: set(before) };
    const began = performance.now();
    const { vehicles } = await call<{ vehicles: number }>('POST', models.preview.path, id, {
      consumables: changed.consumables,
      rollover,
      remoteControl,
    });
    const previewed = performance.now();
    await call('PUT', models.change.path, id, changed);
    const saved = performance.now();
    await until(async () => (await count(pool, 'model_redating')) === 0);
    return {
      model,
      vehicles,
      before,
      previewMs: previewed - began,
      saveMs: saved - previewed,
      redatedMs: performance.now() - saved,
    };
  };
  const changed = await as(shorter);
  await as(() => changed.before);
  log(
    `${changed.model}: preview ${changed.previewMs.toFixed(0)} ms, save ${changed.saveMs.toFixed(0)} ms, ${changed.vehicles} vehicles dated anew in ${(changed.redatedMs / 1000).toFixed(1)} s`,
  );
  return changed;
}

type Body = z.output<typeof ChangeModelBody>;
/** A call of an endpoint about one record; throws what it was refused with. */
export type Call = <T>(method: string, path: string, id: number, body?: object) => Promise<T>;
/** A model as its form sends it. */
function bodyOf(m: ModelDetail): { model: string; body: Body } {
  const {
    name,
    type,
    machine,
    releaseYear,
    horsepower,
    description,
    remoteControl,
    rollover,
    imageId,
    imageAlt,
    version,
    consumables: items,
  } = m;
  return {
    model: name,
    body: {
      name,
      type,
      machine,
      releaseYear,
      horsepower,
      description,
      remoteControl,
      rollover,
      imageId,
      imageAlt: imageAlt ?? '',
      version,
      consumables: items,
    },
  };
}

/** Cycles whose next step is passed and that have not moved yet. */
const behind = (pool: Pool): Promise<number> =>
  count(
    pool,
    `vehicle_state s JOIN vehicle v ON v.id = s.vehicle_id JOIN consumable_cycle c ON c.vehicle_id = s.vehicle_id AND c.step_hours <= s.engine_hours + v.hours_correction
     WHERE s.last_seen_at > now() - interval '10 minutes'`,
  );

/** Rows of cycles that were updated since the statistics began. */
async function writes(pool: Pool): Promise<number> {
  // a backend reports what it did a second after it did it
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { rows } = await pool.query<{ n: string }>(
    "SELECT n_tup_upd AS n FROM pg_stat_user_tables WHERE relname = 'consumable_cycle'",
  );
  return Number(rows[0]?.n ?? 0);
}

async function count(pool: Pool, from: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`);
  return rows[0]?.n ?? 0;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const began = Date.now(); !(await holds());) {
    if (Date.now() - began > patienceMs) throw new Error('The jobs process did not come to an end; see its log.');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** The page that the figures are kept on, and whether each goal was met. */
export function consumablesReport(
  planned: Planned,
  ran: Day,
  changed: Changed,
  lists: string,
  size: string,
): { text: string; met: boolean } {
  const n = (value: number): string => value.toLocaleString('en');
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const met =
    planned.planMs <= planGoalMs &&
    ran.others === 0 &&
    ran.moved <= ran.written &&
    ran.written < ran.could * day.rounds;
  const text = `# Consumables of a large fleet

Written by \`npm run lab -- large consumables\`: the jobs process dates every cycle of a fleet anew and counts its percent and state, then ${n(day.vehicles)} of its vehicles run for ${day.hours} hours,
heard from in ${day.rounds} rounds, and the set of the model with the most vehicles is changed; beside it the first pages of the list. Engine hours are put where ingest puts them; ingest itself is measured by \`npm run lab -- bench\`.

${size}

| | | goal |
| --- | --: | --- |
| vehicles × items | ${n(planned.vehicles)} vehicles, ${n(planned.cycles)} cycles | |
| planned in | ${seconds(planned.planMs)} s | ≤ ${planGoalMs / 1000} s: ${planned.planMs <= planGoalMs ? 'met' : 'missed'} |
| due at once | ${n(planned.due)} | |
| notified after that, a second | ${planned.notifiedPerS.toFixed(0)} | |
| cycles of the vehicles that ran | ${n(ran.could)} | |
| moved by a percent or more | ${n(ran.moved)} | |
| written over the day | ${n(ran.written)} | one write for each percent |
| written of vehicles that did not run | ${n(ran.others)} | 0: ${ran.others === 0 ? 'met' : 'missed'} |
| slowest round, from the hours to the last cycle | ${seconds(ran.slowestMs)} s | |
| a changed set of a model of ${n(changed.vehicles)} vehicles: preview | ${seconds(changed.previewMs)} s | |
| … saved | ${seconds(changed.saveMs)} s | |
| … and the last vehicle dated by it | ${seconds(changed.redatedMs)} s | |

${lists}`;
  return { text, met };
}
