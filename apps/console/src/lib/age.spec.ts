import { describe, expect, it } from 'vitest';
import { ageOf, type AgeStyle, clockOf } from './age';

const s = 1000;
const h = 3_600 * s;
describe('an age', () => {
  it.each<[number, AgeStyle, string]>([
    [0, 'clock', '00:00'],
    [42 * s, 'clock', '00:42'],
    [26 * 60 * s + 40 * s, 'clock', '26:40'],
    [59 * 60 * s + 59.9 * s, 'clock', '59:59'],
    [h, 'clock', 'hoursMinutes 1 0'],
    [3 * h + 12 * 60 * s, 'clock', 'hoursMinutes 3 12'],
    [96 * h, 'clock', 'days 4'],
    [42 * s, 'words', 'seconds 42'],
    [12 * 60 * s, 'words', 'minutes 12'],
    [h + 52 * 60 * s, 'words', 'hoursMinutes 1 52'],
    [2 * h + 59 * 60 * s, 'short', 'hours 2'],
    [23.99 * h, 'short', 'hours 23'],
    [24 * h, 'words', 'days 1'],
    // a device clock that is ahead gives no negative age
    [-5 * s, 'clock', '00:00'],
    [-5 * s, 'words', 'seconds 0'],
  ])('%i ms, %s: %s', (ms, style, expected) => {
    const text = ageOf(ms, style);
    expect(
      'clock' in text ? text.clock : `${text.key.replace('age.', '')} ${Object.values(text.values).join(' ')}`,
    ).toBe(expected);
  });
});

it.each([
  [0, '00:00'],
  [300, '05:00'],
  [3_661, '61:01'],
  [-4, '00:00'],
])('%i s on a clock: %s', (seconds, expected) => expect(clockOf(seconds)).toBe(expected));
