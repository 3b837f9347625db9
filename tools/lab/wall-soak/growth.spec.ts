import { expect, it } from 'vitest';
import { growthOf, type Reading } from './growth';

const readings = (heap: (minute: number) => number): Reading[] =>
  Array.from({ length: 10 }, (_, minute) => ({
    ...{ minute, turns: minute * 250, heapMb: heap(minute) },
    ...{ nodes: 2_000 + (minute % 2) * 40, listeners: 300, layers: 12 },
  }));

it('is what still comes after caches are full', () => {
  expect(
    growthOf(
      readings((m) => 30 + Math.min(m, 2) * 10),
      'heapMb',
    ),
  ).toMatchObject({
    ...{ first: 30, last: 50, perThousandTurns: 0, isGrowing: false },
  });
});

it('is found when each turn leaves something', () => {
  expect(
    growthOf(
      readings((m) => 30 + m),
      'heapMb',
    ),
  ).toMatchObject({ perThousandTurns: 4, isGrowing: true });
});

it('is not what differs from reading to reading', () => {
  expect(
    growthOf(
      readings(() => 30),
      'nodes',
    ).isGrowing,
  ).toBe(false);
});
