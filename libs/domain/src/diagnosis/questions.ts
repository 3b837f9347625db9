import { monitorItems } from './items';
import type { SetLimit } from './tests';

/** What only somebody on site can answer: a confirmation, with a photo if `photo` is set, or the value of an item. */
export interface Question {
  key: string;
  /** the answer is a value of this item; null: yes or no */
  item: string | null;
  photo: boolean;
}
/** Questions for the person on site at the end of a test. */
export const questionsOf = (verdict: readonly SetLimit[]): Question[] =>
  verdict.flatMap((l): Question[] =>
    l.eval === 'confirm'
      ? [{ key: l.key, item: null, photo: l.photo === true }]
      : l.eval === 'seen'
        ? [{ key: l.key, item: l.item, photo: false }]
        : [],
  );

/** Problems of an answer, by the field of its form; null if it is valid. */
export function answerRefusal(
  { item, photo }: Question,
  answer: boolean | number,
  photos: number,
): Record<string, string> | null {
  if (typeof answer !== (item === null ? 'boolean' : 'number'))
    return { answer: item === null ? 'field.invalid' : 'field.num' };
  const known = item === null ? undefined : monitorItems.get(item);
  if (known !== undefined && typeof answer === 'number' && (answer < known.min || answer > known.max))
    return { answer: 'field.invalid' };
  if (photos > 0 && !photo) return { photos: 'field.invalid' };
  return photo && answer === true && photos === 0 ? { photos: 'field.photo' } : null;
}
