import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/alerts';
import { AckSchedule } from './ack-schedule';

afterEach(() => {
  vi.useRealTimers();
});

it('goes on where the clock of the server goes back an hour', async () => {
  const published: string[] = [];
  const acks = new AckSchedule((_topic, payload) => Promise.resolve(void published.push(payload)));
  acks.start();
  const first = published.length;
  acks.committed('1 telemetry 1', 'TEST-1', { topic: 'telemetry', boot: 1, received: [[1, 2]] });
  await eventually(
    () => Promise.resolve(published.length),
    (n) => n > first,
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  acks.committed('1 telemetry 1', 'TEST-1', { topic: 'telemetry', boot: 1, received: [[1, 3]] });
  let looks = 0;
  // bounded by attempts: the clock that would end the wait was set back
  while (published.length < 2 && looks++ < 1_000) await new Promise((resolve) => setTimeout(resolve, 50));
  acks.stop();
  expect(JSON.parse(published[1] ?? '{}')).toMatchObject({ upTo: 3 });
}, 120_000);
