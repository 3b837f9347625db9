import { describe, expect, it, vi } from 'vitest';
import { LinkQuality } from './link-quality';

const received = (
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
    expect(received(q, 10_000)).toBe(100);
    expect(received(q, 12_000, { toServer: 480 })).toBe(500);
  });

  it.each([
    ['the machine’s clock is behind', { machine: 20_000 }],
    ['the machine’s clock is ahead', { machine: -20_000 }],
    ['the desk’s clock is behind', { desk: -3_600_000 }],
    ['the desk’s clock is ahead', { desk: 3_600_000 }],
  ])('is how much later than the quickest a row came, where %s', (_, wrong) => {
    const q = new LinkQuality();
    received(q, 10_000, wrong);
    expect(received(q, 12_000, { ...wrong, toServer: 780, toPage: 120 }) ?? 0).toBeGreaterThanOrEqual(700);
    expect(q.get().latencyMs ?? 0).toBeLessThanOrEqual(1_000);
    expect(received(q, 14_000, wrong)).toBeLessThanOrEqual(100);
  });

  it('is written once a second, rows that are missing at once', () => {
    const q = new LinkQuality();
    const listener = vi.fn();
    const stop = q.onChange(listener);
    for (let k = 0; k < 10; k++) received(q, 10_000 + k * 500);
    expect(listener).toHaveBeenCalledTimes(5);
    received(q, 15_100, { dropped: 2 });
    q.lost(2);
    expect(listener).toHaveBeenCalledTimes(6);
    q.lost(0);
    expect(q.get().dropped).toBe(0);
    stop();
    received(q, 30_000);
    expect(listener).toHaveBeenCalledTimes(7);
  });
});
