import { runningStates } from '@headland/contracts/consumable';
import { plusDays } from './zone-day';

/**
 * A consumable is a part that needs replacement or inspection at intervals: engine oil after the first 50 engine hours,
 * then every 250 hours or every year, whichever comes first. A cycle counts from the hours and the day of its start.
 * The first starts with the machine: at 0 hours, and its days count from the sale, so an unsold machine counts hours
 * only. It lasts the initial hours, every later one the cycle hours. At 90 % it is imminent, at 100 % exceeded.
 */
export { runningStates };
export type RunningState = (typeof runningStates)[number];

export interface ItemCycle {
  initialHours: number;
  cycleHours: number;
  /** null: by engine hours only */
  cycleDays: number | null;
}
/** `number` 1 is the first; `on` YYYY-MM-DD, null while days do not count. */
export interface CycleStart {
  number: number;
  hours: number;
  on: string | null;
}
/** The limits at which a cycle becomes imminent and exceeded. */
export interface CycleMarks {
  imminentHours: number;
  dueHours: number;
  imminentOn: string | null;
  dueOn: string | null;
}
/** Engine hours with their correction, null if the machine never reported any; and the day in the product's zone. */
export interface Reading {
  hours: number | null;
  today: string;
}

/** Identical to the SQL of server/maintenance/consumables/plan-cycles.tx, to the last bit: a spec compares them. */
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

/** The larger of hours and days. Unknown values do not count. */
export function cycleState(marks: CycleMarks, { hours, today }: Reading): RunningState {
  if ((hours !== null && hours >= marks.dueHours) || (marks.dueOn !== null && today >= marks.dueOn)) return 'exceeded';
  if ((hours !== null && hours >= marks.imminentHours) || (marks.imminentOn !== null && today >= marks.imminentOn))
    return 'imminent';
  return 'safe';
}

export interface CycleUse {
  hours: number | null;
  days: number | null;
  /** the higher of both; null if neither is known */
  percent: number | null;
}

/** The used share of a cycle. A meter below the start has used nothing. */
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

/** Upper limit of the display. */
export const maxPercent = 9_999;

/** Whole percent as lists show and sort them: rounded down, and always on the same side of a limit as the state. */
export function wholePercent(percent: number | null, state: RunningState): number | null {
  if (percent === null) return null;
  const whole = Math.min(maxPercent, Math.floor(percent));
  return state === 'exceeded'
    ? Math.max(100, whole)
    : state === 'imminent'
      ? Math.min(99, Math.max(90, whole))
      : Math.min(89, whole);
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** An item in a form: `id` null if it was added there. */
export interface SetItem extends ItemCycle {
  id: number | null;
  name: string;
  maintenance: 'replace' | 'inspect';
}
/** An item of the model, including removed ones. */
export interface KnownItem extends SetItem {
  id: number;
  ended: boolean;
}
export interface SetChange<Item extends SetItem> {
  /** the form's items, each with the id it continues; null: a new one */
  items: Item[];
  /** ids that are removed */
  ended: number[];
  /** indexes in the form of ids that the model does not have */
  unknown: number[];
  /** whether any cycle starts, ends or changes its length; not for a new name or order */
  redates: boolean;
}

/**
 * A consumables set is saved as a whole. Items named by id continue; missing ones end. A removed item continues where
 * it was when it is added again: same name, same maintenance.
 */
export function changeSet<Item extends SetItem>(known: readonly KnownItem[], form: readonly Item[]): SetChange<Item> {
  const runningById = new Map(known.filter((k) => !k.ended).map((k) => [k.id, k]));
  const named = new Set(form.flatMap((f) => (f.id === null ? [] : [f.id])));
  const continuedId = (f: Item): number | null =>
    known.findLast((k) => !named.has(k.id) && k.name.trim() === f.name.trim() && k.maintenance === f.maintenance)?.id ??
    null;
  const items = form.map((f) => ({ ...f, id: f.id ?? continuedId(f) }));
  const keptIds = new Set(items.map((i) => i.id));
  const ended = [...runningById.keys()].filter((id) => !keptIds.has(id));
  const lasts = (i: Item): boolean => {
    const before = i.id === null ? undefined : runningById.get(i.id);
    return (
      before?.initialHours === i.initialHours && before.cycleHours === i.cycleHours && before.cycleDays === i.cycleDays
    );
  };
  return {
    items,
    ended,
    unknown: form.flatMap((f, i) => (f.id !== null && !runningById.has(f.id) ? [i] : [])),
    redates: ended.length > 0 || !items.every(lasts),
  };
}
