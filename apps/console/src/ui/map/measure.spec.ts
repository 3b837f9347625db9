import { describe, expect, it } from 'vitest';
import { lengthText, measureOverlays, metresOver } from './measure';

const number = (value: number, decimals = 0): string => value.toFixed(decimals);
const seoul = { lat: 37.5665, lon: 126.978 };
const busan = { lat: 35.1796, lon: 129.0756 };

describe('a measured way', () => {
  it.each([
    [[], 0],
    [[seoul], 0],
    [[seoul, busan], 325_100],
    [[seoul, busan, seoul], 650_200],
    [[seoul, { lat: 37.5675, lon: 126.978 }], 111],
  ])('%j is %i m long', (points, metres) =>
    expect(Math.abs(metresOver(points) - metres)).toBeLessThan(Math.max(1, metres / 2000)),
  );

  it.each([
    [0, '0 m'],
    [12.4, '12 m'],
    [999.4, '999 m'],
    [999.6, '1.00 km'],
    [1234, '1.23 km'],
    [99_990, '99.99 km'],
    [123_456, '123.5 km'],
    [1_234_567, '1235 km'],
  ])('%d m is written %s', (metres, text) => expect(lengthText(metres, number)).toBe(text));

  it('has a leg between two points, and the length up to each', () => {
    const drawn = measureOverlays([seoul, busan, seoul], (metres) => lengthText(metres, number));
    expect(drawn.map(({ kind }) => kind)).toEqual(['line', 'line', 'place', 'place', 'place']);
    expect(drawn.slice(2).map((o) => 'label' in o && o.label)).toEqual(['', '325.1 km', '650.2 km']);
    expect(measureOverlays([seoul], String)).toHaveLength(1);
  });
});
