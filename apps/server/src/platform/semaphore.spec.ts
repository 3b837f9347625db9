import { expect, it } from 'vitest';
import { Semaphore } from './semaphore';

it('runs so many at once, the others in the order they came, also after one that failed', async () => {
  const turns = new Semaphore(2);
  const ends: (() => void)[] = [];
  const began: number[] = [];
  const works = [0, 1, 2, 3].map((n) =>
    turns.run(async () => {
      began.push(n);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (n === 0) throw new Error('no');
      return n;
    }),
  );
  const settled = Promise.allSettled(works);
  expect(began).toEqual([0, 1]);
  ends[0]?.();
  await expect(works[0]).rejects.toThrow('no');
  expect(began).toEqual([0, 1, 2]);
  ends[1]?.();
  await works[1];
  expect(began).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  await settled;
  const last = turns.run(() => Promise.resolve('free again'));
  await expect(last).resolves.toBe('free again');
});
