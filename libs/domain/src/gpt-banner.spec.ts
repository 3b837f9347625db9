import { describe, expect, it } from 'vitest';
import { bannerStatuses } from '@headland/contracts/gpt-banner';
import {
  type BannerAct,
  bannerErrors,
  bannerRefusal,
  bannerRefusals,
  bannerStatus,
  bannerTurnsAt,
  isSmallImage,
} from './gpt-banner';

const banner = (startOn: string, endOn: string, suspendedAt: Date | null = null) => ({ startOn, endOn, suspendedAt });
const stopped = new Date('2026-11-19T03:00:00Z');

describe('the status of a banner', () => {
  it.each([
    ['2026-11-20', '2026-11-30', null, '2026-11-19', 'ready'],
    ['2026-11-20', '2026-11-30', null, '2026-11-20', 'doing'],
    ['2026-11-20', '2026-11-30', null, '2026-11-30', 'doing'],
    ['2026-11-20', '2026-11-30', null, '2026-12-01', 'done'],
    ['2026-11-20', '2026-11-20', null, '2026-11-20', 'doing'],
    ['2026-12-31', '2027-01-01', null, '2027-01-01', 'doing'],
    // suspended is final, whatever the day
    ['2026-11-20', '2026-11-30', stopped, '2026-11-19', 'stop'],
    ['2026-11-20', '2026-11-30', stopped, '2026-11-25', 'stop'],
    ['2026-11-20', '2026-11-30', stopped, '2027-01-01', 'stop'],
  ] as const)('from %s to %s, suspended %s, is on %s %s', (startOn, endOn, suspendedAt, today, status) =>
    expect(bannerStatus(banner(startOn, endOn, suspendedAt), today)).toBe(status),
  );
});

describe('the next turn of a banner', () => {
  const turn = (today: string, zone: string, suspendedAt: Date | null = null) => {
    const at = bannerTurnsAt(banner('2026-11-20', '2026-11-30', suspendedAt), today, zone);
    return at === null ? null : new Date(at).toISOString();
  };
  it('is midnight of the zone, at its start and after its last day', () => {
    expect(turn('2026-11-01', 'Asia/Seoul')).toBe('2026-11-19T15:00:00.000Z');
    expect(turn('2026-11-20', 'Asia/Seoul')).toBe('2026-11-30T15:00:00.000Z');
    expect(turn('2026-11-20', 'America/Chicago')).toBe('2026-12-01T06:00:00.000Z');
  });
  it('is never for one that expired or was suspended', () => {
    expect(turn('2026-12-01', 'Asia/Seoul')).toBeNull();
    expect(turn('2026-11-20', 'Asia/Seoul', stopped)).toBeNull();
  });
});

it('an action is possible or refused in each status', () => {
  const acts = Object.keys(bannerRefusals) as BannerAct[];
  const table = acts.map((act) => [act, ...bannerStatuses.map((status) => bannerRefusal(status, act))]);
  expect(bannerStatuses).toEqual(['doing', 'ready', 'stop', 'done']);
  expect(table).toEqual([
    ['change', null, null, 'GPT_BANNER_SUSPENDED', 'GPT_BANNER_EXPIRED'],
    ['suspend', null, null, 'GPT_BANNER_SUSPENDED', 'GPT_BANNER_EXPIRED'],
    ['delete', 'GPT_BANNER_PUBLISHED', null, null, null],
  ]);
});

describe('the days of a form', () => {
  const today = '2026-11-20';
  const published = banner('2026-11-10', '2026-11-30');
  const scheduled = banner('2026-11-25', '2026-11-30');
  it.each([
    ['a new one begins today', null, '2026-11-20', '2026-11-20', {}],
    ['a new one began yesterday', null, '2026-11-19', '2026-11-30', { startOn: 'field.fromToday' }],
    ['a scheduled one is moved ahead', scheduled, '2026-11-20', '2026-11-30', {}],
    ['a scheduled one is moved into the past', scheduled, '2026-11-19', '2026-11-30', { startOn: 'field.fromToday' }],
    ['a published one ends today', published, '2026-11-10', '2026-11-20', {}],
    ['a published one is longer', published, '2026-11-10', '2027-01-31', {}],
    ['a published one ended yesterday', published, '2026-11-10', '2026-11-19', { endOn: 'field.fromToday' }],
    ['a published one begins later', published, '2026-11-21', '2026-11-30', { startOn: 'field.startLocked' }],
  ])('%s', (_, before, startOn, endOn, errors) =>
    expect(bannerErrors({ startOn, endOn }, before, today)).toEqual(errors),
  );
});

it.each([
  [900, 500, false],
  [1200, 700, false],
  [225, 125, false],
  [224, 125, true],
  [225, 124, true],
  [2000, 100, true],
])('a picture of %i × %i is small: %s', (width, height, small) => expect(isSmallImage({ width, height })).toBe(small));
