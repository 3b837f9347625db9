import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import type { Config } from '../config';
import { SingleDuties } from '../jobs/single-duties';
import { makeLog } from '../log';
import { logHead, readLog } from './log-reader';
import { LogRetention, logFloor, passingEvents } from './log-retention';

let fresh: FreshDatabase;
const now = new Date('2026-11-23T00:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const append = (name: string, at: Date): Promise<unknown> =>
  fresh.dataSource.query('SELECT append_events($1, $2)', [JSON.stringify([{ name, payload: {} }]), at]);
const numbers = async (): Promise<number[]> => (await readLog(fresh.dataSource, 0, 100)).map((r) => r.number);
const policiesRead = (number: number): Promise<unknown> =>
  fresh.dataSource.query(
    "INSERT INTO log_reader (name, number) VALUES ('policies', $1) ON CONFLICT (name) DO UPDATE SET number = excluded.number",
    [number],
  );
const config = { EVENT_KEEP_DAYS: 400 } as Config;
const retention = (of = fresh): LogRetention =>
  new LogRetention(new SingleDuties(config, makeLog('error', ['jobs'])), of.dataSource, config, () => now);

beforeAll(async () => {
  fresh = await freshDatabase();
  await append('engine.started', daysAgo(500)); // 1
  await append('sos.raised', daysAgo(500)); // 2
  await append('delivery.changed', daysAgo(499)); // 3
  await append('record.changed', daysAgo(450)); // 4
  await append('engine.stopped', daysAgo(401)); // 5
  await append('engine.started', daysAgo(399)); // 6
  await append('engine.stopped', daysAgo(420)); // 7, of a clock that was wrong
});
afterAll(() => fresh.drop());

it('deletes nothing that the policies have not read', async () => {
  await retention().run();
  expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  await policiesRead(3);
  await retention().run();
  expect(await numbers()).toEqual([2, 3, 4, 5, 6, 7]);
  expect(await logFloor(fresh.dataSource)).toBe(2);
});

it('deletes short-lived events after their days, keeps those for audits and incidents, and resumes where it stopped', async () => {
  await policiesRead(7);
  await retention().run();
  expect(await numbers()).toEqual([2, 4, 6, 7]);
  expect(await logFloor(fresh.dataSource)).toBe(5);
  await retention().run();
  expect(await numbers()).toEqual([2, 4, 6, 7]);
  expect(passingEvents).not.toContain('sos.raised');
});

it('deletes failed logins of nobody, and keeps those of accounts', async () => {
  const own = await freshDatabase();
  try {
    const events = ['account.loginFailed', 'account.lockedOut'].flatMap((name) =>
      [null, 7].map((userId) => ({ name, payload: { userId, loginId: 'ab' } })),
    );
    await own.dataSource.query('SELECT append_events($1, $2)', [JSON.stringify(events), daysAgo(401)]);
    await own.dataSource.query("INSERT INTO log_reader (name, number) VALUES ('policies', 5)");
    await retention(own).run();
    expect((await readLog(own.dataSource, 0, 100)).map((r) => r.number)).toEqual([2, 4]);
  } finally {
    await own.drop();
  }
});

it('gives no number again', async () => {
  await fresh.dataSource.query("DELETE FROM event_log WHERE name = 'engine.stopped'");
  await append('sos.raised', now);
  expect(await logHead(fresh.dataSource)).toBe(8);
});
