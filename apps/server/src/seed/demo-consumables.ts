import type { EntityManager } from 'typeorm';
import { cycleMarks, cycleUse, type ItemCycle } from '@headland/domain/consumable';
import { dayOf, plusDays } from '@headland/domain/zone-day';
import { itemsOf } from '../maintenance/consumables/consumables-set.reads';
import { startCycles } from '../maintenance/consumables/plan-cycles.tx';
import type { Machine } from './demo-business';
import { koreanNames } from './demo-data';
import { pseudoRandom, type Draw } from './pseudo-random';

/** Owners have a machine seen to a little before it is due; now and then one lets it pass. */
const servicedAt = { from: 0.84, to: 0.9 };
const neglected = { share: 0.12, upTo: 1.25 };

interface Cycle {
  vehicle: number;
  item: number;
  number: number;
  startedHours: number;
  startedOn: string;
  imminentHours: number;
  dueHours: number;
  imminentOn: string | null;
  dueOn: string | null;
  closedHours: number | null;
  closedOn: string | null;
  closedPercent: number | null;
  closedBy: string | null;
}

/** What has been replaced and inspected on each machine since it was sold, and what runs now. */
export async function addConsumables(
  tx: EntityManager,
  machines: readonly Machine[],
  now: Date,
  timeZone: string,
): Promise<void> {
  const today = dayOf(now.getTime(), timeZone);
  const vehicles = await tx.query<{ id: number; vin: string; modelId: number; soldOn: string | null }[]>(
    'SELECT id, vin, model_id AS "modelId", sold_on::text AS "soldOn" FROM vehicle ORDER BY id',
  );
  for (const modelId of new Set(vehicles.map((v) => v.modelId))) {
    const items = await itemsOf(tx, modelId);
    const past = vehicles.flatMap(({ id, vin, modelId: own, soldOn }) => {
      const machine = machines.find((m) => m.vin === vin);
      if (own !== modelId || machine === undefined || soldOn === null) return [];
      const draw = pseudoRandom(machine.engineHours * 10);
      return items.flatMap((item) => cyclesOf({ id, soldOn, hours: machine.engineHours }, item, today, draw));
    });
    await addCycles(tx, past);
  }
  await startCycles(
    tx,
    vehicles.map((v) => v.id),
    now,
    timeZone,
  );
  await notifyOwners(tx, now, today);
}

/** What is due has been so for some days, and owners and agencies know of it; parts that were fitted have their numbers. */
async function notifyOwners(tx: EntityManager, now: Date, today: string): Promise<void> {
  await tx.query(
    `UPDATE consumable_cycle c SET alarm_pending = false, alarmed_on = d.day, state_at = $1::timestamptz - d.ago * interval '1 day',
       sent_at = CASE WHEN cu.joined_at IS NOT NULL THEN $1::timestamptz - d.ago * interval '1 day' END
     FROM consumable_cycle c2 JOIN vehicle v ON v.id = c2.vehicle_id LEFT JOIN customer cu ON cu.id = v.customer_id,
       LATERAL (SELECT 1 + c2.id % 9 AS ago, greatest($2::date - 1 - c2.id % 9, c2.started_on) AS day) d
     WHERE c.id = c2.id AND c.state IN ('imminent', 'exceeded')`,
    [now, today],
  );
  await tx.query(
    `UPDATE consumable_cycle c SET part_code = 'HL' || lpad((c.item_id * 7919 % 100000)::text, 5, '0') FROM consumable_item i
     WHERE i.id = c.item_id AND i.maintenance = 'replace' AND c.state = 'closed'`,
  );
}

/** All cycles of one item from the sale to today; the last one runs. */
function cyclesOf(
  vehicle: { id: number; soldOn: string; hours: number },
  item: ItemCycle & { id: number },
  today: string,
  draw: Draw,
): Cycle[] {
  const { hours } = vehicle;
  const age = Math.max(1, (Date.parse(today) - Date.parse(vehicle.soldOn)) / 86_400_000);
  const aDay = hours / age;
  const starts = [0];
  for (;;) {
    const length = starts.length === 1 ? item.initialHours : item.cycleHours;
    const span = Math.min(length, item.cycleDays === null ? Infinity : item.cycleDays * aDay);
    const next =
      Math.round(
        (starts.at(-1) ?? 0) * 10 + 10 * span * (servicedAt.from + (servicedAt.to - servicedAt.from) * draw.next()),
      ) / 10;
    if (next >= hours) break;
    starts.push(next);
  }
  const before = starts.at(-2);
  if (before !== undefined && draw.chance(neglected.share) && (hours - before) / item.cycleHours <= neglected.upTo)
    starts.pop();
  const dayAt = (h: number): string => plusDays(vehicle.soldOn, Math.floor(h / aDay));
  return starts.map((startedHours, i): Cycle => {
    const start = { number: i + 1, hours: startedHours, on: dayAt(startedHours) };
    const end = starts[i + 1];
    const closed = end === undefined ? null : { hours: end, today: dayAt(end) };
    return {
      vehicle: vehicle.id,
      item: item.id,
      number: start.number,
      startedHours,
      startedOn: start.on,
      ...cycleMarks(item, start),
      closedHours: closed?.hours ?? null,
      closedOn: closed?.today ?? null,
      closedPercent: closed && cycleUse(item, start, closed).percent,
      closedBy: closed && draw.of(koreanNames.family) + draw.of(koreanNames.given),
    };
  });
}

/** The state of open ones is set by the planner. */
async function addCycles(tx: EntityManager, cycles: readonly Cycle[]): Promise<void> {
  await tx.query(
    `INSERT INTO consumable_cycle (vehicle_id, item_id, number, started_hours, started_on, imminent_hours, due_hours, imminent_on, due_on, state, state_at,
       closed_hours, closed_on, closed_percent, closed_by, closed_at)
     SELECT vehicle, item, number, "startedHours", "startedOn", "imminentHours", "dueHours", "imminentOn", "dueOn",
       CASE WHEN "closedOn" IS NULL THEN 'safe' ELSE 'closed' END, COALESCE("closedOn", "startedOn"), "closedHours", "closedOn", "closedPercent", "closedBy", "closedOn"
     FROM jsonb_to_recordset($1::jsonb) AS c(vehicle int, item int, number smallint, "startedHours" float8, "startedOn" date, "imminentHours" float8, "dueHours" float8,
       "imminentOn" date, "dueOn" date, "closedHours" float8, "closedOn" date, "closedPercent" real, "closedBy" text)`,
    [JSON.stringify(cycles)],
  );
}
