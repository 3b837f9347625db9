import { expect, it } from 'vitest';
import { leavingAt } from './overlays';

const map = { width: 400, height: 300 };
const middle = { x: 200, y: 150 };

it.each([
  ['above', { x: 200, y: -1000 }, { x: 200, y: 16 }],
  ['below, over the scale', { x: 200, y: 2000 }, { x: 200, y: 244 }],
  ['to the left', { x: -800, y: 150 }, { x: 16, y: 150 }],
  ['to the right, beside the controls', { x: 1000, y: 150 }, { x: 344, y: 150 }],
])('a way leaves the map %s', (_, to, at) => expect(leavingAt(middle, to, map)).toEqual(at));

it('between two points in sight, or from one that is not, it leaves nowhere', () => {
  expect(leavingAt(middle, { x: 10, y: 10 }, map)).toBeNull();
  expect(leavingAt({ x: -5, y: 0 }, { x: -10, y: 10 }, map)).toBeNull();
});
