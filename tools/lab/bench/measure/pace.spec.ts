import { describe, expect, it } from 'vitest';
import { Pace } from './pace';

describe('pace', () => {
  const rates = [1, 7, 50, 999.5, 5000, 33_333];
  for (const rate of rates) {
    it(`sends ${rate}/s for ten seconds without drift, whatever the timer does`, () => {
      const pace = new Pace(rate, 1000);
      let sent = 0;
      // a timer that fires after 1, 2, 17, 3 or 400 ms, again and again
      for (let now = 1000, i = 0; now <= 11_000; now += [1, 2, 17, 3, 400][i++ % 5] ?? 1) {
        const n = pace.due(now);
        if (n > 0) pace.took(n, now);
        sent += n;
        const scheduled = Math.floor(((now - 1000) * rate) / 1000) + 1;
        expect(sent).toBe(scheduled);
      }
      expect(sent / rate).toBeGreaterThan(9.5);
    });
  }

  it('has nothing due before the start or twice at one instant', () => {
    const pace = new Pace(100, 500);
    expect(pace.due(499)).toBe(0);
    expect(pace.due(500)).toBe(1);
    pace.took(1, 500);
    expect(pace.due(500)).toBe(0);
  });

  it('catches up after a stall and states how late it was', () => {
    const pace = new Pace(1000, 0);
    pace.took(pace.due(0), 0);
    expect(pace.due(250)).toBe(250);
    expect(pace.took(250, 250)).toBe(249);
    expect(pace.took(0, 251)).toBe(0);
  });

  it('stops at its limit', () => {
    const pace = new Pace(1000, 0, 3);
    expect(pace.due(10_000)).toBe(3);
    pace.took(3, 10_000);
    expect(pace.due(20_000)).toBe(0);
    expect(pace.done).toBe(true);
  });

  it('refuses a rate of nothing', () => {
    expect(() => new Pace(0, 0)).toThrow(RangeError);
  });
});
