import { expect, it } from 'vitest';
import { ChangeNotifier } from './change-notifier';

it('gathers while one notification is under way, instead of queueing them', async () => {
  const sent: string[] = [];
  const arrived: (() => void)[] = [];
  let heard: (() => void) | null = null;
  const next = (): Promise<void> => new Promise((resolve) => (heard = resolve));
  const news = new ChangeNotifier((ids) => {
    sent.push(ids);
    heard?.();
    return new Promise<void>((resolve) => arrived.push(resolve));
  });
  const first = next();
  news.tell([1, 2]);
  await first;
  for (let id = 3; id < 500; id++) news.tell([id % 10]);
  expect(sent).toEqual(['1,2']);
  const second = next();
  arrived.shift()?.();
  await second;
  expect(sent).toHaveLength(2);
  expect(
    sent[1]
      ?.split(',')
      .map(Number)
      .sort((a, b) => a - b),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  news.stop();
});

it('says that any may have been committed where they are too many to be named', async () => {
  const sent: string[] = [];
  const news = new ChangeNotifier((ids) => Promise.resolve(sent.push(ids)));
  news.tell(Array.from({ length: 901 }, (_, id) => id));
  await expect.poll(() => sent).toEqual(['*']);
  news.tell([7]);
  await expect.poll(() => sent).toEqual(['*', '7']);
  news.stop();
});
