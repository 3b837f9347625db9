import { expect, it } from 'vitest';
import { held } from '../../testing/alerts';
import { dequeueFairShare } from './fair-share';

const queueOf = (...ids: string[]) => ids.map((id, i) => held(id, 'telemetry', { n: i }));
const names = (list: ReturnType<typeof queueOf>): string[] => list.map(({ decoded }) => decoded.device ?? '');

it('admits everything where it fits', () => {
  const queue = queueOf('WILD', 'WILD', 'OTHER');
  expect(names(dequeueFairShare(queue, 3))).toEqual(['WILD', 'WILD', 'OTHER']);
  expect(queue).toEqual([]);
});

it('admits from each device in turns where it does not, and keeps the rest in its order', () => {
  const queue = queueOf('WILD', 'WILD', 'WILD', 'WILD', 'OTHER', 'THIRD', 'OTHER');
  const [first, second] = queue;
  const batch = dequeueFairShare(queue, 4);
  expect(names(batch).sort()).toEqual(['OTHER', 'THIRD', 'WILD', 'WILD'].sort());
  expect(batch.slice(0, 2)).toEqual([first, second]);
  expect(names(queue)).toEqual(['WILD', 'WILD', 'OTHER']);
});
