import type { TableTaste } from '../lib/session/store';
import { type Column, identityOf } from './table-props';

/** Columns in the order that somebody chose. One that the order does not name stays behind the one it usually follows; what names the row keeps its place. */
export function inOrder<R>(
  columns: readonly Column<R>[],
  order: readonly string[],
  identity: string | undefined,
): Column<R>[] {
  if (order.length === 0) return [...columns];
  const movable = columns.filter((c) => c.key !== identity);
  const sorted = order.flatMap((key) => movable.filter((c) => c.key === key));
  movable.forEach((c, i) => {
    if (sorted.includes(c)) return;
    const before = movable[i - 1];
    sorted.splice(before === undefined ? 0 : sorted.indexOf(before) + 1, 0, c);
  });
  const at = columns.findIndex((c) => c.key === identity);
  return at < 0 ? sorted : sorted.toSpliced(at, 0, ...columns.slice(at, at + 1));
}

interface Choice {
  key: string;
  on: boolean;
}
/** Where a choice goes by one step: a shown one past the next shown one, or nothing would be seen to move; null: it is at the end. */
export function stepOf(choices: readonly Choice[], key: string, by: -1 | 1): number | null {
  const at = choices.findIndex((choice) => choice.key === key);
  const isShown = choices[at]?.on === true;
  if (at < 0) return null;
  let place = at + by;
  while (isShown && choices[place]?.on === false) place += by;
  return choices[place] === undefined ? null : place;
}

/** The keys of the choices after one of them was moved by a step. */
export function moved(choices: readonly Choice[], key: string, by: -1 | 1): string[] {
  const keys = choices.map((choice) => choice.key);
  const place = stepOf(choices, key, by);
  return place === null ? keys : keys.toSpliced(keys.indexOf(key), 1).toSpliced(place, 0, key);
}

/** The columns of a saved view as a taste: these and no others, in its order. */
export const tasteOf = <R>(columns: readonly Column<R>[], shown: readonly string[]): Omit<TableTaste, 'widths'> => ({
  columns: Object.fromEntries(columns.map(({ key }) => [key, shown.includes(key)])),
  order: [...shown],
});

/** What a saved view shows of the columns that there are: its own, and what names the row in any case. */
export function shownOf<R>(columns: readonly Column<R>[], saved: readonly string[]): string[] {
  const identity = identityOf(columns)?.key;
  return inOrder(columns, saved, identity)
    .map((c) => c.key)
    .filter((key) => key === identity || saved.includes(key));
}
