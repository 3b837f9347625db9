import { describe, expect, it } from 'vitest';
import { changeText, figureText, monthText, weekdayText } from './report-text';

const hours = { unit: 'hours', digits: 1 } as const;
describe('a figure of the report', () => {
  it.each([
    ['ko', { ...hours, value: 156.74 }, '156.7 시간'],
    ['en', { ...hours, value: 0 }, '0.0 h'],
    ['en', { unit: 'days', digits: 0, value: 1 }, '1 day'],
    ['en', { unit: 'days', digits: 0, value: 22 }, '22 days'],
    ['en', { unit: 'mile', digits: 1, value: 1256.31 }, '1,256.3 mi'],
    ['ko', { unit: 'litres', digits: 1, value: null }, '–'],
  ] as const)('in %s %j is %s', (language, figure, text) => {
    expect(figureText(language, figure)).toBe(text);
  });

  it.each([
    ['ko', 156.7, 135.1, 1, '2026년 9월보다 21.6 시간 많음'],
    ['en', 135.1, 156.7, -1, '21.6 h less than in September 2026'],
    ['en', 10.04, 9.96, 0, 'the same as in September 2026'],
  ] as const)('in %s %d after %d', (language, value, before, direction, text) => {
    expect(changeText(language, { ...hours, value, before }, '2026-09')).toEqual({ direction, text });
  });

  it.each([
    [null, 1],
    [1, null],
    [null, null],
  ])('%s after %s compares nothing', (value, before) => {
    expect(changeText('ko', { ...hours, value, before }, '2026-09')).toBeNull();
  });
});

it('months and weekdays are those of the language, Sunday first', () => {
  expect([monthText('ko', '2026-01'), monthText('en', '2026-01')]).toEqual(['2026년 1월', 'January 2026']);
  expect([weekdayText('ko', 0), weekdayText('en', 6)]).toEqual(['일', 'Sat']);
});
