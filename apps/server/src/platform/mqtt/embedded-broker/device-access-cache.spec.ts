import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/database';
import { until } from '../../../testing/mqtt-clients';
import { DeviceAccessCache } from './device-access-cache';

let fresh: FreshDatabase;
let cache: DeviceAccessCache;
const changed = new Map<string, boolean>();

beforeAll(async () => {
  fresh = await freshDatabase();
  for (const id of ['TMU-1', 'TMU-2', 'TMU-3'])
    await fresh.dataSource.query("INSERT INTO device (id, secret_hash, status) VALUES ($1, 'hash', 'in_use')", [id]);
  cache = new DeviceAccessCache(
    fresh.url,
    (id, access) => changed.set(id, access?.inUse === true),
    pino({ level: 'silent' }),
    1,
  );
});
afterAll(async () => {
  await cache?.stop();
  await fresh?.drop();
});

it('tells of a device that is blocked or removed though it has made room for another', async () => {
  for (const id of ['TMU-1', 'TMU-2', 'TMU-3'])
    expect(await cache.find(id)).toEqual({ secretHash: 'hash', inUse: true });
  // until its notifications are heard, and once more
  await untilTold('TMU-1', () => fresh.dataSource.query("UPDATE device SET status = 'not_in_use' WHERE id = 'TMU-1'"));
  expect(changed.get('TMU-1')).toBe(false);
  expect(await cache.find('TMU-1')).toEqual({ secretHash: 'hash', inUse: false });
  await fresh.dataSource.query("UPDATE device SET secret_hash = 'another' WHERE id = 'TMU-2'");
  await until(() => changed.has('TMU-2'));
  expect(changed.get('TMU-2')).toBe(true);
});

/** The listener may not be connected yet at the first change: it is repeated. */
async function untilTold(id: string, change: () => Promise<unknown>): Promise<void> {
  while (!changed.has(id)) {
    await fresh.dataSource.query("UPDATE device SET status = 'in_use' WHERE id = $1", [id]);
    changed.delete(id);
    await change();
    for (let i = 0; i < 50 && !changed.has(id); i++) await fresh.dataSource.query('SELECT pg_sleep(0.01)');
  }
  await until(() => changed.get(id) === false);
}
