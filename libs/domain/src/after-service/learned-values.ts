import { learnedValues, type ReplacedPartName } from '@headland/contracts/service-write';

export { learnedValues };

type Values = Readonly<Record<string, unknown>>;
export interface Learned {
  item: string;
  before: number | null;
  after: number | null;
}
/** What a terminal said of a reset, the known values first. */
export function learnedFrom(part: ReplacedPartName, values: Values): Learned[] {
  const said = Object.keys(values).flatMap((key) => /^(?:before|after)\.(\w+)$/.exec(key)?.[1] ?? []);
  const names = new Set([...learnedValues[part].map((v) => v.name), ...said]);
  const number = (key: string): number | null => (typeof values[key] === 'number' ? values[key] : null);
  return [...names]
    .map((item) => ({ item, before: number(`before.${item}`), after: number(`after.${item}`) }))
    .filter((v) => v.before !== null || v.after !== null);
}

/** Of a write that failed: whether what stood there is back; null where the machine has not said it. */
export function restoredCode(old: string | null, values: Values): boolean | null {
  const now = values['c3i.code'];
  return old === null || typeof now !== 'string' ? null : now === old;
}
export function restoredPart(part: ReplacedPartName, values: Values): boolean | null {
  const learned = learnedFrom(part, values);
  if (learned.length === 0 || learned.some((v) => v.before === null || v.after === null)) return null;
  return learned.every((v) => v.before === v.after);
}
