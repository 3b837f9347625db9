import { describe, expect, it } from 'vitest';
import { packFrame, unpackFrame } from '@headland/contracts/live-frame';
import { ageMs, splitStamp, stampNow, stampOf, stampRange } from './stamp';

describe('stamp', () => {
  it('comes back from a position, also through a packed map frame, for every value', () => {
    for (let stamp = 0; stamp < stampRange; stamp += 997) {
      const [hi, lo] = splitStamp(stamp);
      const lat = Number(`36.5020${String(hi).padStart(3, '0')}`);
      const lon = Number(`126.9980${String(lo).padStart(3, '0')}`);
      expect(stampOf(lat, lon)).toBe(stamp);
      const [single] = unpackFrame(
        packFrame({
          zoom: 14,
          x: 1,
          y: 1,
          at: 0,
          clusters: [],
          singles: [{ id: 1, lat, lon, heading: null, state: 'work', flags: 0 }],
        }),
      ).singles;
      expect(single && stampOf(single.lat, single.lon)).toBe(stamp);
    }
  });

  it('computes the age across the wrap-around of its hundred seconds', () => {
    expect(ageMs(100, 250)).toBe(15);
    expect(ageMs(stampRange - 50, 50)).toBe(10);
  });

  it('grows with time', () => {
    const first = stampNow();
    const until = performance.now() + 5;
    while (performance.now() < until);
    const age = ageMs(first, stampNow());
    expect(age).toBeGreaterThanOrEqual(4.8);
    expect(age).toBeLessThan(5000);
  });
});
