import type { WriteRow } from '@headland/contracts/after-service';
import { learnedValues } from '@headland/contracts/service-write';
import { isMessageKey, type MessageKey } from './catalogue';

interface Speaker {
  t: (key: MessageKey, values?: Record<string, string | number>) => string;
  number: (value: number, digits: number) => string;
}

/** Where something was written: a cylinder or a part. */
export function writtenWhere({ t }: Pick<Speaker, 't'>, w: Pick<WriteRow, 'cylinder' | 'part'>): string {
  if (w.part !== null) return t(`servicePart.${w.part}`);
  return w.cylinder === null ? '' : t('serviceWork.cylinderOf', { n: w.cylinder });
}

/** What stood there and what stands there now: of an injector its codes, of a part what was learned of it. */
export function writtenOld(s: Speaker, w: Pick<WriteRow, 'part' | 'old' | 'learned'>): string {
  return w.part === null ? (w.old ?? '') : learnedWords(s, w, 'before');
}
export function writtenNew(s: Speaker, w: Pick<WriteRow, 'part' | 'new' | 'learned'>): string {
  return w.part === null ? (w.new ?? '') : learnedWords(s, w, 'after');
}

function learnedWords({ t, number }: Speaker, { part, learned }: Pick<WriteRow, 'part' | 'learned'>, when: 'before' | 'after'): string {
  return learned
    .flatMap((l) => {
      const value = l[when];
      if (value === null) return [];
      const key = `learned.${l.item}`;
      const unit = (part === null ? undefined : learnedValues[part].find((v) => v.name === l.item)?.unit) ?? '';
      const counted = unit === 'count' || unit === '';
      return [`${isMessageKey(key) ? t(key) : l.item} ${number(value, Number.isInteger(value) ? 0 : 1)}${counted ? '' : ` ${unit}`}`];
    })
    .join(', ');
}
