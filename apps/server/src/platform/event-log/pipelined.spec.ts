import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { roundTripsOf } from '../../testing/round-trips';
import { system } from '../caller';
import { Change } from './change';
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

const customer = (name: string): [string, unknown[]] => ['INSERT INTO customer (name) VALUES ($1)', [name]];
const customers = (): Promise<{ name: string }[]> => database.query('SELECT name FROM customer ORDER BY id');
const connected = { vehicleId: null, deviceId: 'PIPE-1' };

describe('a pipelined change', () => {
  it('waits for PostgreSQL only where it needs an answer, and commits with its events', async () => {
    const trips = await roundTripsOf(database, () =>
      change.runPipelined(system, async (tx, emit) => {
        const [[a], [b]] = await Promise.all([
          tx.query<{ n: number }[]>('SELECT 1 AS n'),
          tx.query<{ n: number }[]>('SELECT 2 AS n'),
        ]);
        tx.send(...customer(`first ${a?.n}`));
        tx.send(...customer(`second ${b?.n}`));
        emit('device.connected', connected, { organizationId: null });
      }),
    );
    expect(trips).toBe(2);
    expect(await customers()).toEqual([{ name: 'first 1' }, { name: 'second 2' }]);
    expect((await readLog(database, 0, 10)).map(({ name }) => name)).toEqual(['device.connected']);
  });

  it.each([
    [
      'a statement that nobody waits for',
      (tx: { send: (sql: string, p?: unknown[]) => void }) => {
        tx.send(...customer('half'));
        tx.send('INSERT INTO customer (name) VALUES (NULL)');
        tx.send(...customer('behind it'));
      },
      '23502',
    ],
    [
      'the work itself',
      (tx: { send: (sql: string, p?: unknown[]) => void }) => {
        tx.send(...customer('half'));
        throw Object.assign(new Error('in the middle'), { code: 'own' });
      },
      'own',
    ],
  ])('writes nothing when %s fails, says why, and leaves its connection as it was', async (_, work, code) => {
    const [before, log] = [await customers(), await readLog(database, 0, 100)];
    await expect(
      change.runPipelined(system, (tx, emit) => {
        emit('device.connected', connected, { organizationId: null });
        work(tx);
        return Promise.resolve();
      }),
    ).rejects.toMatchObject({ code });
    expect(await customers()).toEqual(before);
    expect(await readLog(database, 0, 100)).toEqual(log);
    await change.run(system, async (tx) => {
      await tx.query('SELECT 1');
    });
  });

  it('refuses a payload that the contract does not know', async () => {
    const log = await readLog(database, 0, 100);
    await expect(
      change.runPipelined(system, (tx, emit) => {
        tx.send(...customer('half'));
        emit('device.connected', { vehicleId: 'x' } as never, { organizationId: null });
        return Promise.resolve();
      }),
    ).rejects.toThrow();
    expect(await readLog(database, 0, 100)).toEqual(log);
  });

  it('runs beside others on the same pool, each in its own transaction', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `beside ${i}`);
    const results = await Promise.allSettled(
      names.map((name, i) =>
        change.runPipelined(system, async (tx) => {
          tx.send(...customer(name));
          await tx.query('SELECT 1');
          if (i % 4 === 0) tx.send('SELECT 1 / 0');
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(names.map((_, i) => (i % 4 === 0 ? 'rejected' : 'fulfilled')));
    const stored = (await customers()).map(({ name }) => name).filter((name) => name.startsWith('beside'));
    expect(stored.sort()).toEqual(names.filter((_, i) => i % 4 !== 0).sort());
  });
});

describe('a change of statements that are waited for', () => {
  it('sends its events with COMMIT, so that the lock of the log waits for nobody', async () => {
    const log = await readLog(database, 0, 100);
    const trips = await roundTripsOf(database, () =>
      change.run(system, async (tx, emit) => {
        await tx.query(...customer('waited for'));
        emit('device.connected', connected, { organizationId: null });
      }),
    );
    // START TRANSACTION, the customer, and events with COMMIT
    expect(trips).toBe(3);
    expect(await customers()).toContainEqual({ name: 'waited for' });
    expect(await readLog(database, 0, 100)).toHaveLength(log.length + 1);
  });

  it('writes nothing when its events are refused, says why, and leaves its connection as it was', async () => {
    const [before, log] = [await customers(), await readLog(database, 0, 100)];
    const refused = change.run(system, async (tx, emit) => {
      await tx.query(...customer('half'));
      await tx.query('SET LOCAL search_path = pg_catalog');
      emit('device.connected', connected, { organizationId: null });
    });
    await expect(refused).rejects.toMatchObject({ code: '42883' });
    expect(await customers()).toEqual(before);
    expect(await readLog(database, 0, 100)).toEqual(log);
    await change.run(system, async (tx, emit) => {
      await tx.query('SELECT 1');
      emit('device.connected', connected, { organizationId: null });
    });
    expect(await readLog(database, 0, 100)).toHaveLength(log.length + 1);
  });
});
