import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterService, type Approval, type WriteRow } from '@headland/contracts/after-service';
import { diagnosis, type AskBody, type SessionView } from '@headland/contracts/diagnosis';
import { notifications } from '@headland/contracts/notification';
import { injectorProfiles } from '@headland/contracts/profile';
import type { ReplacedPart } from '@headland/contracts/service-write';
import { withCheckCharacter } from '@headland/domain/after-service/injector-code';
import { shippedInjectorProfile, shippedInjectorProfileFile } from '@headland/domain/after-service/injector-profile';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { givenFile } from '../../testing/flash-device';
import { Machine, park, keyOn } from '../../testing/machine';
import { freePort } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { atBroker, openBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { RemoteServiceModule } from '../remote-service.module';

// Writes to an engine, against a terminal at the real broker that answers as each test defines.
let server: TestServer;
let broker: OpenBroker;
let port: number;
let at: Organizations;
let tokens: Record<'head' | 'other' | 'staff' | 'nami' | 'noa', string>;
let vehicle: MadeVehicle;
let device: Machine;

beforeAll(async () => {
  port = await freePort();
  server = await startServer(
    [SessionModule, DevicesModule, DeliveriesModule, NotificationsModule, RemoteServiceModule],
    {
      config: { RUN: ['api', 'jobs', 'ingest'], ...atBroker(port) },
    },
  );
  broker = await openBroker(server, port);
  at = await makeOrganizations(server.database);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' }),
    other: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Lee Jiho' }),
    staff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    nami: await login('DEALER', 'ADMIN', at.nami),
    noa: await login('DEALER', 'ADMIN', at.noa),
  };
});
afterAll(async () => {
  await server.stop();
  await broker.stop();
});
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
  await park(server.database, vehicle);
  device = new Machine(vehicle.deviceId, { port, database: server.database });
  await device.join();
});
afterEach(endClients);

const code = (body: string): string => withCheckCharacter(body, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const [first, second, third, fourth, fresh] = ['1', '2', '3', '4', '5'].map((n) => code(`A1B2C3D4E5F6G7H8J9${n}`)) as [
  string,
  string,
  string,
  string,
  string,
];
/** In firing order. */
const codes = [first, third, fourth, second];
const info = { device_id: 'T', ecu_sw_sequence: 'SW-3.1.0', engine_type: 'D24 CRDI', hw_variant: 'HL-D24', cyl: 4 };
const view = (id: number, token = tokens.head): Promise<SessionView> =>
  server.call(diagnosis.session, { params: { sessionId: id } }, token);
const ask = (id: number, body: Record<string, unknown>, token = tokens.head): Promise<SessionView> =>
  server.call(diagnosis.ask, { params: { sessionId: id }, body: body as AskBody }, token);
async function connected(
  kind: 'remote' | 'afterService' = 'afterService',
  values: Record<string, unknown> | null = { 'c3i.codes': codes },
  about: object = info,
): Promise<number> {
  const { id } = await server.call(diagnosis.connect, { params: { id: vehicle.id }, body: { kind } }, tokens.head);
  await device.answer(await device.asked('connect'), {
    state: 'connected',
    info: about,
    live: keyOn(),
    ...(values === null ? {} : { values: values as never }),
  });
  return id;
}
const confirmed = ['area.clear', 'code.checked', 'part.fitted'];
const writeCode = (id: number, value: object, token = tokens.head) =>
  ask(id, { op: 'write', item: 'c3iInfo', value, confirmed }, token);
const reset = (id: number, value: object, more: object = {}, token = tokens.head) =>
  ask(id, { op: 'write', item: 'partReplacement', value, confirmed, ...more }, token);
const writes = async (token = tokens.head, query = {}): Promise<WriteRow[]> =>
  (await server.call(afterService.writes, { params: { id: vehicle.id }, query }, token)).rows;
const injectors = (id: number, token = tokens.head) =>
  server.call(afterService.injectors, { params: { sessionId: id } }, token);
const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (no: unknown) => (no instanceof Refused ? no.error.fields : Promise.reject(no as Error)),
  );

