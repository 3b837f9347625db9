import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceQueues } from './device-queues';
import type { PendingMessage } from './pending-message';
import type { Rate } from './token-bucket';

const heldOf = (device: string, n: number, bytes = 10): PendingMessage => ({
  topic: `tms/v1/${device}/up/sos`,
  payload: Buffer.alloc(bytes),
  decoded: { ok: false, device, reason: 'schema', detail: '' },
  retain: false,
  receivedAt: 0,
  id: n,
  generation: 0,
});
const room = { messages: 1_000, bytes: 100_000 };
const rate = { burst: 200, perSecond: 100 };

describe('lanes with a rate', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  function queues(options: { maxBatch: number; batches?: Rate }) {
    const committed: { device: string | null; count: number; atMs: number }[] = [];
    const made = new DeviceQueues({
      ...options,
      room,
      rate,
      commit: (batch) => {
        committed.push({ device: batch[0]?.decoded.device ?? null, count: batch.length, atMs: performance.now() });
        return Promise.resolve();
      },
      committed: () => undefined,
    });
    const countOf = (device: string): number =>
      committed.filter((c) => c.device === device).reduce((sum, c) => sum + c.count, 0);
    return { made, committed, countOf };
  }

  it('commit of one device a burst and then so many a second, some together, in their order', async () => {
    const { made, committed, countOf } = queues({ maxBatch: 100 });
    for (let i = 0; i < 600; i++) expect(made.push(heldOf('WILD', i))).toBe(true);
    for (let i = 0; i < 10; i++) await turn();
    expect(countOf('WILD')).toBe(200);
    for (let second = 1; second <= 4; second++) {
      for (let i = 0; i < 10; i++) {
        await vi.advanceTimersByTimeAsync(100);
        await turn();
      }
      expect(Math.abs(countOf('WILD') - 200 - second * 100)).toBeLessThanOrEqual(20);
    }
    expect(Math.min(...committed.slice(0, -1).map((c) => c.count))).toBeGreaterThanOrEqual(20);
    await vi.advanceTimersByTimeAsync(1_000);
    await turn();
    expect([countOf('WILD'), made.size, made.bytes]).toEqual([600, 0, 0]);
  });

  it('commit so many batches of one device, and then together what comes between', async () => {
    const { made, committed, countOf } = queues({ maxBatch: 100, batches: { burst: 20, perSecond: 20 } });
    for (let i = 0; i < 200; i++) {
      made.push(heldOf('WILD', i));
      await vi.advanceTimersByTimeAsync(10);
      await turn();
    }
    await vi.advanceTimersByTimeAsync(100);
    await turn();
    expect(countOf('WILD')).toBe(200);
    expect(committed.slice(0, 20).map((c) => c.count)).toEqual(Array<number>(20).fill(1));
    // two seconds: the burst and 20 a second
    expect(committed.length).toBeGreaterThanOrEqual(50);
    expect(committed.length).toBeLessThanOrEqual(63);
    made.push(heldOf('QUIET', 1));
    for (let i = 0; i < 3; i++) await turn();
    expect(countOf('QUIET')).toBe(1);
  });

  it('let another device pass meanwhile', async () => {
    const { made, countOf } = queues({ maxBatch: 100 });
    for (let i = 0; i < 900; i++) made.push(heldOf('WILD', i));
    for (let i = 0; i < 10; i++) await turn();
    made.push(heldOf('QUIET', 1));
    for (let i = 0; i < 3; i++) await turn();
    expect(countOf('QUIET')).toBe(1);
  });

  it('do not take what a device has no room for, and keep that of others', async () => {
    const { made } = queues({ maxBatch: 100 });
    const taken = Array.from({ length: 1_500 }, (_, i) => made.push(heldOf('WILD', i)));
    expect(taken.filter(Boolean)).toHaveLength(1_000);
    expect(made.push(heldOf('LARGE', 1, 200_000))).toBe(true);
    expect(made.push(heldOf('LARGE', 2))).toBe(false);
    expect(made.push(heldOf('QUIET', 1))).toBe(true);
    made.clear();
    await made.idle();
    expect([made.size, made.bytes]).toEqual([0, 0]);
  });

  it('take nothing of a device that had no room until half of it is free', async () => {
    const { made } = queues({ maxBatch: 100 });
    let seq = 0;
    while (made.push(heldOf('WILD', seq))) seq++;
    expect(seq).toBe(1_000);
    for (let i = 0; i < 10; i++) await turn();
    expect(made.push(heldOf('WILD', seq))).toBe(false);
    for (let i = 0; i < 40; i++) {
      await vi.advanceTimersByTimeAsync(100);
      await turn();
    }
    expect(made.size).toBeLessThanOrEqual(500);
    expect(made.push(heldOf('WILD', seq))).toBe(true);
    made.clear();
    await made.idle();
  });

  it('say how long a commit is tried, not how long a device waits for its rate', async () => {
    let end: () => void = () => undefined;
    const made = new DeviceQueues({
      maxBatch: 100,
      room,
      rate,
      commit: ([first]) =>
        first?.decoded.device === 'HELD' ? new Promise<void>((done) => (end = done)) : Promise.resolve(),
      committed: () => undefined,
    });
    for (let i = 0; i < 600; i++) made.push(heldOf('WILD', i));
    for (let i = 0; i < 10; i++) await turn();
    await vi.advanceTimersByTimeAsync(50);
    await turn();
    expect([made.size > 0, made.oldestCommitMs]).toEqual([true, 0]);
    made.push(heldOf('HELD', 1));
    await turn();
    await vi.advanceTimersByTimeAsync(70_000);
    expect(made.oldestCommitMs).toBeGreaterThanOrEqual(70_000);
    end();
    await made.idle();
    expect(made.oldestCommitMs).toBe(0);
  });

  it('end at once when the connection is gone, also one that waits for its rate', async () => {
    const { made } = queues({ maxBatch: 100 });
    for (let i = 0; i < 600; i++) made.push(heldOf('WILD', i));
    for (let i = 0; i < 10; i++) await turn();
    expect(made.size).toBe(400);
    made.clear();
    await made.idle();
    expect(made.size).toBe(0);
    expect(made.push(heldOf('WILD', 1))).toBe(true);
    made.clear();
    await made.idle();
  });
});
