import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../testing/database';
import { databaseTime, setClock } from './clock';
import { ClockSync } from './clock-sync';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());
afterEach(() => setClock(Date.now()));

const offMs = async (): Promise<number> => {
  const [row] = await fresh.dataSource.query<[{ at: Date }]>('SELECT clock_timestamp() AS at');
  return Math.abs(databaseTime().getTime() - row.at.getTime());
};

it.each([3_600_000, -3_600_000])(
  'a process whose clock is off by %d ms goes by the time of the database',
  async (ms) => {
    setClock(Date.now() + ms);
    expect(await offMs()).toBeGreaterThan(3_000_000);
    const sync = new ClockSync(fresh.dataSource, pino({ level: 'silent' }));
    await sync.onModuleInit();
    sync.onApplicationShutdown();
    expect(await offMs()).toBeLessThan(60_000);
  },
);
