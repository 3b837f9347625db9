import type { TrackPoint } from '@headland/contracts/shared-shapes';
import { afterEach, expect, it, vi } from 'vitest';
import { buildTrack, leavingAt } from './overlays';

afterEach(() => vi.unstubAllGlobals());

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

it('a track across the 180th meridian is as long as its way, and does not lead round the globe', () => {
  const drawn: number[] = [];
  // jsdom has no paths
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo = (x: number) => drawn.push(x);
      lineTo = (x: number) => drawn.push(x);
    },
  );
  const at = (lon: number, i: number): TrackPoint => ({
    ...{ ts: i * 10_000, lat: 50, lon, heading: 90, speed: 9, state: 'drive' },
    ...{ rpm: null, engineHours: null, fuelUsed: null },
  });
  buildTrack([179.98, 179.99, -180, -179.99, 179.99].map(at));
  const step = (0.01 / 360) * 256 * 2 ** 18;
  expect(drawn.map((x) => Math.round(x / step))).toEqual([0, 0, 1, 2, 3, 1]);
});
