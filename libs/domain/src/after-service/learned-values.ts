import { learnedValues, type ReplacedPartName } from '@headland/contracts/service-write';

export { learnedValues };

type Values = Readonly<Record<string, unknown>>;
export interface Learned {
  item: string;
  before: number | null;
  after: number | null;
}
/** A terminal's result of a reset, known values first. */
export function learnedFrom(part: ReplacedPartName, values: Values): Learned[] {
  const reported = Object.keys(values).flatMap((key) => /^(?:before|after)\.(\w+)$/.exec(key)?.[1] ?? []);
  const names = new Set([...learnedValues[part].map((v) => v.name), ...reported]);
  const number = (key: string): number | null => (typeof values[key] === 'number' ? values[key] : null);
  return [...names]
    .map((item) => ({ item, before: number(`before.${item}`), after: number(`after.${item}`) }))
    .filter((v) => v.before !== null || v.after !== null);
}

/** Whether a failed write restored the previous values; null if the machine did not report it. */
export function restoredCode(old: string | null, values: Values): boolean | null {
  const now = values['c3i.code'];
  return old === null || typeof now !== 'string' ? null : now === old;
}
export function restoredPart(part: ReplacedPartName, values: Values): boolean | null {
  const learned = learnedFrom(part, values);
  if (learned.length === 0 || learned.some((v) => v.before === null || v.after === null)) return null;
  return learned.every((v) => v.before === v.after);
}
