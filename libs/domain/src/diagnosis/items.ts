import { itemId } from '@headland/contracts/device/diagnosis';
import { z } from 'zod';
import shipped from './items.json' with { type: 'json' };

/**
 * What a unit can measure: the items for watching, tests and gates, with their names, unit and range. A flag of the
 * vehicle (key, neutral, parking brake) is 0 or 1. The list is data, so that a model's own items need no release.
 */
export const itemGroups = ['engine', 'fuel', 'air', 'afterTreatment', 'vehicle'] as const;

const labelText = z.string().regex(/^\S(.*\S)?$/u);
export const MonitorItem = z
  .strictObject({
    id: itemId,
    ko: labelText,
    en: labelText,
    unit: labelText,
    /** the range of an axis; a reading beyond it comes from a broken sensor */
    min: z.number(),
    max: z.number(),
    group: z.enum(itemGroups),
    /** significant decimals */
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

/** Throws ItemsProblem with all problems. */
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

/** Unknown or duplicate items of a watch; empty if it is valid. */
export const unknownItems = (ids: readonly string[], items = monitorItems): string[] =>
  ids.filter((id, i) => !items.has(id) || ids.indexOf(id) !== i);

/**
 * A plausible reading: outside of its item's range by more than half of it, the sensor is broken and the value is
 * unknown.
 */
export function plausibleValue(id: string, value: number | null, items = monitorItems): number | null {
  const item = items.get(id);
  if (item === undefined || value === null || !Number.isFinite(value)) return item === undefined ? value : null;
  const margin = (item.max - item.min) / 2;
  return value < item.min - margin || value > item.max + margin ? null : value;
}
