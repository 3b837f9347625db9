// @vitest-environment node
import { expect, it } from 'vitest';
import { nearestFirst } from './agency-tree';

const nodes = [
  { id: 1, parentId: null, label: 'Head office' },
  { id: 2, parentId: 1, label: 'East' },
  { id: 3, parentId: 1, label: 'West' },
  { id: 4, parentId: 2, label: 'Far agency' },
  { id: 5, parentId: 3, label: 'Near agency' },
  { id: 6, parentId: 3, label: 'Agency without a position' },
];

it('the region of the nearest agency comes first, and its agencies by distance', () => {
  const order = nearestFirst(
    nodes,
    new Map([
      [4, 80],
      [5, 3],
    ]),
  ).map((n) => n.id);
  expect(order.indexOf(3)).toBeLessThan(order.indexOf(2));
  expect(order.indexOf(5)).toBeLessThan(order.indexOf(6));
});

it('without any position they are sorted by name, and none is lost', () => {
  expect(nearestFirst(nodes, new Map()).map((n) => n.label)).toEqual([...nodes].map((n) => n.label).sort());
  expect(nearestFirst([], new Map([[9, 1]]))).toEqual([]);
});
