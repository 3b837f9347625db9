// @vitest-environment node
import { type CourseValue, courseValues, defaultCourse, maxCharts } from '@headland/contracts/course';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/search';
import { addressOf, type CourseChoice, ordered, readChoice, toggled } from './course-address';

const defaults = { today: '2026-11-24', values: ordered(defaultCourse), layout: 'grid' as const };
const read = (text: string) => readChoice(parseSearch(text), defaults);

describe('the address of a course', () => {
  it.each<CourseChoice>([
    { from: '2026-11-01', to: '2026-11-24', vehicle: 7, values: ['rpm', 'work'], layout: 'column' },
    { from: '2026-11-23', to: '2026-11-23', vehicle: 'all', values: ordered(defaultCourse), layout: 'grid' },
    { from: '2026-11-23', to: '2026-11-23', vehicle: undefined, values: ['engineHours'], layout: 'grid' },
  ])('opens the same view: %o', (choice) => {
    const other = { today: '2027-01-01', values: ['pto'] as CourseValue[], layout: 'column' as const };
    expect(readChoice(parseSearch(stringifySearch(addressOf(choice))), other)).toEqual(choice);
  });

  it.each<[string, Partial<CourseChoice>]>([
    ['', { from: '2026-11-23', to: '2026-11-23', vehicle: undefined, values: ordered(defaultCourse), layout: 'grid' }],
    ['?from=2026-11-20', { from: '2026-11-20', to: '2026-11-24' }],
    ['?from=2026-11-20&to=2026-11-19', { from: '2026-11-23', to: '2026-11-23' }],
    ['?from=yesterday&to=2026-13-01', { from: '2026-11-23', to: '2026-11-23' }],
    ['?vehicle=0', { vehicle: undefined }],
    ['?vehicle=7;drop', { vehicle: undefined }],
    ['?values=horsepower', { values: ordered(defaultCourse) }],
    ['?values=work&values=horsepower&values=rpm', { values: ['rpm', 'work'] }],
    ['?layout=circle', { layout: 'grid' }],
  ])('%s is read as far as it is right', (text, expected) => expect(read(text)).toMatchObject(expected));

  it('names at most nine charts', () => {
    const text = stringifySearch({ values: courseValues });
    expect(read(text).values).toEqual(courseValues.slice(0, maxCharts));
  });
});

describe('choosing charts', () => {
  it('keeps the order of the charts, whichever was chosen first', () =>
    expect(toggled(['work', 'pto'], 'rpm')).toEqual(['rpm', 'pto', 'work']));
  it('removes one', () => expect(toggled(['rpm', 'work'], 'rpm')).toEqual(['work']));
  it('keeps the last one', () => expect(toggled(['rpm'], 'rpm')).toEqual(['rpm']));
  it('refuses a tenth', () => {
    const nine = courseValues.slice(0, maxCharts);
    expect(toggled(nine, 'engineHours')).toBe(nine);
  });
});
