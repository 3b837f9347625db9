import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyDeviceSecret } from '../../platform/mqtt/device-secret';
import { startServer, type TestServer } from '../../testing/server';
import { SessionModule } from '../../people/session/session.module';
import { makeOrganizations, makeVehicle } from '../../testing/world';
import { DevicesModule } from './devices.module';

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), 'headland-passwords-'));
const file = join(folder, 'devices');

beforeAll(async () => {
  server = await startServer([SessionModule, DevicesModule], {
    config: { RUN: ['jobs'], MQTT_PASSWORD_FILE_OUT: file },
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('holds each device in use with its hash, and no other, soon after it changed', async () => {
  const { nami } = await makeOrganizations(server.database);
  const a = await makeVehicle(server.database, nami);
  const b = await makeVehicle(server.database, nami);
  await until(() => ids().includes(a.deviceId) && ids().includes(b.deviceId));
  const hash =
    lines()
      .find((l) => l.startsWith(`${a.deviceId}:`))
      ?.slice(a.deviceId.length + 1) ?? '';
  expect(verifyDeviceSecret(`a secret of ${a.deviceId}`, hash)).toBe(true);
  await server.database.query("UPDATE device SET status = 'not_in_use' WHERE id = $1", [a.deviceId]);
  await until(() => !ids().includes(a.deviceId));
  expect(ids()).toEqual([b.deviceId]);
});

function lines(): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
const ids = (): string[] => lines().map((l) => l.split(':')[0] ?? '');
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await wait(20);
}
