// @vitest-environment node
import { expect, it } from 'vitest';
import { around } from './around';

const free = { width: 260, height: 130 };

it('opens on the middle of what is to be seen, with all of it in sight', () => {
  const points = [
    { lat: 35.5, lon: 126.5 },
    { lat: 36.1, lon: 127.3 },
  ];
  const { lat, lon, zoom } = around(points, free);
  expect([lat, lon]).toEqual([35.8, 126.9]);
  // at zoom 8 the 0.6 degrees of latitude would be 135 px high
  expect(zoom).toBe(7);
});

it('comes no nearer than a field and goes no farther than the country', () => {
  expect(around([{ lat: 36, lon: 127 }], free).zoom).toBe(15);
  expect(around([{ lat: 36, lon: 127 }], free, { nearest: 13 }).zoom).toBe(13);
  expect(
    around(
      [
        { lat: -40, lon: -120 },
        { lat: 60, lon: 140 },
      ],
      free,
    ).zoom,
  ).toBe(6);
});
