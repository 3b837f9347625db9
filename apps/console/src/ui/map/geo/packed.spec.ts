import { describe, expect, it } from 'vitest';
import { pack, packLines, unpack, unpackLines } from './packed';

describe('packed numbers', () => {
  it('are the same after unpacking, large and negative ones, too', () => {
    const numbers = [0, 1, -1, 15, 16, -16, -17, 511, 512, -1_800_000, 1_799_999, 2 ** 40];
    expect(unpack(pack(numbers))).toEqual(numbers);
  });
  it('need one letter each where they are small', () => expect(pack([0, 7, -8, 15])).toHaveLength(4));
});

describe('packed lines', () => {
  it('keep their numbers and points, on the grid', () => {
    const lines = new Map([
      [3, [[1269, 375] as const, [1268, 380] as const]],
      [4, []],
      [90, [[-1799, -10] as const]],
    ]);
    expect([...unpackLines(packLines(lines), 0.5)]).toEqual([
      [
        3,
        [
          [634.5, 187.5],
          [634, 190],
        ],
      ],
      [4, []],
      [90, [[-899.5, -5]]],
    ]);
  });
});
