/**
 * The display order of a group: the categories of the shop, the parts of a category, the questions of an FAQ category.
 * Its entries have the places 1 to n, each once. An entry that is put at a taken place moves that one and those behind
 * it down; one that leaves lets those behind it move up. A place beyond the end is the end.
 */

/** The places `first` to `last` move by one; none: nothing else moves. */
export interface Shift {
  first: number;
  last: number;
  by: 1 | -1;
}
export interface Placement {
  /** where the entry is then */
  place: number;
  /** what the others do */
  shift: Shift | null;
}

/** A new entry in a group of `size`. */
export function insertAt(size: number, wanted: number): Placement {
  const place = within(wanted, size + 1);
  return { place, shift: place > size ? null : { first: place, last: size, by: 1 } };
}

/** An entry of a group of `size` moves from its place to another. */
export function moveTo(size: number, from: number, wanted: number): Placement {
  const place = within(wanted, size);
  if (place === from) return { place, shift: null };
  return place < from
    ? { place, shift: { first: place, last: from - 1, by: 1 } }
    : { place, shift: { first: from + 1, last: place, by: -1 } };
}

/** An entry leaves a group of `size`. */
export const removeFrom = (size: number, from: number): Shift | null =>
  from >= size ? null : { first: from + 1, last: size, by: -1 };

const within = (wanted: number, last: number): number => Math.min(Math.max(wanted, 1), Math.max(last, 1));
