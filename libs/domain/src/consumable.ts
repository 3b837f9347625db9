import { runningStates } from '@headland/contracts/consumable';
import { plusDays } from './zone-day';

/**
 * A consumable is what a machine needs replaced or inspected again and again: engine oil after the first 50 engine hours, then every 250 hours or
 * every year, whichever comes first. One cycle runs from hours and day of its start. The first starts with the machine: at 0 hours, and its days
 * count from the sale, so a machine that is not sold yet runs on hours only. It lasts the initial hours, every later one the cycle hours. At 90 %
 * it is imminent, at 100 % exceeded.
 */
export { runningStates };
export type RunningState = (typeof runningStates)[number];

export interface ItemCycle {
  initialHours: number;
  cycleHours: number;
  /** null: by engine hours only */
  cycleDays: number | null;
}
/** `number` 1 is the first; `on` YYYY-MM-DD, null while the days do not count. */
export interface CycleStart {
  number: number;
  hours: number;
  on: string | null;
}
/** Where a cycle turns imminent and exceeded. */
export interface CycleMarks {
  imminentHours: number;
  dueHours: number;
  imminentOn: string | null;
  dueOn: string | null;
}
/** Engine hours with their correction, null where the machine never said any; and the day in the product's zone. */
export interface Reading {
  hours: number | null;
  today: string;
}

/** The same as the SQL of server/consumables/plan-cycles.part, to the last bit: a spec holds them together. */
export function cycleMarks(item: ItemCycle, start: CycleStart): CycleMarks {
  const length = start.number === 1 ? item.initialHours : item.cycleHours;
  const counted = start.on !== null && item.cycleDays !== null ? { on: start.on, days: item.cycleDays } : null;
  return {
    imminentHours: start.hours + (length * 9) / 10,
    dueHours: start.hours + length,
    imminentOn: counted && plusDays(counted.on, Math.ceil((counted.days * 9) / 10)),
    dueOn: counted && plusDays(counted.on, counted.days),
  };
}

/** Whichever of hours and days is farther. What is not known does not count. */
export function cycleState(marks: CycleMarks, { hours, today }: Reading): RunningState {
  if ((hours !== null && hours >= marks.dueHours) || (marks.dueOn !== null && today >= marks.dueOn)) return 'exceeded';
  if ((hours !== null && hours >= marks.imminentHours) || (marks.imminentOn !== null && today >= marks.imminentOn))
    return 'imminent';
  return 'safe';
}

export interface CycleUse {
  hours: number | null;
  days: number | null;
  /** the higher of both; null where neither is known */
  percent: number | null;
}

/** How much of a cycle is used up. A meter that stands below the start has used nothing. */
export function cycleUse(item: ItemCycle, start: CycleStart, { hours, today }: Reading): CycleUse {
  const length = start.number === 1 ? item.initialHours : item.cycleHours;
  const usedHours = hours === null ? null : Math.max(0, hours - start.hours);
  const usedDays = start.on === null ? null : Math.max(0, daysBetween(start.on, today));
  const shares = [
    usedHours === null ? null : (usedHours * 100) / length,
    usedDays === null || item.cycleDays === null ? null : (usedDays * 100) / item.cycleDays,
  ];
  const known = shares.filter((s) => s !== null);
  return { hours: usedHours, days: usedDays, percent: known.length === 0 ? null : Math.max(...known) };
}

/** Beyond this nobody counts. */
export const mostPercent = 9_999;

/** Whole percent as lists show and sort them: rounded down, and never on the other side of a mark than the state. */
export function wholePercent(percent: number | null, state: RunningState): number | null {
  if (percent === null) return null;
  const whole = Math.min(mostPercent, Math.floor(percent));
  return state === 'exceeded'
    ? Math.max(100, whole)
    : state === 'imminent'
      ? Math.min(99, Math.max(90, whole))
      : Math.min(89, whole);
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** An item as a form has it: `id` null where it was typed in there. */
export interface SetItem extends ItemCycle {
  id: number | null;
  name: string;
  maintenance: 'replace' | 'inspect';
}
/** One of the model, also one that was taken off it. */
export interface KnownItem extends SetItem {
  id: number;
  ended: boolean;
}
export interface SetChange<Item extends SetItem> {
  /** the form's, each with the id that it goes on under; null: it begins */
  items: Item[];
  /** ids that are taken off */
  ended: number[];
  /** places in the form of ids that the model does not have */
  unknown: number[];
  /** whether any cycle begins, ends or lasts otherwise; not for a new name or another order */
  redates: boolean;
}

/**
 * A consumables set is saved whole. What the form names by its id goes on; what it does not name ends. An item that was taken off, by mistake or
 * for a while, goes on where it was when it is typed in again: same name, same maintenance.
 */
export function changeSet<Item extends SetItem>(known: readonly KnownItem[], form: readonly Item[]): SetChange<Item> {
  const standing = new Map(known.filter((k) => !k.ended).map((k) => [k.id, k]));
  const named = new Set(form.flatMap((f) => (f.id === null ? [] : [f.id])));
  const again = (f: Item): number | null =>
    known.findLast((k) => !named.has(k.id) && k.name.trim() === f.name.trim() && k.maintenance === f.maintenance)?.id ??
    null;
  const items = form.map((f) => ({ ...f, id: f.id ?? again(f) }));
  const kept = new Set(items.map((i) => i.id));
  const ended = [...standing.keys()].filter((id) => !kept.has(id));
  const lasts = (i: Item): boolean => {
    const before = i.id === null ? undefined : standing.get(i.id);
    return (
      before?.initialHours === i.initialHours && before.cycleHours === i.cycleHours && before.cycleDays === i.cycleDays
    );
  };
  return {
    items,
    ended,
    unknown: form.flatMap((f, i) => (f.id !== null && !standing.has(f.id) ? [i] : [])),
    redates: ended.length > 0 || !items.every(lasts),
  };
}
