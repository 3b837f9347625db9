import { describe, expect, it } from 'vitest';
import { lastPage, pageFrom, pageLinks, seriesFrom, spansIn } from './fleet-api';

describe('a page number', () => {
  it.each([
    ['1', 1],
    ['12', 12],
    ['999999999', 999_999_999],
    ['0', null],
    ['-1', null],
    ['01', null],
    ['1.5', null],
    ['1e3', null],
    ['', null],
    ['abc', null],
    ['9999999999', null],
  ])('%j: %j', (text, page) => expect(pageFrom(text)).toBe(page));
});

describe('a period', () => {
  const asked = (startDateUTC: string, endDateUTC: string, pageNumber = '1') =>
    seriesFrom({ startDateUTC, endDateUTC, pageNumber }, 31);
  it('is read as half-open', () =>
    expect(asked('2026-03-01T00:00:00Z', '2026-03-02T12:30:00.5Z', '2')).toEqual({
      value: { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2, 12, 30, 0, 500), page: 2 },
    }));
  it.each([
    ['2026-03-01', '2026-03-02T00:00:00Z', '1', { startDateUTC: 'field.utc' }],
    ['2026-03-01T00:00:00+09:00', '2026-03-02T00:00:00Z', '1', { startDateUTC: 'field.utc' }],
    ['2026-02-30T00:00:00Z', '2026-03-02T00:00:00Z', '1', { startDateUTC: 'field.utc' }],
    ['2026-03-01T00:00:00Z', 'now', '0', { endDateUTC: 'field.utc', pageNumber: 'field.pos' }],
    ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z', '1', { endDateUTC: 'field.range' }],
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', '1', { endDateUTC: 'field.range' }],
  ])('%s to %s, page %s is refused', (start, end, page, errors) => expect(asked(start, end, page)).toEqual({ errors }));
  it('has 31 days at most', () => {
    expect(asked('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')).toHaveProperty('value');
    expect(asked('2026-03-01T00:00:00Z', '2026-04-01T00:00:01Z')).toEqual({ tooLong: true });
  });
});

describe('the part of a period in which a machine was the own', () => {
  const period = { from: 100, to: 200 };
  it.each([
    [[{ since: null, until: null }], [period]],
    [[{ since: 150, until: null }], [{ from: 150, to: 200 }]],
    [[{ since: null, until: 150 }], [{ from: 100, to: 150 }]],
    [[{ since: 200, until: null }], []],
    [[{ since: null, until: 100 }], []],
    [
      [
        { since: 160, until: null },
        { since: 90, until: 120 },
      ],
      [
        { from: 100, to: 120 },
        { from: 160, to: 200 },
      ],
    ],
    [[], []],
  ])('%j: %j', (times, spans) => expect(spansIn(period, times)).toEqual(spans));
});

describe('pages', () => {
  it.each([
    [0, 1],
    [1, 1],
    [100, 1],
    [101, 2],
  ])('%i machines: the last is %i', (total, last) => expect(lastPage(total, 100)).toBe(last));
  it.each([
    [1, 1, ['self 1', 'first 1', 'last 1']],
    [1, 3, ['self 1', 'first 1', 'next 2', 'last 3']],
    [2, 3, ['self 2', 'first 1', 'prev 1', 'next 3', 'last 3']],
    [3, 3, ['self 3', 'first 1', 'prev 2', 'last 3']],
  ])('links of page %i of %i', (page, last, links) =>
    expect(pageLinks(page, last, String).map((l) => `${l.rel} ${l.href}`)).toEqual(links),
  );
});
