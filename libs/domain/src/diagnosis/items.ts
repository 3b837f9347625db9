import { itemId } from '@headland/contracts/device/diagnosis';
import { z } from 'zod';
import shipped from './items.json' with { type: 'json' };

/**
 * What a unit can measure: the items that an engineer picks to watch, that tests record and that gates ask for, with their words, unit and range. A
 * flag of the vehicle (key, neutral, parking brake) is 0 or 1. The list is data, so that a model's own items come without a release.
 */
export const itemGroups = ['engine', 'fuel', 'air', 'afterTreatment', 'vehicle'] as const;
export type ItemGroup = (typeof itemGroups)[number];

const words = z.string().regex(/^\S(.*\S)?$/u);
export const MonitorItem = z
  .strictObject({
    id: itemId,
    ko: words,
    en: words,
    unit: words,
    /** where an axis begins and ends, and beyond which a reading is a broken sensor's */
    min: z.number(),
    max: z.number(),
    group: z.enum(itemGroups),
    /** decimals that mean something */
    digits: z.int().min(0).max(3),
    /** SAE J1939 */
    spn: z.int().min(0).max(524_287).optional(),
  })
  .refine((i) => i.min < i.max, { path: ['max'], message: 'min is below max' });
export type MonitorItem = z.output<typeof MonitorItem>;

export class ItemsProblem extends Error {
  constructor(readonly problems: string[]) {
    super(`item catalogue refused: ${problems.slice(0, 5).join('; ')}`);
  }
}

/** Throws ItemsProblem with all that is wrong. */
export function parseItems(json: unknown): ReadonlyMap<string, MonitorItem> {
  const parsed = z.array(MonitorItem).min(1).safeParse(json);
  if (!parsed.success) throw new ItemsProblem(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  const items = new Map(parsed.data.map((i) => [i.id, i]));
  const twice = (value: (i: MonitorItem) => string): string[] => {
    const seen = parsed.data.map(value);
    return [...new Set(seen.filter((v, at) => seen.indexOf(v) !== at))];
  };
  const problems = [
    ...twice((i) => i.id).map((id) => `${id}: there twice`),
    ...twice((i) => i.ko).map((n) => `${n}: two items are called so`),
    ...twice((i) => i.en).map((n) => `${n}: two items are called so`),
  ];
  if (problems.length > 0) throw new ItemsProblem(problems);
  return items;
}

/** The items that ship with the product. */
export const monitorItems: ReadonlyMap<string, MonitorItem> = parseItems(shipped);

/** Items of a watch that nobody can measure, or that stand there twice; empty where it may be asked for. */
export const unknownItems = (ids: readonly string[], items = monitorItems): string[] =>
  ids.filter((id, i) => !items.has(id) || ids.indexOf(id) !== i);

/** A reading as far as it can be one: outside of its item's range by more than half of it again, a sensor is broken and the value says nothing. */
export function plausibleValue(id: string, value: number | null, items = monitorItems): number | null {
  const item = items.get(id);
  if (item === undefined || value === null || !Number.isFinite(value)) return item === undefined ? value : null;
  const margin = (item.max - item.min) / 2;
  return value < item.min - margin || value > item.max + margin ? null : value;
}
