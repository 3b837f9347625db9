import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { build } from 'vite';
import { diagnosis, type AskBody, type SessionView } from '@headland/contracts/diagnosis';
import type { DiagDown } from '@headland/contracts/device/diagnosis';
import type { Envelope } from '@headland/contracts/endpoint';
import { accessHeader } from '@headland/contracts/session';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually } from '../../testing/alerts';
import { idling, Machine, park } from '../../testing/machine';
import { freePort } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { openBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { EndSessionWhenDue } from './end-session-when-due.command';
import { RemoteServiceModule } from '../remote-service.module';

// The program as it is shipped, as the process of the engineer's browser and the terminals, killed while a test runs. What the jobs process does
// meanwhile is done by hand, so that the test need not be faster than a machine is busy.
const root = join(import.meta.dirname, '..', '..', '..');
const program = join(root, '..', '..', 'node_modules', '.cache', `headland-session-${process.pid}`);
const password = 'the password of the server';
let server: TestServer;
let broker: OpenBroker;
let brokerPort: number;
let apiPort: number;
let at: Organizations;
let token: string;
let child: ChildProcess | null = null;
let vehicle: MadeVehicle;
let machine: Machine;

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
  [brokerPort, apiPort] = [await freePort(), await freePort()];
  server = await startServer([SessionModule, DevicesModule, RemoteServiceModule], {
    config: { RUN: ['api'], MQTT_URL: `mqtt://127.0.0.1:${brokerPort}`, MQTT_PASSWORD: password },
  });
  broker = await openBroker(server, brokerPort);
  at = await makeOrganizations(server.database);
}, 180_000);
afterAll(async () => {
  await kill();
  await server.stop();
  await broker.stop();
  rmSync(program, { recursive: true, force: true });
});
beforeEach(async () => {
  token = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  vehicle = await makeVehicle(server.database, at.nami);
  await park(server.database, vehicle);
  machine = new Machine(vehicle.deviceId, { port: brokerPort, database: server.database });
  await machine.join();
  await start();
});
afterEach(async () => {
  await kill();
  await endClients();
});

/** Resolves when it accepts requests and has subscribed. */
async function start(): Promise<void> {
  const { DATA_DIR, JWT_SECRET } = server.config;
  child = spawn(process.execPath, ['--enable-source-maps', join(program, 'main.js')], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      RUN: 'api,ingest',
      DATABASE_URL: server.databaseUrl,
      MQTT_URL: `mqtt://127.0.0.1:${brokerPort}`,
      MQTT_PASSWORD: password,
      JWT_SECRET,
      DATA_DIR,
      HOST: '127.0.0.1',
      PORT: String(apiPort),
      HEALTH_PORT: String(apiPort),
      LOG_LEVEL: 'error',
    },
  });
  await eventually(
    () =>
      fetch(`http://127.0.0.1:${apiPort}/readyz`).then(
        (r) => r.ok,
        () => false,
      ),
    (ready) => ready,
    180_000,
  );
}
async function kill(): Promise<void> {
  const killed = child;
  child = null;
  if (killed === null || killed.exitCode !== null) return;
  const gone = new Promise((done) => killed.once('exit', done));
  killed.kill('SIGKILL');
  await gone;
}

/** Calls the process that is killed. */
async function post(path: string, body: object): Promise<SessionView> {
  const response = await fetch(`http://127.0.0.1:${apiPort}${path}`, {
    method: 'POST',
    headers: { [accessHeader]: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const envelope = (await response.json()) as Envelope<SessionView>;
  if (!envelope.success) throw new Error(envelope.error.code);
  return envelope.data;
}
const ask = (id: number, body: AskBody): Promise<SessionView> =>
  post(diagnosis.ask.path.replace(':sessionId', String(id)), body);
const view = (id: number): Promise<SessionView> => server.call(diagnosis.session, { params: { sessionId: id } }, token);

async function running(): Promise<{ id: number; request: DiagDown }> {
  const { id } = await post(diagnosis.connect.path.replace(':id', String(vehicle.id)), {});
  await machine.answer(await machine.asked('connect'), {
    state: 'connected',
    info: { device_id: 'T', cyl: 4 },
    live: idling(),
  });
  await ask(id, { op: 'test', test: 'shutoff', args: {}, confirmed: ['area.clear', 'loads.off'] });
  const request = await machine.asked('test');
  await machine.answer(request, { state: 'running', step: 0, progress: 0.1, live: idling() });
  expect(await view(id)).toMatchObject({ state: 'running', tests: [{ state: 'running', progress: 0.1 }] });
  return { id, request };
}

it('a session whose api process is killed in the middle of a test goes on where it was, and the test is judged', async () => {
  const { id, request } = await running();
  await kill();
  // messages of the machine wait at the broker meanwhile
  await machine.publish(
    machine.message('diag', {
      session: request.session,
      req: request.req,
      state: 'running',
      step: 1,
      progress: 0.6,
      live: idling(),
    }),
  );
  await start();
  await machine.answer(request, { state: 'complete', values: { 'cyl.drop': [60, 62, 61, 59] } });
  const [done] = (await view(id)).tests;
  expect(done).toMatchObject({ state: 'complete', progress: 1 });
  expect(done?.verdict).not.toBeNull();
  expect(await view(id)).toMatchObject({ state: 'connected', endedAt: null, mine: true });
  // the engineer's next request works, and no message was sent twice
  await ask(id, { op: 'faults' });
  await machine.asked('faults');
  expect(machine.received.map((m) => m.op)).toEqual(['connect', 'test', 'faults']);
}, 120_000);

it('one that is away for too long has failed the test meanwhile, and both sides know', async () => {
  const { id, request } = await running();
  await kill();
  await server.database.query("UPDATE diagnosis_session SET heard_at = now() - interval '11 seconds' WHERE id = $1", [
    id,
  ]);
  await server.execute(new EndSessionWhenDue(id));
  expect(await view(id)).toMatchObject({ state: 'connected', tests: [{ reason: 'noAnswer', verdict: null }] });
  await machine.asked('abort');
  await start();
  await machine.answer(request, { state: 'fail', reason: 'aborted' });
  await machine.sendBody({ session: request.session, state: 'alive', live: idling() });
  expect(await view(id)).toMatchObject({
    state: 'connected',
    pending: null,
    tests: [{ state: 'fail', reason: 'noAnswer' }],
  });
  await ask(id, { op: 'disconnect' });
  await machine.answer(await machine.asked('disconnect'), { state: 'disconnected' });
  expect(await view(id)).toMatchObject({ state: 'disconnected', end: 'disconnected' });
}, 120_000);
