import { describe, expect, it } from 'vitest';
import { rateOf } from './use-rate';

describe('the rate of a transfer', () => {
  it.each([
    ['nothing yet', [], null],
    ['one reading', [{ at: 1000, blocks: 5 }], null],
    [
      'two readings',
      [
        { at: 1000, blocks: 5 },
        { at: 3000, blocks: 25 },
      ],
      10,
    ],
    [
      'nothing comes',
      [
        { at: 1000, blocks: 5 },
        { at: 3000, blocks: 5 },
      ],
      null,
    ],
    [
      'several readings',
      [
        { at: 0, blocks: 0 },
        { at: 1000, blocks: 50 },
        { at: 4000, blocks: 60 },
      ],
      15,
    ],
  ])('%s', (_, samples, rate) => expect(rateOf(samples)).toBe(rate));
});
