import { describe, expect, it, vi } from 'vitest';
import { LinkQuality } from './link-quality';

const heard = (
  q: LinkQuality,
  at: number,
  { machine = 0, desk = 0, toServer = 80, toPage = 20, dropped = 0 } = {},
): number | null => {
  q.add({ sampledAt: at - machine, receivedAt: at + toServer, shownAt: at + toServer + toPage + desk, dropped });
  return q.get().latencyMs;
};

describe('the freshness of rows', () => {
  it('is the time from the sensor to the page', () => {
    const q = new LinkQuality();
    expect(q.get().latencyMs).toBeNull();
    expect(heard(q, 10_000)).toBe(100);
    expect(heard(q, 12_000, { toServer: 480 })).toBe(500);
  });

  it.each([
    ['the machine’s clock is behind', { machine: 20_000 }],
    ['the machine’s clock is ahead', { machine: -20_000 }],
    ['the desk’s clock is behind', { desk: -3_600_000 }],
    ['the desk’s clock is ahead', { desk: 3_600_000 }],
  ])('is how much later than the quickest a row came, where %s', (_, wrong) => {
    const q = new LinkQuality();
    heard(q, 10_000, wrong);
    expect(heard(q, 12_000, { ...wrong, toServer: 780, toPage: 120 }) ?? 0).toBeGreaterThanOrEqual(700);
    expect(q.get().latencyMs ?? 0).toBeLessThanOrEqual(1_000);
    expect(heard(q, 14_000, wrong)).toBeLessThanOrEqual(100);
  });

  it('is written once a second, rows that are missing at once', () => {
    const q = new LinkQuality();
    const told = vi.fn();
    const stop = q.onChange(told);
    for (let k = 0; k < 10; k++) heard(q, 10_000 + k * 500);
    expect(told).toHaveBeenCalledTimes(5);
    heard(q, 15_100, { dropped: 2 });
    q.lost(2);
    expect(told).toHaveBeenCalledTimes(6);
    q.lost(0);
    expect(q.get().dropped).toBe(0);
    stop();
    heard(q, 30_000);
    expect(told).toHaveBeenCalledTimes(7);
  });
});
