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
  // a change before it listens would be missed
  await untilListening();
});
afterAll(async () => {
  await cache?.stop();
  await fresh?.drop();
});

it('tells of a device that is blocked or removed though it has made room for another', async () => {
  for (const id of ['TMU-1', 'TMU-2', 'TMU-3'])
    expect(await cache.find(id)).toEqual({ secretHash: 'hash', inUse: true });
  await fresh.dataSource.query("UPDATE device SET status = 'not_in_use' WHERE id = 'TMU-1'");
  await until(() => changed.has('TMU-1'));
  expect(changed.get('TMU-1')).toBe(false);
  expect(await cache.find('TMU-1')).toEqual({ secretHash: 'hash', inUse: false });
  await fresh.dataSource.query("UPDATE device SET secret_hash = 'another' WHERE id = 'TMU-2'");
  await until(() => changed.has('TMU-2'));
  expect(changed.get('TMU-2')).toBe(true);
});

async function untilListening(): Promise<void> {
  for (;;) {
    const listening: unknown[] = await fresh.dataSource.query(`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'headland-listener' AND state = 'idle' AND query LIKE 'LISTEN%'`);
    if (listening.length > 0) return;
    await new Promise((r) => setTimeout(r, 10));
  }
}
