import { expect, it } from 'vitest';
import { wallClock } from './wall-clock';

const shown = (zone: string, at: string): string =>
  new Date(wallClock(zone)(Date.parse(at))).toISOString().slice(0, 19);

it.each([
  ['Asia/Seoul', '2026-03-01T15:00:01Z', '2026-03-02T00:00:01'],
  ['UTC', '2026-03-01T15:00:01Z', '2026-03-01T15:00:01'],
  ['Asia/Kathmandu', '2026-03-01T18:14:59Z', '2026-03-01T23:59:59'],
  // the clock goes forward at 02:00, and back at 02:00
  ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08T01:59:59'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00'],
  ['America/New_York', '2026-11-01T05:59:59Z', '2026-11-01T01:59:59'],
  ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01T01:00:00'],
  // by half an hour
  ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', '2026-04-05T01:59:59'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05T01:30:00'],
])('the clocks of %s show at %s what hangs on the wall there', (zone, at, wall) => {
  expect(shown(zone, at)).toBe(wall);
});
