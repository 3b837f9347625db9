import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { system } from '../who';
import { Change } from './change';
import { LogTail } from './log-tail';
import { readLog } from './log-reader';

let fresh: FreshDatabase;
let database: DataSource;
let change: Change;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.dataSource;
  change = new Change(database, () => new Date('2026-03-01T00:00:00Z'));
});
afterAll(() => fresh.drop());

const connect = (deviceId: string) => change.run(system, async (_, emit) => emit('device.connected', { vehicleId: null, deviceId }, { organizationId: null }));

describe('the event log', () => {
  it('never lets a reader step over a number, however slowly writers commit', async () => {
    const seen: number[] = [];
    const tail = new LogTail(database, fresh.url, (rows) => void seen.push(...rows.map((r) => r.number)), pino({ level: 'silent' }));
    await tail.start(0);
    const writers = 8;
    const each = 25;
    await Promise.all(
      Array.from({ length: writers }, async (_, w) => {
        for (let i = 0; i < each; i++) {
          await change.run(system, async (tx, emit) => {
            emit('device.connected', { vehicleId: null, deviceId: `W${w}-${i}00` }, { organizationId: null });
            // a transaction that has drawn its id and dawdles: with numbers drawn early it would commit behind higher ones
            await tx.query('SELECT pg_current_xact_id()');
            if ((w + i) % 5 === 0) await tx.query('SELECT pg_sleep(0.02)');
          });
        }
      }),
    );
    await until(() => seen.length === writers * each);
    await tail.stop();
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(writers * each);
  });

  it('writes neither state nor event when the change fails', async () => {
    const before = await readLog(database, 0, 10_000);
    await expect(
      change.run(system, async (tx, emit) => {
        await tx.query("INSERT INTO customer (name) VALUES ('half')");
        emit('device.connected', { vehicleId: null, deviceId: 'HALF-1' }, { organizationId: null });
        throw new Error('in the middle');
      }),
    ).rejects.toThrow('in the middle');
    expect(await readLog(database, 0, 10_000)).toHaveLength(before.length);
    expect(await database.query("SELECT 1 FROM customer WHERE name = 'half'")).toHaveLength(0);
  });

  it('refuses a payload that the contract does not know', async () => {
    await expect(change.run(system, async (_, emit) => emit('device.connected', { vehicleId: 'x' } as never, { organizationId: null }))).rejects.toThrow();
  });

  it('hands a page again when its delivery failed, and misses nothing', async () => {
    const head = (await readLog(database, 0, 10_000)).at(-1)?.number ?? 0;
    const seen: string[] = [];
    let failures = 2;
    const tail = new LogTail(
      database,
      fresh.url,
      (rows) => {
        if (failures-- > 0) throw new Error('not yet');
        seen.push(...rows.map((r) => (r.payload as { deviceId: string }).deviceId));
      },
      pino({ level: 'silent' }),
    );
    await tail.start(head);
    await connect('AGAIN-1');
    await connect('AGAIN-2');
    await until(() => seen.length === 2);
    await tail.stop();
    expect(seen).toEqual(['AGAIN-1', 'AGAIN-2']);
  });
});

/** Waits for a fact; the test's own time limit ends a wait for one that never comes. */
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await wait(10);
}
