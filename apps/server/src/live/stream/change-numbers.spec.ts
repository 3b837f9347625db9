import { describe, expect, it } from 'vitest';
import { Random } from '@headland/testing/random';
import { ChangeNumbers } from './change-numbers';

describe('numbers of changes', () => {
  it.each([
    ['all in order', [1, 2, 3], 3, false],
    ['all in another order, some twice', [3, 1, 1, 2, 3], 3, false],
    ['one of before this process', [1, 2, 3, 1], 3, false],
    ['the last is not there', [1, 2], 3, true],
    ['one in between is not there', [1, 3], 3, true],
    ['one in between is not there, but it was drawn later than asked', [1, 3], 1, false],
    ['none', [], 0, false],
  ])('%s', (_, told, drawn, missing) => {
    const numbers = new ChangeNumbers();
    for (const number of told) numbers.add(number);
    expect(numbers.isMissingUntil(drawn)).toBe(missing);
  });

  it('what the database was asked for is not missing, what was drawn after it is', () => {
    const numbers = new ChangeNumbers();
    for (const number of [1, 4, 6]) numbers.add(number);
    numbers.settle(4);
    expect([numbers.isMissingUntil(4), numbers.isMissingUntil(5)]).toEqual([false, true]);
    numbers.add(5);
    expect(numbers.isMissingUntil(6)).toBe(false);
  });

  it('another database counts from its own beginning', () => {
    const numbers = new ChangeNumbers();
    numbers.settle(100);
    numbers.begin(0);
    numbers.add(2);
    expect([numbers.isMissingUntil(1), numbers.isMissingUntil(2)]).toEqual([true, true]);
  });

  it('say of every order and every loss what a list of all of them says', () => {
    const random = new Random(7);
    for (let round = 0; round < 200; round++) {
      const numbers = new ChangeNumbers();
      const known = new Set<number>();
      for (let step = 0; step < 40; step++) {
        const number = random.whole(1, 20);
        if (random.whole(0, 9) === 0) {
          numbers.settle(number);
          for (let n = 1; n <= number; n++) known.add(n);
        } else {
          numbers.add(number);
          known.add(number);
        }
        const drawn = random.whole(0, 20);
        const missing = Array.from({ length: drawn }, (_, i) => i + 1).some((n) => !known.has(n));
        expect(numbers.isMissingUntil(drawn)).toBe(missing);
      }
    }
  });
});
