import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diagnosis, type TestRun } from '@headland/contracts/diagnosis';
import type { DiagUp } from '@headland/contracts/device/diagnosis';
import { images } from '@headland/contracts/file';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { ImagesModule } from '../../files/images/images.module';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { Machine, park, keyOn } from '../../testing/machine';
import { freePort } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { atBroker, openBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { RemoteServiceModule } from '../remote-service.module';

// Tests whose verdict needs more than the unit's values: single plugs, a level read by a person, a picture of the spray.
let server: TestServer;
let broker: OpenBroker;
let at: Organizations;
let port: number;
let head: string;
let other: string;
let staff: string;
let vehicle: MadeVehicle;
let machine: Machine;
let session: number;

beforeAll(async () => {
  port = await freePort();
  server = await startServer([SessionModule, DevicesModule, ImagesModule, RemoteServiceModule], {
    config: { RUN: ['api', 'jobs', 'ingest'], ...atBroker(port) },
  });
  broker = await openBroker(server, port);
  at = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  other = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
  staff = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', at.headOffice));
});
afterAll(async () => {
  await server.stop();
  await broker.stop();
});
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await park(server.database, vehicle);
  machine = new Machine(vehicle.deviceId, { port, database: server.database });
  await machine.join();
  session = (await server.call(diagnosis.connect, { params: { id: vehicle.id }, body: {} }, head)).id;
  await machine.answer(await machine.asked('connect'), {
    state: 'connected',
    info: { cyl: 4 },
    live: keyOn({ 'engine.coolant': 20 }),
  });
});
afterEach(endClients);

let asked = 0;
beforeEach(() => (asked = 0));
/** A test from its request to its end, with what was measured in one step. */
async function run(
  test: string,
  confirmed: string[],
  values: DiagUp['values'],
  measured?: { step: number; period: number; item: string; rows: number[]; values?: DiagUp['values'] },
): Promise<TestRun> {
  await server.call(diagnosis.ask, { params: { sessionId: session }, body: { op: 'test', test, confirmed } }, head);
  const request = await machine.asked('test', ++asked);
  if (measured !== undefined) {
    const { step, period, item, rows, values: sofar } = measured;
    await machine.answer(request, {
      state: 'running',
      step,
      progress: 0.9,
      values: sofar,
      trace: { t0: 5000, period, items: [item], rows: rows.map((v) => [v]) },
    });
  }
  await machine.answer(request, { state: 'complete', values });
  const { tests } = await server.call(diagnosis.session, { params: { sessionId: session } }, staff);
  return tests.at(-1) as TestRun;
}
const answer = (test: TestRun, body: { key: string; answer: boolean | number; photos?: string[] }): Promise<TestRun> =>
  server.call(diagnosis.confirm, { params: { testId: test.id }, body }, head);
const missed = ({ evidence }: TestRun) =>
  evidence.filter((e) => e.ok === false).map(({ limit, cylinder, measured }) => ({ limit, cylinder, measured }));

describe('glow plugs', () => {
  const total = { step: 0, period: 1000, item: 'plug.current', rows: [60, 52, 48, 45, 43, 40, 39, 38, 38] };

  it('are judged one by one: a total that is right hides none that is dead', async () => {
    const bad = await run('plugTest', ['area.clear'], { 'plug.each': [12.6, 12.5, 1.2, 12.4] }, total);
    expect([bad.verdict, missed(bad)]).toEqual(['fail', [{ limit: 'each', cylinder: 3, measured: 1.2 }]]);
    expect(bad.next).toEqual(['replace:glowPlug']);
    expect((await run('plugTest', ['area.clear'], { 'plug.each': [9.8, 9.7, 9.9, 9.8] }, total)).verdict).toBe('pass');
  });
  it('are not judged by what was reported while the test ran', async () => {
    const good = { 'plug.each': [9.8, 9.7, 9.9, 9.8] };
    const asItRan = await run('plugTest', ['area.clear'], {}, { ...total, values: { ...good, 'plug.current': 39 } });
    expect([asItRan.verdict, asItRan.values]).toEqual(['incomplete', {}]);
  });
  it('of which a terminal reports none, or only the total, are not passed', async () => {
    expect((await run('plugTest', ['area.clear'], { 'plug.each': [] }, total)).verdict).toBe('incomplete');
    expect((await run('plugTest', ['area.clear'], {}, total)).verdict).toBe('incomplete');
  });
});

it.each([
  ['stamps its rows with it', 0],
  ['goes on counting from its first row', 1],
])('a clock that is set during a test moves no row of a terminal that %s', async (_, countsOn) => {
  const body = { op: 'test' as const, test: 'lqsLevel', confirmed: ['area.clear'] };
  await run('ureaStabilisation', ['area.clear'], { 'waited.s': 600 });
  await server.call(diagnosis.ask, { params: { sessionId: session }, body }, head);
  const request = await machine.asked('test', ++asked);
  const began = Date.now();
  const rows = (): Promise<void> =>
    machine.answer(request, {
      state: 'running',
      step: 0,
      progress: 0.5,
      trace: {
        t0: countsOn ? Date.now() : machine.now,
        period: 1000,
        items: ['def.level'],
        rows: [[58]],
      },
    });
  await rows();
  machine.aheadMs = 3_600_000;
  await rows();
  machine.aheadMs = -1_800_000;
  await rows();
  await machine.answer(request, { state: 'complete' });
  const { tests } = await server.call(diagnosis.session, { params: { sessionId: session } }, staff);
  const { parts, offsetMs } = await server.call(diagnosis.curve, { params: { testId: tests.at(-1)?.id ?? 0 } }, staff);
  const moments = parts.map((p) => p.t0 + offsetMs);
  expect(moments).toHaveLength(3);
  for (const moment of moments) {
    expect(moment).toBeGreaterThanOrEqual(began);
    expect(moment).toBeLessThanOrEqual(Date.now());
  }
});