describe('injector codes', () => {
  it('are reported with the connect, assigned by the firing order, and checked', async () => {
    const id = await connected();
    const codes = await injectors(id);
    expect(codes.firingOrder).toEqual([1, 3, 4, 2]);
    expect(codes.rows).toEqual([
      { cylinder: 1, code: first, coding: 'C3i', checksum: null },
      { cylinder: 3, code: third, coding: 'C3i', checksum: null },
      { cylinder: 4, code: fourth, coding: 'C3i', checksum: null },
      { cylinder: 2, code: second, coding: 'C3i', checksum: null },
    ]);
    expect((await injectors(id, tokens.staff)).rows).toHaveLength(4);
    expect(await refusal(injectors(id, tokens.noa))).toEqual([404, 'NOT_FOUND']);
  });
  it('of a terminal that reports none, or another number than there are cylinders, are not shown', async () => {
    const id = await connected('afterService', null);
    expect(await injectors(id)).toEqual({ firingOrder: [1, 3, 4, 2], rows: null });
    await ask(id, { op: 'disconnect' });
    await device.answer(await device.asked('disconnect'), { state: 'disconnected' });
    const again = await server.call(
      diagnosis.connect,
      { params: { id: vehicle.id }, body: { kind: 'afterService' } },
      tokens.head,
    );
    await device.answer(await device.asked('connect', 2), {
      state: 'connected',
      info,
      live: keyOn(),
      values: { 'c3i.codes': [first] },
    });
    expect((await injectors(again.id)).rows).toBeNull();
  });

  it('are written by cylinder, go out with their place in the firing order, and are read back', async () => {
    const id = await connected();
    await writeCode(id, { cylinder: '02', code: fresh });
    const request = await device.asked('write');
    expect(request).toMatchObject({ item: 'c3iInfo', value: { cylinder: '02', position: 4, code: fresh } });
    await device.answer(request, { state: 'running', step: 0, progress: 0.2, values: { 'c3i.old': second } });
    expect(await writes()).toMatchObject([
      { item: 'c3iInfo', cylinder: 2, old: second, new: fresh, readBack: null, result: 'running', endedAt: null },
    ]);
    await device.answer(request, {
      state: 'complete',
      values: { 'c3i.code': fresh, 'c3i.codes': [first, third, fourth, fresh] },
    });
    expect((await view(id)).tests).toMatchObject([{ test: 'c3iInfo', verdict: 'pass' }]);
    expect(await writes()).toMatchObject([
      {
        old: second,
        new: fresh,
        readBack: fresh,
        result: 'written',
        verdict: 'pass',
        restored: null,
        by: 'Kim Minsu',
        approvedBy: null,
        jobId: null,
      },
    ]);
    expect((await injectors(id)).rows?.find((r) => r.cylinder === 2)?.code).toBe(fresh);
  });

  it.each([
    ['while the session waited', "heard_at = now() - interval '12 seconds'", 'noAnswer'],
    ['and its session ended', "heard_at = now() - interval '90 seconds'", 'silent'],
  ])('that were written while the line was cut, %s, are what the engine has', async (_, past, why) => {
    const id = await connected();
    await writeCode(id, { cylinder: '02', code: fresh });
    const request = await device.asked('write');
    await device.answer(request, { state: 'running', step: 0, progress: 0.2, values: { 'c3i.old': second } });
    await server.database.query(`UPDATE diagnosis_session SET ${past} WHERE id = $1`, [id]);
    await eventually(writes, ([row]) => row?.result === 'failed');
    expect(await writes()).toMatchObject([{ reason: why }]);
    await device.answer(request, {
      state: 'complete',
      values: { 'c3i.code': fresh, 'c3i.codes': [first, third, fourth, fresh] },
    });
    expect(await writes()).toMatchObject([{ result: 'written', readBack: fresh, verdict: 'pass', reason: null }]);
    expect((await injectors(id)).rows?.find((r) => r.cylinder === 2)?.code).toBe(fresh);
  });

  it.each([
    [
      'the key was turned off in it',
      (session: string) => device.sendBody({ session, state: 'alive', live: keyOn({ key: 0 }) }),
    ],
    [
      'its terminal left for the key',
      (session: string) => device.sendBody({ session, state: 'disconnected', reason: 'keyOff' }),
    ],
  ])('that were written although %s are what the engine has', async (_, end) => {
    const id = await connected();
    await writeCode(id, { cylinder: '02', code: fresh });
    const request = await device.asked('write');
    await device.answer(request, { state: 'running', step: 0, progress: 0.2, values: { 'c3i.old': second } });
    await end(request.session);
    expect(await writes()).toMatchObject([{ result: 'failed', reason: 'keyOff' }]);
    await device.answer(request, {
      state: 'complete',
      values: { 'c3i.code': fresh, 'c3i.codes': [first, third, fourth, fresh] },
    });
    expect(await writes()).toMatchObject([{ result: 'written', readBack: fresh, verdict: 'pass', reason: null }]);
  });

  it('that do not match the profile of their type go out when a person confirms it, and never without', async () => {
    const id = await connected();
    const wrong = `${fresh.slice(0, -1)}${fresh.endsWith('A') ? 'B' : 'A'}`;
    const luhn = {
      ...shippedInjectorProfileFile,
      codings: shippedInjectorProfile.codings.map((c) => ({ ...c, checksum: { algorithm: 'luhnModN' } })),
    };
    const bytes = new TextEncoder().encode(JSON.stringify(luhn));
    const loaded = await server.call(
      injectorProfiles.load,
      { file: givenFile({ name: 'luhn.json', bytes }) },
      tokens.head,
    );
    const use = (version: number, inUse: number) =>
      server.call(injectorProfiles.use, { params: { version }, body: { inUse } }, tokens.head);
    await use(loaded.version, 1);
    try {
      // the codes in the engine are checked by it at once
      expect((await injectors(id)).rows?.map((r) => r.checksum)).toEqual([true, true, true, true]);
      const refused = await writeCode(id, { cylinder: '02', code: wrong }).catch((no: unknown) =>
        no instanceof Refused ? no : Promise.reject(no as Error),
      );
      expect(refused).toMatchObject({
        status: 422,
        error: { code: 'TEST_NOT_CONFIRMED', values: { key: 'code.checksum' } },
      });
      // a confirmation opens no other cylinder
      const confirming = (code: string) =>
        ask(id, {
          op: 'write',
          item: 'c3iInfo',
          value: { cylinder: '02', code },
          confirmed: [...confirmed, 'code.checksum'],
        });
      expect(await fieldsOf(confirming(third))).toEqual({ 'value.code': 'field.c3iTwice' });
      expect(await writes()).toEqual([]);
      await confirming(wrong);
      const request = await device.asked('write');
      expect(request).toMatchObject({ item: 'c3iInfo', value: { cylinder: '02', position: 4, code: wrong } });
      await device.answer(request, {
        state: 'complete',
        values: { 'c3i.code': wrong, 'c3i.codes': [first, third, fourth, wrong] },
      });
      expect(await writes()).toMatchObject([{ old: second, new: wrong, readBack: wrong, result: 'written' }]);
      expect((await injectors(id)).rows?.find((r) => r.cylinder === 2)).toEqual({
        cylinder: 2,
        code: wrong,
        coding: 'C3i',
        checksum: false,
      });
      // the confirming account is kept with the request
      const [kept] = await server.database.query<{ by: string; confirmed: string[] }[]>(
        "SELECT by_name AS by, args->'confirmed' AS confirmed FROM diagnosis_request WHERE session_id = $1 AND op = 'write'",
        [id],
      );
      expect(kept).toEqual({ by: 'Kim Minsu', confirmed: expect.arrayContaining(['code.checksum']) as string[] });
      // one that matches needs no confirmation
      await writeCode(id, { cylinder: '02', code: fresh });
    } finally {
      await use(1, loaded.version);
    }
  });

  it('that were not read back are no success, and it states whether the old one is back', async () => {
    const id = await connected();
    // the machine reports that it has restored the value
    await writeCode(id, { cylinder: '02', code: fresh });
    await device.answer(await device.asked('write'), {
      state: 'fail',
      reason: 'readBack',
      values: { 'c3i.old': second, 'c3i.code': second, 'c3i.codes': codes },
    });
    // it reports success and reads back another code
    await writeCode(id, { cylinder: '02', code: fresh });
    await device.answer(await device.asked('write', 2), { state: 'complete', values: { 'c3i.code': first } });
    // it reports nothing more
    await writeCode(id, { cylinder: '02', code: fresh });
    await device.sendBody({
      session: (await device.asked('write', 3)).session,
      state: 'disconnected',
      reason: 'keyOff',
    });
    expect((await writes()).map((w) => [w.result, w.verdict, w.reason, w.restored, w.old])).toEqual([
      ['failed', null, 'keyOff', null, second],
      ['failed', 'fail', null, false, second],
      ['failed', null, 'readBack', true, second],
    ]);
  });

  it.each([`B${fresh.slice(1)}`, '7K2X045', 'ACDEF0123456789B'])(
    'of any make are written as they are printed: %s',
    async (code) => {
      const id = await connected();
      await writeCode(id, { cylinder: '02', code });
      expect(await device.asked('write')).toMatchObject({ item: 'c3iInfo', value: { cylinder: '02', code } });
    },
  );

  it.each([
    ['that another cylinder has', { cylinder: '02', code: third }, { 'value.code': 'field.c3iTwice' }],
    ['of a cylinder that is not there', { cylinder: '05', code: fresh }, { 'value.cylinder': 'field.c3iCylinder' }],
    ['by one digit', { cylinder: '2', code: fresh }, { 'value.cylinder': 'field.d2' }],
    ['of cylinder 00', { cylinder: '00', code: fresh }, { 'value.cylinder': 'field.d2' }],
    ['in small letters', { cylinder: '02', code: 'abcdef' }, { 'value.code': 'field.c3iCode' }],
    ['of two characters', { cylinder: '02', code: 'AB' }, { 'value.code': 'field.c3iCode' }],
  ])('are not written %s', async (_, value, fields) => {
    const id = await connected();
    expect(await fieldsOf(writeCode(id, value))).toEqual(fields);
    expect(await writes()).toEqual([]);
    expect((await view(id)).tests).toEqual([]);
  });
  it('are not written into an engine with unknown firing order', async () => {
    const { cyl: _, ...unknown } = info;
    const id = await connected('afterService', { 'c3i.codes': codes }, unknown);
    expect(await injectors(id)).toEqual({ firingOrder: null, rows: null });
    expect(await fieldsOf(writeCode(id, { cylinder: '02', code: fresh }))).toEqual({
      'value.cylinder': 'field.c3iOrder',
    });
  });
  it('are not written without the word of somebody on site, with the engine running, or in remote diagnosis', async () => {
    const id = await connected();
    expect(await refusal(ask(id, { op: 'write', item: 'c3iInfo', value: { cylinder: '02', code: fresh } }))).toEqual([
      422,
      'TEST_NOT_CONFIRMED',
    ]);
    await device.sendBody({
      session: (await device.asked('connect')).session,
      state: 'alive',
      live: keyOn({ 'engine.rpm': 820, 'engine.steady': 60 }),
    });
    expect(await refusal(writeCode(id, { cylinder: '02', code: fresh }))).toEqual([409, 'TEST_GATE']);
    expect(await refusal(writeCode(id, { cylinder: '02', code: fresh }, tokens.other))).toEqual([
      403,
      'SESSION_NOT_YOURS',
    ]);
    expect(await refusal(writeCode(id, { cylinder: '02', code: fresh }, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(writeCode(id, { cylinder: '02', code: fresh }, tokens.noa))).toEqual([404, 'NOT_FOUND']);
  });
  it('and learned values need a session of after-service; the buzzer does not', async () => {
    const id = await connected('remote');
    expect(await refusal(writeCode(id, { cylinder: '02', code: fresh }))).toEqual([409, 'WRITE_IN_AFTER_SERVICE']);
    expect(await refusal(reset(id, injector))).toEqual([409, 'WRITE_IN_AFTER_SERVICE']);
    expect(await refusal(askFor(id))).toEqual([409, 'WRITE_IN_AFTER_SERVICE']);
    expect(await refusal(ask(id, { op: 'write', item: 'buzzTest', value: {}, confirmed }))).toBe('allowed');
    expect(await writes()).toEqual([]);
  });
});

const injector: ReplacedPart = { part: 'injector', partCode: 'INJ4402', serial: '0012345', hours: 0 };
const filter: ReplacedPart = { part: 'dpf', partCode: 'DPF9', serial: '0099999', hours: 120 };
const askFor = (id: number, value: ReplacedPart = filter, token = tokens.head): Promise<Approval> =>
  server.call(afterService.requestApproval, { params: { sessionId: id }, body: value }, token);
const decide = (approvalId: number, approve = true, token = tokens.other): Promise<Approval> =>
  server.call(afterService.decideApproval, { params: { approvalId }, body: { approve } }, token);
const waiting = (token = tokens.other) => server.call(afterService.approvals, { params: { id: vehicle.id } }, token);

describe('learned values of a part', () => {
  it('are saved, reset after the part was fitted, and verified after a key cycle', async () => {
    const id = await connected();
    await reset(id, injector);
    const request = await device.asked('write');
    expect(request).toMatchObject({ item: 'partReplacement', value: injector });
    await device.answer(request, {
      state: 'running',
      step: 0,
      progress: 0.1,
      values: { 'before.counter': 7, 'before.quantityTrim': 3.2 },
    });
    await device.answer(request, { state: 'waiting', step: 2, progress: 0.4, prompt: 'key.cycle', leftS: 90 });
    // the key is off because the procedure asked for it
    await device.sendBody({ session: request.session, state: 'alive', live: keyOn({ key: 0 }) });
    expect((await view(id)).tests[0]).toMatchObject({ state: 'waiting', prompt: 'key.cycle' });
    // the prompt allows more than the minute after which key off ends a session
    expect(await server.database.query('SELECT key_off_at FROM diagnosis_session WHERE id = $1', [id])).toEqual([
      { key_off_at: null },
    ]);
    expect(device.received.filter((m) => m.op === 'abort')).toEqual([]);
    await device.sendBody({ session: request.session, state: 'alive', live: keyOn() });
    await device.answer(request, {
      state: 'complete',
      values: { 'after.counter': 0, 'after.quantityTrim': 0, 'part.counter': 0, 'lamp.part': 0 },
    });
    expect(await writes()).toMatchObject([
      {
        ...injector,
        cylinder: null,
        old: null,
        new: null,
        result: 'written',
        learned: [
          { item: 'counter', before: 7, after: 0 },
          { item: 'quantityTrim', before: 3.2, after: 0 },
        ],
      },
    ]);
  });
  it('are back when the key was not turned, and the write has failed', async () => {
    const id = await connected();
    await reset(id, injector);
    await device.answer(await device.asked('write'), {
      state: 'fail',
      reason: 'noKeyCycle',
      values: { 'before.counter': 7, 'after.counter': 7 },
    });
    expect(await writes()).toMatchObject([{ result: 'failed', reason: 'noKeyCycle', restored: true }]);
  });
  it.each([
    ['six digits', { serial: '123456' }, 'serial', 'field.d7'],
    ['an unknown part', { part: 'turbo' }, 'part', undefined],
    ['hours with a fraction', { hours: 1.5 }, 'hours', 'field.num'],
    ['no part code', { partCode: '' }, 'partCode', 'field.part'],
  ])('are not reset with %s', async (_, over, field, message) => {
    const id = await connected();
    const fields = (await fieldsOf(reset(id, { ...injector, ...over }))) as Record<string, string>;
    expect(Object.keys(fields)).toEqual([`value.${field}`]);
    if (message !== undefined) expect(fields[`value.${field}`]).toBe(message);
    expect(await writes()).toEqual([]);
  });
});

describe('a second person', () => {
  it('approves a reset that needs two, for the exact part, once', async () => {
    const id = await connected();
    expect(await refusal(reset(id, filter))).toEqual([409, 'SECOND_PERSON_NEEDED']);
    const asked = await askFor(id);
    expect(asked).toMatchObject({
      state: 'waiting',
      value: filter,
      by: 'Kim Minsu',
      mine: true,
      mayDecide: false,
      sessionId: id,
    });
    expect(Date.parse(asked.expiresAt) - Date.parse(asked.askedAt)).toBe(600_000);
    expect(await refusal(reset(id, filter, { approvalId: asked.id }))).toEqual([409, 'SECOND_PERSON_NEEDED']);
    expect(await waiting()).toMatchObject([{ id: asked.id, mine: false, mayDecide: true }]);

    expect(await decide(asked.id)).toMatchObject({ state: 'approved', decidedBy: 'Lee Jiho' });
    for (const over of [{ serial: '0099998' }, { hours: 0 }, { part: 'ureaPump' }])
      expect(await refusal(reset(id, { ...filter, ...over }, { approvalId: asked.id }))).toEqual([
        409,
        'SECOND_PERSON_NEEDED',
      ]);
    await reset(id, filter, { approvalId: asked.id });
    await device.answer(await device.asked('write'), {
      state: 'complete',
      values: { 'part.counter': 0, 'lamp.part': 0 },
    });
    expect(await writes()).toMatchObject([{ ...filter, approvedBy: 'Lee Jiho', by: 'Kim Minsu', result: 'written' }]);
    expect(await refusal(reset(id, filter, { approvalId: asked.id }))).toEqual([409, 'SECOND_PERSON_NEEDED']);
    expect(await waiting()).toEqual([]);
    const emitted = (await readLog(server.database, 0, 100_000)).filter(
      (e) => e.name.startsWith('approval.') && 'approvalId' in e.payload && e.payload.approvalId === asked.id,
    );
    expect(emitted.map((e) => e.name)).toEqual(['approval.asked', 'approval.given']);
  });

  it('is notified of the request; the requester, readers and members out of scope are not', async () => {
    await askFor(await connected());
    const notified = async (token: string): Promise<string[]> =>
      (await server.call(notifications.list, { query: { kind: ['diagnosis'] } }, token)).rows
        .map((n) => n.text.en)
        .filter((text) => text.includes(vehicle.vin));
    expect(
      await eventually(
        () => notified(tokens.other),
        (texts) => texts.length > 0,
      ),
    ).toEqual([`Kim Minsu requests approval: ${vehicle.vin}, Diesel particulate filter (DPF) (within 10 minutes)`]);
    for (const token of [tokens.head, tokens.staff, tokens.nami, tokens.noa]) expect(await notified(token)).toEqual([]);
  });

  it('is another one, who may write and sees the vehicle', async () => {
    const { id } = await askFor(await connected());
    expect(await refusal(decide(id, true, tokens.head))).toEqual([409, 'APPROVAL_OWN']);
    expect(await refusal(decide(id, true, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(decide(id, true, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(waiting(tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(decide(999_999))).toEqual([404, 'NOT_FOUND']);
    // one of two simultaneous decisions wins
    const both = await Promise.all([refusal(decide(id)), refusal(decide(id, false, tokens.nami))]);
    expect(both.filter((b) => b === 'allowed')).toHaveLength(1);
    expect(both).toContainEqual([409, 'APPROVAL_DECIDED']);
  });

  it('a rejection is recorded, and another request is possible', async () => {
    const id = await connected();
    const no = await decide((await askFor(id)).id, false);
    expect(no.state).toBe('declined');
    expect(await refusal(reset(id, filter, { approvalId: no.id }))).toEqual([409, 'SECOND_PERSON_NEEDED']);
    expect(await waiting(tokens.head)).toMatchObject([{ id: no.id, state: 'declined', decidedBy: 'Lee Jiho' }]);
    const again = await askFor(id);
    expect((await waiting(tokens.head)).map((a) => [a.id, a.state])).toEqual([
      [again.id, 'waiting'],
      [no.id, 'declined'],
    ]);
  });

  it('has ten minutes, and so has the requester after it; earlier requests are void', async () => {
    const id = await connected();
    const late = (approvalId: number): Promise<unknown> =>
      server.database.query("UPDATE write_approval SET expires_at = now() - interval '1 second' WHERE id = $1", [
        approvalId,
      ]);
    const asked = await askFor(id);
    await late(asked.id);
    expect(await refusal(decide(asked.id))).toEqual([409, 'APPROVAL_EXPIRED']);
    expect(await waiting()).toEqual([]);
    const first = await askFor(id);
    await decide(first.id);
    const newer = await askFor(id);
    expect(await refusal(reset(id, filter, { approvalId: first.id }))).toEqual([409, 'SECOND_PERSON_NEEDED']);
    await decide(newer.id);
    await late(newer.id);
    expect(await refusal(reset(id, filter, { approvalId: newer.id }))).toEqual([409, 'SECOND_PERSON_NEEDED']);
  });

  it('is asked by the holder, in the session, for a part that needs two', async () => {
    const id = await connected();
    expect(await refusal(askFor(id, filter, tokens.other))).toEqual([403, 'SESSION_NOT_YOURS']);
    expect(await refusal(askFor(id, filter, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(askFor(id, filter, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await fieldsOf(askFor(id, injector))).toEqual({ part: 'field.invalid' });
    const asked = await askFor(id);
    await device.sendBody({
      session: (await device.asked('connect')).session,
      state: 'disconnected',
      reason: 'keyOff',
    });
    expect(await refusal(decide(asked.id))).toEqual([409, 'APPROVAL_EXPIRED']);
    expect(await refusal(askFor(id))).toEqual([409, 'SESSION_REFUSED']);
  });

  it('whose word came with a write that its machine cannot do now was not used', async () => {
    const id = await connected();
    const { id: approvalId } = await decide((await askFor(id)).id);
    await device.sendBody({
      session: (await device.asked('connect')).session,
      state: 'alive',
      live: keyOn({ battery: 12.3 }),
    });
    expect(await refusal(reset(id, filter, { approvalId }))).toEqual([409, 'TEST_GATE']);
    await device.sendBody({ session: (await device.asked('connect')).session, state: 'alive', live: keyOn() });
    expect(await refusal(reset(id, filter, { approvalId }))).toBe('allowed');
  });
});

describe('the job of a vehicle', () => {
  const startJob = () =>
    server.call(
      afterService.startJob,
      { params: { id: vehicle.id }, body: { symptom: '공회전이 거칠다', visitOn: '2026-11-20' } },
      tokens.nami,
    );
  const job = (id: number) => server.call(afterService.get, { params: { jobId: id } }, tokens.nami);
  const close = (id: number, version: number) =>
    server.call(
      afterService.closeJob,
      { params: { jobId: id }, body: { version, workDone: '인젝터 교체', result: 'repaired' } },
      tokens.nami,
    );

  it('is in progress from the first connect for after-service, and its sheet can go on being written', async () => {
    const { id, version } = await startJob();
    const remote = await connected('remote');
    expect((await job(id)).state).toBe('open');
    await ask(remote, { op: 'disconnect' });
    await device.answer(await device.asked('disconnect'), { state: 'disconnected' });
    const session = await server.call(
      diagnosis.connect,
      { params: { id: vehicle.id }, body: { kind: 'afterService' } },
      tokens.head,
    );
    // requested, not connected
    expect((await job(id)).state).toBe('open');
    await device.answer(await device.asked('connect', 2), {
      state: 'connected',
      info,
      live: keyOn(),
      values: { 'c3i.codes': codes },
    });
    const begun = await job(id);
    expect([begun.state, begun.version, begun.begunAt !== null]).toEqual(['inProgress', version, true]);

    // what is written belongs to it
    await writeCode(session.id, { cylinder: '01', code: fresh });
    await device.answer(await device.asked('write'), {
      state: 'complete',
      values: { 'c3i.code': fresh, 'c3i.codes': [fresh, third, fourth, second] },
    });
    expect((await writes(tokens.nami, { jobId: id })).map((w) => [w.jobId, w.old, w.new])).toEqual([
      [id, first, fresh],
    ]);
    expect(
      (await server.call(afterService.jobs, { params: { id: vehicle.id }, query: {} }, tokens.nami)).rows,
    ).toMatchObject([{ id, writes: 1, begunAt: begun.begunAt }]);
    const report = await server.call(afterService.jobReport, { params: { jobId: id } }, tokens.nami);
    expect(Buffer.from(report.bytes).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await close(id, version)).job.state).toBe('closed');
  });

  it('is not closed while a test runs, and is after it', async () => {
    const { id, version } = await startJob();
    const session = await connected();
    await writeCode(session, { cylinder: '02', code: fresh });
    // no contact yet
    expect(await refusal(close(id, version))).toEqual([409, 'JOB_TEST_RUNS']);
    const request = await device.asked('write');
    await device.answer(request, { state: 'running', step: 0, progress: 0.1 });
    expect(await refusal(close(id, version))).toEqual([409, 'JOB_TEST_RUNS']);
    await device.answer(request, { state: 'complete', values: { 'c3i.code': fresh } });
    expect(await refusal(close(id, version))).toBe('allowed');
  });

  it('that is closed and a test that begins in the same moment do not both hold: one of them is first', async () => {
    const { id, version } = await startJob();
    const session = await connected();
    const [closed, written] = await Promise.all([
      refusal(close(id, version)),
      refusal(writeCode(session, { cylinder: '02', code: fresh })),
    ]);
    expect(written).toBe('allowed');
    // a test that came first kept it open; one that came second belongs to no job
    expect(closed === 'allowed' ? (await writes()).map((w) => w.jobId) : closed).toEqual(
      closed === 'allowed' ? [null] : [409, 'JOB_TEST_RUNS'],
    );
  });

  it('started and connected in the same moment is in progress', async () => {
    const opened = await server.call(
      diagnosis.connect,
      { params: { id: vehicle.id }, body: { kind: 'afterService' } },
      tokens.head,
    );
    const request = await device.asked('connect');
    const [{ id }] = await Promise.all([
      startJob(),
      device.answer(request, { state: 'connected', info, live: keyOn() }),
    ]);
    expect((await view(opened.id)).state).toBe('connected');
    expect((await job(id)).state).toBe('inProgress');
  });
});
