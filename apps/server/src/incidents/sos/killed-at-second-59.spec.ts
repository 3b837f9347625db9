import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from 'vite';
import { sosAlerts } from '@headland/contracts/sos';
import { sosUp } from '@headland/testing/builders/up';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { logHead } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { devicesOf, eventually, held, startProcess } from '../../testing/alerts';
import { freePort } from '../../testing/mosquitto';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { SosModule } from './sos.module';

/**
 * The product's period, a minute, and its shipped jobs process, with the queue in PostgreSQL: killed at the worst
 * moment. The SOS is 45 s old when it arrives, so that the test waits for the last quarter only.
 */
const modules = [SessionModule, DevicesModule, AlertsModule, SosModule, DeliveriesModule];
const root = join(import.meta.dirname, '..', '..', '..');
const program = join(root, '..', '..', 'node_modules', '.cache', `headland-jobs-${process.pid}`);
let server: TestServer;
let orgs: Organizations;
let head: string;
let child: ChildProcess | null = null;
let second: { close: () => Promise<void> } | null = null;

beforeAll(async () => {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: program,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { input: { main: 'src/main.ts' } },
    },
  });
  server = await startServer(modules, { config: { SOS_ESCALATE_S: 60 } });
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
}, 180_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await second?.close();
  await server.stop();
  rmSync(program, { recursive: true, force: true });
});

/** The jobs process as it is deployed; answers when it has read the log so far. */
async function startJobs(): Promise<ChildProcess> {
  const port = String(await freePort());
  const { DATA_DIR, JWT_SECRET } = server.config;
  const started = spawn(process.execPath, ['--enable-source-maps', join(program, 'main.js')], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      RUN: 'jobs',
      DATABASE_URL: server.databaseUrl,
      MQTT_URL: 'mqtt://127.0.0.1:1',
      MQTT_PASSWORD: 'not used',
      JWT_SECRET,
      DATA_DIR,
      SOS_ESCALATE_S: '60',
      HOST: '127.0.0.1',
      PORT: port,
      HEALTH_PORT: port,
    },
  });
  child = started;
  await policiesHaveRead();
  return started;
}
const policiesHaveRead = (): Promise<unknown> =>
  eventually(
    async () => {
      const [row] = await server.database.query<{ number: string }[]>(
        "SELECT number FROM log_reader WHERE name = 'policies'",
      );
      return [Number(row?.number ?? -1), await logHead(server.database)] as const;
    },
    ([read, written]) => read >= written,
    180_000,
  );

it('a jobs process that is killed at second 59 leaves its escalation to the next one, and not before second 60', async () => {
  const jobs = await startJobs();
  const vehicle = await makeVehicle(server.database, orgs.nami);
  const receivedAt = Date.now() - 45_000;
  await devicesOf(server).send(held(vehicle.deviceId, 'sos', sosUp({ type: 'rollover', ts: receivedAt }), receivedAt));
  const [sos] = (await server.call(sosAlerts.list, { query: { vin: vehicle.vin } }, head)).rows;
  expect(sos).toMatchObject({
    status: 'raised',
    escalationLevel: 0,
    nextEscalationAt: new Date(receivedAt + 60_000).toISOString(),
  });
  await policiesHaveRead();

  await eventually(
    () => Promise.resolve(Date.now()),
    (now) => now >= receivedAt + 59_000,
    180_000,
  );
  const gone = new Promise((done) => jobs.once('exit', done));
  jobs.kill('SIGKILL');
  await gone;
  second = await startProcess(server.config, ['jobs'], modules);

  const [escalated] = await eventually(
    () =>
      server.database.query<{ at: Date; level: number }[]>(
        "SELECT at, (payload->'sos'->>'escalationLevel')::int AS level FROM event_log WHERE name = 'sos.escalated'",
      ),
    (rows) => rows.length > 0,
  );
  const second60 = ((escalated?.at.getTime() ?? 0) - receivedAt) / 1000;
  expect(second60).toBeGreaterThanOrEqual(60);
  expect(escalated?.level).toBe(1);
  await server.call(sosAlerts.acknowledge, { params: { id: sos?.id ?? 0 } }, head);
}, 180_000);