describe('the urea level', () => {
  /** The same reading all the time; a minute by default. */
  const level = async (percent: number, seconds = 60): Promise<TestRun> => {
    await run('ureaStabilisation', ['area.clear'], { 'waited.s': 600 });
    const rows = Array.from({ length: seconds }, () => percent);
    return run('lqsLevel', ['area.clear'], {}, { step: 0, period: 1000, item: 'def.level', rows });
  };

  it('is within 10 % of the level that somebody has seen, which is kept', async () => {
    const test = await level(58);
    expect(test).toMatchObject({
      verdict: 'incomplete',
      toConfirm: [{ key: 'def.level.seen', item: 'def.level', photo: false }],
    });
    const judged = await answer(test, { key: 'def.level.seen', answer: 50 });
    expect(judged).toMatchObject({ verdict: 'pass', confirms: { 'def.level.seen': 50 }, toConfirm: [] });
    expect(judged.evidence.find((e) => e.limit === 'seen')).toMatchObject({
      item: 'def.level',
      measured: 58,
      min: 40,
      max: 60,
      ok: true,
    });
    expect(await refusal(answer(test, { key: 'def.level.seen', answer: 58 }))).toEqual([409, 'SESSION_REFUSED']);
  });
  it('has failed where it is not, and each run requires it anew', async () => {
    const test = await answer(await level(61), { key: 'def.level.seen', answer: 50 });
    expect([test.verdict, missed(test)]).toEqual(['fail', [{ limit: 'seen', cylinder: null, measured: 61 }]]);
    const again = await run(
      'lqsLevel',
      ['area.clear'],
      {},
      { step: 0, period: 1000, item: 'def.level', rows: [61, 61] },
    );
    expect(again).toMatchObject({ verdict: 'incomplete', confirms: {} });
  });
  it('is not passed by the readings of a few seconds', async () => {
    const test = await answer(await level(58, 3), { key: 'def.level.seen', answer: 58 });
    expect(test.verdict).toBe('incomplete');
    expect(test.evidence.filter((e) => e.ok === null)).toMatchObject([{ limit: 'steady' }]);
  });
  it.each([true, -1, 101])('is no level: %s', async (answered) => {
    const test = await level(58);
    expect(await refusal(answer(test, { key: 'def.level.seen', answer: answered }))).toEqual([422, 'E0001']);
  });
});

describe('the spray', () => {
  const spray = (): Promise<TestRun> =>
    run(
      'defInjectTest',
      ['area.clear', 'doser.out', 'cup.ready'],
      { 'def.dosed': 101 },
      { step: 2, period: 10_000, item: 'def.pressure', rows: Array.from({ length: 13 }, () => 751) },
    );
  const photo = async (token = head): Promise<string> => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#38c' } })
      .png()
      .toBuffer();
    return (
      await server.call(
        images.upload,
        {
          file: {
            name: 'spray.png',
            size: bytes.length,
            arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
          },
        },
        token,
      )
    ).id;
  };

  it('is good by the word of somebody on site with a picture of it, which stays with the result', async () => {
    const test = await spray();
    expect(test).toMatchObject({
      verdict: 'incomplete',
      toConfirm: [{ key: 'spray.25mm', item: null, photo: true }],
      photos: [],
    });
    expect(await refusal(answer(test, { key: 'spray.25mm', answer: true }))).toEqual([422, 'E0001']);
    const id = await photo();
    expect(await answer(test, { key: 'spray.25mm', answer: true, photos: [id] })).toMatchObject({
      verdict: 'pass',
      photos: [{ id, key: 'spray.25mm' }],
    });
    // visible to all who may read the history
    const { rows } = await server.call(
      diagnosis.history,
      { params: { id: vehicle.id }, query: { kind: ['test'] } },
      staff,
    );
    const entry = await server.call(diagnosis.entry, { params: { id: vehicle.id, entry: rows[0]?.entry ?? 0 } }, staff);
    expect(entry.test?.run.photos).toMatchObject([{ id }]);
    expect((await server.call(images.get, { params: { id }, query: {} }, staff)).bytes.byteLength).toBeGreaterThan(20);
  });
  it('is bad without one; another member’s picture is refused, and any where none is required', async () => {
    const test = await spray();
    expect(await refusal(answer(test, { key: 'spray.25mm', answer: true, photos: [await photo(other)] }))).toEqual([
      422,
      'E0001',
    ]);
    expect(await answer(test, { key: 'spray.25mm', answer: false })).toMatchObject({ verdict: 'fail', photos: [] });
  });
});
