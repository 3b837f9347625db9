import { describe, expect, it } from 'vitest';
import { insertAt, moveTo, type Placement, removeFrom, type Shift } from './display-order';

describe('insertAt', () => {
  it.each<[string, number, number, Placement]>([
    ['into an empty group', 0, 1, { place: 1, shift: null }],
    ['into an empty group, far behind', 0, 40, { place: 1, shift: null }],
    ['at the end', 3, 4, { place: 4, shift: null }],
    ['beyond the end: the end', 3, 99, { place: 4, shift: null }],
    ['at the first place: all move down', 3, 1, { place: 1, shift: { first: 1, last: 3, by: 1 } }],
    ['at the last place: that one moves down', 3, 3, { place: 3, shift: { first: 3, last: 3, by: 1 } }],
  ])('%s', (_, size, wanted, placement) => expect(insertAt(size, wanted)).toEqual(placement));
});

describe('moveTo', () => {
  it.each<[string, number, number, number, Placement]>([
    ['where it is', 4, 2, 2, { place: 2, shift: null }],
    ['up: those between move down', 4, 4, 2, { place: 2, shift: { first: 2, last: 3, by: 1 } }],
    ['down: those between move up', 4, 1, 3, { place: 3, shift: { first: 2, last: 3, by: -1 } }],
    ['beyond the end: the end', 4, 2, 50, { place: 4, shift: { first: 3, last: 4, by: -1 } }],
    ['the only one', 1, 1, 7, { place: 1, shift: null }],
  ])('%s', (_, size, from, wanted, placement) => expect(moveTo(size, from, wanted)).toEqual(placement));
});

describe('removeFrom', () => {
  it.each<[string, number, number, Shift | null]>([
    ['the last', 3, 3, null],
    ['the first: those behind move up', 3, 1, { first: 2, last: 3, by: -1 }],
    ['the only one', 1, 1, null],
  ])('%s', (_, size, from, shift) => expect(removeFrom(size, from)).toEqual(shift));
});

describe('any number of inserts, moves and removals', () => {
  const random = (seed: number) => () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  const shifted = (places: Map<number, number>, shift: Shift | null): void => {
    if (shift === null) return;
    for (const [id, place] of places) if (place >= shift.first && place <= shift.last) places.set(id, place + shift.by);
  };
  const inOrder = (places: Map<number, number>): number[] =>
    [...places].sort(([, a], [, b]) => a - b).map(([id]) => id);

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'leave the places 1 to n, each once, and the others in their order (%i)',
    (seed) => {
      const next = random(seed * 7919);
      const whole = (below: number): number => Math.floor(next() * below);
      const places = new Map<number, number>();
      let ids = 0;
      for (let step = 0; step < 400; step++) {
        const before = inOrder(places);
        const size = places.size;
        const wanted = whole(size + 4);
        const act = size === 0 ? 0 : whole(5);
        let moved: number;
        if (act < 2) {
          moved = ++ids;
          const { place, shift } = insertAt(size, wanted);
          shifted(places, shift);
          places.set(moved, place);
          expect(place).toBe(Math.min(Math.max(wanted, 1), size + 1));
        } else {
          moved = before[whole(size)] as number;
          const from = places.get(moved) as number;
          if (act < 4) {
            const { place, shift } = moveTo(size, from, wanted);
            places.delete(moved);
            shifted(places, shift);
            places.set(moved, place);
            expect(place).toBe(Math.min(Math.max(wanted, 1), size));
          } else {
            places.delete(moved);
            shifted(places, removeFrom(size, from));
          }
        }
        const after = inOrder(places);
        expect([...places.values()].sort((a, b) => a - b)).toEqual(after.map((_, i) => i + 1));
        expect(after.filter((id) => id !== moved)).toEqual(before.filter((id) => id !== moved));
      }
    },
  );
});
