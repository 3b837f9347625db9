import type { WriteRow } from '@headland/contracts/after-service';
import { learnedValues } from '@headland/contracts/service-write';
import { cylinderText } from './diagnosis-labels';
import { isMessageKey, type MessageKey } from './catalogue';

interface Formatter {
  t: (key: MessageKey, values?: Record<string, string | number>) => string;
  number: (value: number, digits: number) => string;
}

/** Where something was written: a cylinder or a part. */
export function writtenWhere({ t }: Pick<Formatter, 't'>, w: Pick<WriteRow, 'cylinder' | 'part'>): string {
  if (w.part !== null) return t(`servicePart.${w.part}`);
  return w.cylinder === null ? '' : t('serviceWork.cylinderOf', { n: cylinderText(w.cylinder) });
}

/** What stood there and what stands there now: of an injector its codes, of a part what was learned of it. */
export function writtenOld(s: Formatter, w: Pick<WriteRow, 'part' | 'old' | 'learned'>): string {
  return w.part === null ? (w.old ?? '') : learnedLabels(s, w, 'before');
}
export function writtenNew(s: Formatter, w: Pick<WriteRow, 'part' | 'new' | 'learned'>): string {
  return w.part === null ? (w.new ?? '') : learnedLabels(s, w, 'after');
}

const labelOf = (t: Formatter['t'], name: string): string =>
  isMessageKey(`learned.${name}`) ? t(`learned.${name}` as MessageKey) : name;
/** A count has no unit to be written. */
const shownUnit = (unit: string): string => (unit === 'count' ? '' : unit);

/** `before.<name>` or `after.<name>`, as a terminal says what was learned of a part; null: it is neither. */
export function learnedItem(
  { t }: Pick<Formatter, 't'>,
  id: string,
): { name: string; unit: string; digits: number } | null {
  const [, when, name = ''] = /^(before|after)\.(\w+)$/u.exec(id) ?? [];
  if (when === undefined) return null;
  const unit = Object.values(learnedValues)
    .flat()
    .find((v) => v.name === name)?.unit;
  return {
    name: `${labelOf(t, name)} (${t(when === 'before' ? 'serviceWork.old' : 'serviceWork.after')})`,
    unit: shownUnit(unit ?? ''),
    digits: unit === 'count' ? 0 : 1,
  };
}

function learnedLabels(
  { t, number }: Formatter,
  { part, learned }: Pick<WriteRow, 'part' | 'learned'>,
  when: 'before' | 'after',
): string {
  return learned
    .flatMap((l) => {
      const value = l[when];
      if (value === null) return [];
      const unit = shownUnit(
        (part === null ? undefined : learnedValues[part].find((v) => v.name === l.item)?.unit) ?? '',
      );
      return [
        `${labelOf(t, l.item)} ${number(value, Number.isInteger(value) ? 0 : 1)}${unit === '' ? '' : ` ${unit}`}`,
      ];
    })
    .join(', ');
}
