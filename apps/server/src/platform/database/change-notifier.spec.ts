import { expect, it } from 'vitest';
import { ChangeNotifier } from './change-notifier';

it('gathers while one notification is under way, instead of queueing them', async () => {
  const sent: string[] = [];
  const arrived: (() => void)[] = [];
  let onSent: (() => void) | null = null;
  const next = (): Promise<void> => new Promise((resolve) => (onSent = resolve));
  const news = new ChangeNotifier((ids) => {
    sent.push(ids);
    onSent?.();
    return new Promise<void>((resolve) => arrived.push(resolve));
  });
  const first = next();
  news.add([1, 2]);
  await first;
  for (let id = 3; id < 500; id++) news.add([id % 10]);
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

it('states that any may have been committed where they are too many to be named', async () => {
  const sent: string[] = [];
  const news = new ChangeNotifier((ids) => Promise.resolve(sent.push(ids)));
  news.add(Array.from({ length: 901 }, (_, id) => id));
  await expect.poll(() => sent).toEqual(['*']);
  news.add([7]);
  await expect.poll(() => sent).toEqual(['*', '7']);
  news.stop();
});
