import { describe, expect, it } from 'vitest';
import { quarterMs } from './statistics-quarter';
import { everyDay, fortnightBefore } from './statistics-days';

const hourMs = 3_600_000;
const at = (iso: string): number => Date.parse(iso);

describe('the fortnight before today', () => {
  it.each([
    // an hour before and after midnight of the zone
    ['Asia/Seoul', '2026-11-20T14:30:00Z', '2026-11-06', '2026-11-19'],
    ['Asia/Seoul', '2026-11-20T15:30:00Z', '2026-11-07', '2026-11-20'],
    ['America/Chicago', '2026-11-20T05:30:00Z', '2026-11-05', '2026-11-18'],
    ['Asia/Kathmandu', '2026-11-20T18:20:00Z', '2026-11-07', '2026-11-20'],
  ])('in %s at %s reaches from %s to %s', (zone, now, first, last) => {
    const days = fortnightBefore(at(now), zone);
    expect([days.length, days[0]?.day, days[13]?.day]).toEqual([14, first, last]);
    expect(days.slice(1).every((d, i) => d.from === days[i]?.to)).toBe(true);
  });

  it.each([
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Adelaide',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
    'America/St_Johns',
    'Asia/Tehran',
    'UTC',
  ])('begins its days in %s on a quarter of an hour', (zone) => {
    for (const { from } of fortnightBefore(at('2026-04-10T12:00:00Z'), zone)) expect(from % quarterMs).toBe(0);
  });

  it('has a day of 23 hours in spring and one of 25 in autumn where the clock changes', () => {
    const hours = (now: string): number[] =>
      fortnightBefore(at(now), 'Europe/Berlin').map((d) => (d.to - d.from) / hourMs);
    expect(hours('2026-03-31T10:00:00Z').filter((h) => h !== 24)).toEqual([23]);
    expect(hours('2026-10-30T10:00:00Z').filter((h) => h !== 24)).toEqual([25]);
  });
});

it('every day has an entry, the ones without anything too', () => {
  const days = fortnightBefore(at('2026-11-20T12:00:00Z'), 'UTC').slice(12);
  expect(everyDay(days, [{ day: '2026-11-19', n: 4 }], { n: 0 })).toEqual([
    { day: '2026-11-18', n: 0 },
    { day: '2026-11-19', n: 4 },
  ]);
});
