import { describe, expect, it } from 'vitest';
import { anSos } from '../../testing/subjects';
import { arrowTo, inverted, nextShown } from './attention';

const now = Date.parse('2026-11-20T05:10:00.000Z');
const sos = (id: number, secondsAgo: number, more = {}) =>
  anSos(id, { receivedAt: new Date(now - secondsAgo * 1000).toISOString(), ...more });

describe('the highlighted rows', () => {
  it('are what has just come and the first of those beyond their time, and no others', () => {
    const alerts = [
      sos(1, 300),
      sos(2, 200),
      sos(3, 30),
      sos(4, 5),
      sos(5, 900, { late: true }),
      sos(6, 900, { status: 'acknowledged' }),
    ];
    expect([...inverted(alerts, now)].sort()).toEqual([1, 4]);
  });
  it('are none where nothing is new or waits too long', () => {
    expect(inverted([sos(1, 30), sos(2, 900, { status: 'dispatched' })], now).size).toBe(0);
  });
});

describe('the turn on the map', () => {
  const waiting = [{ id: 3 }, { id: 1 }, { id: 7 }];
  it.each([
    [null, 3],
    [3, 1],
    [7, 3],
    [99, 3],
  ])('goes from %s to %s', (shown, next) => expect(nextShown(waiting, shown)).toBe(next));
  it('is empty where none waits', () => expect(nextShown([], 3)).toBeNull());
});

describe('an arrow to an SOS outside the map', () => {
  it('is not there for what is on it', () => expect(arrowTo({ x: 10, y: 590 }, 800, 600, 40)).toBeNull());
  it.each([
    [
      { x: 4_000, y: 300 },
      { x: 760, y: 300, degrees: 0 },
    ],
    [
      { x: 400, y: -900 },
      { x: 400, y: 40, degrees: -90 },
    ],
    [
      { x: -5_000, y: 300 },
      { x: 40, y: 300, degrees: 180 },
    ],
  ])('is at the edge towards it', (point, arrow) => expect(arrowTo(point, 800, 600, 40)).toEqual(arrow));
});
