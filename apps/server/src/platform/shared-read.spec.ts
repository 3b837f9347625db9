import { describe, expect, it } from 'vitest';
import { SharedRead } from './shared-read';

/** Reads that end on command; each returns its own number. */
function reads() {
  const begun: { end: (error?: Error) => void }[] = [];
  return {
    begun,
    read: (): Promise<number> =>
      new Promise((resolve, reject) => {
        const n = begun.length;
        begun.push({ end: (error) => (error ? reject(error) : resolve(n)) });
      }),
  };
}

describe('a read that many share', () => {
  it('runs once at a time, and callers meanwhile share a later run', async () => {
    const { begun, read } = reads();
    const shared = new SharedRead<number>();
    const first = shared.ask('a', read);
    const meanwhile = [shared.ask('a', read), shared.ask('a', read)];
    expect(begun).toHaveLength(1);
    begun[0]?.end();
    expect(await first).toBe(0);
    await expect.poll(() => begun.length).toBe(2);
    const later = shared.ask('a', read);
    begun[1]?.end();
    expect(await Promise.all(meanwhile)).toEqual([1, 1]);
    await expect.poll(() => begun.length).toBe(3);
    begun[2]?.end();
    expect(await later).toBe(2);
  });

  it('keeps nothing of one that has ended', async () => {
    const { begun, read } = reads();
    const shared = new SharedRead<number>();
    for (const n of [0, 1, 2]) {
      const asked = shared.ask('a', read);
      begun[n]?.end();
      expect(await asked).toBe(n);
    }
  });

  it('separates keys', async () => {
    const { begun, read } = reads();
    const shared = new SharedRead<number>();
    const asked = [shared.ask('a', read), shared.ask('b', read)];
    expect(begun).toHaveLength(2);
    for (const one of begun) one.end();
    expect(await Promise.all(asked)).toEqual([0, 1]);
  });

  it('rejects for those who share it, and not to the next', async () => {
    const { begun, read } = reads();
    const shared = new SharedRead<number>();
    const first = shared.ask('a', read);
    const next = shared.ask('a', read);
    begun[0]?.end(new Error('the database is away'));
    await expect(first).rejects.toThrow('the database is away');
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.end();
    expect(await next).toBe(1);
  });
});
