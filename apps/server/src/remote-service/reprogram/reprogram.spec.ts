import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExportBody, exports as exporting } from '@headland/contracts/export';
import { notifications } from '@headland/contracts/notification';
import { reprogram, type FlashFile, type FlashRun } from '@headland/contracts/reprogram';
import { signedText } from '@headland/domain/reprogram/offer';
import { readXlsx } from 'hucre/xlsx';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { ExportsModule } from '../../files/exports/exports.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { freePort } from '../../testing/mosquitto';
import { aProgram, FlashDevice, givenFile, spokeOf, standParked } from '../../testing/flash-device';
import { endClients } from '../../testing/mqtt-clients';
import { startServer, type TestServer } from '../../testing/server';
import { atBroker, openBroker, type OpenBroker } from '../../testing/server-broker';
import { makeAccount, makeOrganizations, makeVehicle, type MadeVehicle, type Organizations } from '../../testing/world';
import { MoveFlashWhenDue } from './move-flash-when-due.command';
import { RemoteServiceModule } from '../remote-service.module';

// A terminal by hand at the real broker; the file from the upload through the store to its last block.
let server: TestServer;
let broker: OpenBroker;
let port: number;
let at: Organizations;
let tokens: Record<'head' | 'staff' | 'nami' | 'noa', string>;
let vehicle: MadeVehicle;
let device: FlashDevice;

beforeAll(async () => {
  port = await freePort();
  server = await startServer(
    [SessionModule, DevicesModule, DeliveriesModule, NotificationsModule, ExportsModule, RemoteServiceModule],
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
  await stand();
  await spokeOf(server.database, vehicle, at.nami);
  device = new FlashDevice(vehicle.deviceId, port, server.database);
  await device.join();
});
afterEach(endClients);

const stand = (over: Record<string, unknown> = {}): Promise<unknown> => standParked(server.database, vehicle, over);
const upload = (file = aProgram(), token = tokens.head): Promise<FlashFile> =>
  server.call(reprogram.upload, { file: givenFile(file) }, token);
const start = (fileId: number, over: object = {}, token = tokens.head): Promise<FlashRun> =>
  server.call(
    reprogram.start,
    { params: { id: vehicle.id }, body: { fileId, vinEnd: vehicle.vin.slice(-4), standsSafe: true, ...over } },
    token,
  );
const runOf = (id: number, token = tokens.staff): Promise<FlashRun> =>
  server.call(reprogram.run, { params: { runId: id } }, token);

describe('a program', () => {
  it('is read by its content, signed, and kept once', async () => {
    const file = aProgram();
    const first = await upload(file);
    expect(first).toMatchObject({
      format: 'ulp',
      target: 'ecu',
      variant: 'HL-D24',
      version: 'SW-3.2.1',
      bytes: file.bytes.length,
      uploadedBy: 'Kim Minsu',
    });
    expect(first.sha256).toBe(createHash('sha256').update(file.bytes).digest('hex'));
    expect((await upload({ ...file, name: 'other.ulp' })).id).toBe(first.id);
    const both = aProgram();
    expect(new Set((await Promise.all([upload(both), upload(both)])).map((f) => f.id)).size).toBe(1);
  });
  it('whose bytes are gone is stored again by the next upload; while the store cannot be read nothing is', async () => {
    const file = aProgram();
    const { id } = await upload(file);
    const stored = async (): Promise<string> =>
      (await server.database.query<{ file_id: string }[]>('SELECT file_id FROM flash_file WHERE id = $1', [id]))[0]
        ?.file_id ?? '';
    const pathOf = (fileId: string): string => join(server.config.DATA_DIR, 'files', fileId.slice(0, 2), fileId);
    const first = await stored();
    // a read of a folder fails, for root as well, and not because nothing is there
    rmSync(pathOf(first));
    mkdirSync(pathOf(first));
    expect(await refusal(upload(file))).toEqual([500, 'INTERNAL']);
    expect(await stored()).toBe(first);
    rmSync(pathOf(first), { recursive: true });
    writeFileSync(pathOf(first), file.bytes);
    await upload(file);
    expect(await stored()).toBe(first);
    rmSync(pathOf(first));
    expect((await upload(file)).id).toBe(id);
    expect(await stored()).not.toBe(first);
  });
  it('that is broken is refused with its place, and nothing stays', async () => {
    const file = aProgram();
    const count = async () =>
      (await server.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM flash_file'))[0]?.n;
    const before = await count();
    file.bytes[4000] = (file.bytes[4000] ?? 0) ^ 1;
    const refused = await upload(file).catch((e: { error: { code: string; values: object } }) => e.error);
    expect(refused).toMatchObject({ code: 'PROGRAM_INVALID', values: { fault: 'crc', byte: 112 } });
    expect(await refusal(upload({ name: 'a.exe', bytes: file.bytes }))).toEqual([422, 'PROGRAM_INVALID']);
    expect(await refusal(upload({ name: 'a.s19', bytes: file.bytes }))).toEqual([422, 'PROGRAM_INVALID']);
    expect(await refusal(upload(aProgram(), tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await count()).toBe(before);
  });
});

describe('reprogramming', () => {
  it('offers what is signed, serves the requested blocks, and is done by the version that the controller reports', async () => {
    const file = aProgram();
    const { id: fileId } = await upload(file);
    const { checks, ok, fromVersion } = await server.call(
      reprogram.preflight,
      { params: { id: vehicle.id }, query: { fileId } },
      tokens.staff,
    );
    expect({ ok, fromVersion, missed: checks.filter((c) => c.ok !== true) }).toEqual({
      ok: true,
      fromVersion: 'SW-3.1.0',
      missed: [],
    });
    const { id } = await start(fileId);
    const offer = await device.offered();
    const { pem } = await server.call(reprogram.key, {}, tokens.staff);
    expect(
      verify(null, Buffer.from(signedText(offer)), createPublicKey(pem), Buffer.from(offer.signature, 'base64')),
    ).toBe(true);
    expect(offer.until).toBeGreaterThan(Date.now() + 23 * 3_600_000);

    await device.send({ session: offer.session, state: 'ready', have: [] });
    for (let from = 0; from < offer.blocks; from += 16) {
      const to = Math.min(from + 15, offer.blocks - 1);
      await device.send({ session: offer.session, need: [from, to] });
      await device.take(from, to);
    }
    expect(device.bytes.equals(Buffer.from(file.bytes))).toBe(true);
    expect(await runOf(id)).toMatchObject({ state: 'transferring', blocks: offer.blocks, blocksSent: offer.blocks });
    await device.send({ session: offer.session, state: 'checking' });
    await device.send({ session: offer.session, state: 'programming', progress: 0.5 });
    expect(await refusal(server.call(reprogram.cancel, { params: { runId: id } }, tokens.head))).toEqual([
      409,
      'FLASH_TOO_LATE',
    ]);
    expect(await runOf(id)).toMatchObject({ state: 'programming', progress: 0.5, blocksThere: offer.blocks });
    await device.send({ session: offer.session, state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' });
    expect(await runOf(id)).toMatchObject({ state: 'done', fromVersion: 'SW-3.1.0', runningVersion: 'SW-3.2.1' });
    // from now on that is the version it runs
    const again = await server.call(
      reprogram.preflight,
      { params: { id: vehicle.id }, query: { fileId } },
      tokens.staff,
    );
    expect(again).toMatchObject({ ok: true, sameVersion: true, fromVersion: 'SW-3.2.1' });
    expect(await refusal(start(fileId))).toEqual([409, 'FLASH_SAME_VERSION']);
    expect((await start(fileId, { again: true })).state).toBe('offered');
  });

  it('resumes with the blocks that the device reports, also after it lost some', async () => {
    const { id: fileId } = await upload();
    const { id } = await start(fileId);
    const { session, blocks } = await device.offered();
    await device.send({ session, state: 'ready', have: [] });
    await device.send({ session, need: [0, 15] });
    await device.take(0, 15);
    await device.send({ session, state: 'ready', have: [[0, 9]] });
    expect(await runOf(id)).toMatchObject({ state: 'transferring', blocksThere: 10 });
    await device.send({ session, need: [10, 25] });
    await device.take(10, 25);
    expect(device.blocks.get(12)).toHaveLength(2);
    expect(device.blocks.get(5)).toHaveLength(1);
    // there is none beyond the last
    await device.send({ session, need: [blocks - 1, blocks] });
    expect((await runOf(id)).blocksSent).toBe(33);
  });

  it('is not offered again to a device that is offline: one offer waits for it', async () => {
    const { id } = await start((await upload()).id);
    await device.offered();
    await stand({ online: false });
    await server.database.query("UPDATE flash_run SET offered_at = now() - interval '61 seconds' WHERE id = $1", [id]);
    await server.execute(new MoveFlashWhenDue(id));
    const nudged = await server.database.query('SELECT nudged_at FROM flash_run WHERE id = $1', [id]);
    expect(nudged).toEqual([{ nudged_at: null }]);
    await stand();
    await eventually(
      () => Promise.resolve(device.received.length),
      (n) => n === 2,
    );
  });

  it.each([
    ['engineRuns', { engine: true, rpm: 820 }],
    ['battery', { signals: { battery: 11.4 } }],
    ['openSos', { open_sos: 1 }],
  ])('is without its last block while its machine is not as it was for the offer: %s', async (reason, state) => {
    const { id } = await start((await upload()).id);
    const { session, blocks } = await device.offered();
    const last = blocks - 1;
    await device.send({ session, state: 'ready', have: [] });
    await stand(state);
    await device.send({ session, need: [0, last] });
    await device.take(0, last - 1);
    await device.send({ session, need: [last, last] });
    expect(await runOf(id)).toMatchObject({ state: 'transferring', reason, allSent: false, blocksSent: last });
    await stand();
    await device.send({ session, need: [last, last] });
    await device.take(last, last);
    expect(await runOf(id)).toMatchObject({ state: 'transferring', reason: null, allSent: true, blocksSent: blocks });
  });

  it('pauses with a device that is silent, repeats the offer, and ends with its offer', async () => {
    const { id: fileId } = await upload();
    const { id } = await start(fileId);
    const { session } = await device.offered();
    await device.send({ session, state: 'ready', have: [] });
    await device.send({ session, need: [0, 15] });
    await server.execute(new MoveFlashWhenDue(id));
    expect((await runOf(id)).state).toBe('transferring');
    await server.database.query(
      "UPDATE flash_run SET heard_at = now() - interval '16 seconds', offered_at = now() - interval '61 seconds' WHERE id = $1",
      [id],
    );
    await eventually(
      () => runOf(id),
      (r) => r.state === 'paused',
    );
    await eventually(
      () => Promise.resolve(device.received.length),
      (n) => n >= 2,
    );
    expect(device.received.map((m) => [m.op, m.session])).toEqual([
      ['offer', session],
      ['offer', session],
    ]);
    await device.send({ session, state: 'ready', have: [[0, 15]] });
    expect(await runOf(id)).toMatchObject({ state: 'transferring', pauses: 1, blocksThere: 16 });
    await server.database.query("UPDATE flash_run SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    await eventually(
      () => runOf(id),
      (r) => r.state === 'expired',
    );
    // further requests are answered with the end
    await device.send({ session, need: [16, 31] });
    await eventually(
      () => Promise.resolve(device.received.at(-1)?.op),
      (op) => op === 'cancel',
    );
    expect(device.blocks.has(16)).toBe(false);
  });

  it.each([
    [
      'the old id after the transfer',
      { state: 'done', version: 'SW-3.1.0' },
      { state: 'failed', reason: 'verify', runningVersion: 'SW-3.1.0' },
    ],
    [
      'a failure that was rolled back',
      { state: 'failed', reason: 'programming', version: 'SW-3.1.0', rolledBack: true },
      { state: 'failed', reason: 'programming', rolledBack: true },
    ],
  ])('has failed with %s', async (_, step, seen) => {
    const { id } = await start((await upload()).id);
    const { session } = await device.offered();
    await device.send({ session, state: 'ready', have: [] });
    await device.send({ session, state: 'checking' });
    await device.send({ session, state: 'programming', progress: 0.1 });
    await device.send({ session, ...step });
    expect(await runOf(id)).toMatchObject(seen);
    // and it ends once
    await device.send({ session, state: 'done', version: 'SW-3.2.1' });
    expect(await runOf(id)).toMatchObject(seen);
  });

  it('is the device’s to refuse', async () => {
    const { id } = await start((await upload()).id);
    await device.send({
      session: (await device.offered()).session,
      state: 'refused',
      reason: 'battery',
      version: 'SW-3.1.0',
    });
    expect(await runOf(id)).toMatchObject({ state: 'refused', reason: 'battery', runningVersion: 'SW-3.1.0' });
  });

  it.each([
    ['engineStopped', { rpm: 820 }],
    ['battery', { signals: { battery: 12.3 } }],
    ['parked', { speed: 3 }],
    ['keyOn', { key_on: false }],
    ['noOpenSos', { open_sos: 1 }],
    ['online', { online: false }],
  ])('is not offered: %s', async (check, state) => {
    await stand(state);
    const refused = await start((await upload()).id).catch((e: { error: { code: string; values: object } }) => e.error);
    expect(refused).toMatchObject({ code: 'FLASH_NOT_READY', values: { check } });
    expect(device.received).toEqual([]);
  });

  // in the session that has just ended: newer than the last sample, which would allow it
  const sessionEndedWith = (live: object): Promise<unknown> =>
    server.database.query(
      "UPDATE diagnosis_session SET live = $2, heard_at = now() + interval '1 minute' WHERE vehicle_id = $1",
      [vehicle.id, JSON.stringify(live)],
    );
  it.each([
    ['battery', null],
    ['battery', 655.35],
    ['engine.rpm', null],
    ['engine.rpm', 65_535],
    ['speed', null],
    ['key', null],
  ])('has no value of %s where the session said %s, whatever an older sample says', async (item, said) => {
    await sessionEndedWith({ battery: 12.6, 'engine.rpm': 0, speed: 0, key: 1 });
    const { id: fileId } = await upload();
    const unknown = async () =>
      (
        await server.call(reprogram.preflight, { params: { id: vehicle.id }, query: { fileId } }, tokens.staff)
      ).checks.filter((c) => c.ok !== true);
    expect(await unknown()).toEqual([]);
    await sessionEndedWith({ battery: 12.6, 'engine.rpm': 0, speed: 0, key: 1, [item]: said });
    expect(await unknown()).toMatchObject([{ ok: null, value: null }]);
    expect(await refusal(start(fileId))).toEqual([409, 'FLASH_NOT_READY']);
  });

  it('has the key as it was turned last: in the session, or since', async () => {
    const { id: fileId } = await upload();
    const notOn = async () =>
      (
        await server.call(reprogram.preflight, { params: { id: vehicle.id }, query: { fileId } }, tokens.staff)
      ).checks.filter((c) => c.check === 'keyOn' && c.ok !== true).length;
    const turned = (on: boolean): Promise<unknown> =>
      server.database.query(
        "UPDATE vehicle_state SET key_on = $2, key_ts = now() + interval '2 minutes' WHERE vehicle_id = $1",
        [vehicle.id, on],
      );
    await sessionEndedWith({ battery: 12.6, 'engine.rpm': 0, speed: 0, key: 0 });
    expect(await notOn()).toBe(1);
    await turned(true);
    expect(await notOn()).toBe(0);
    await sessionEndedWith({ battery: 12.6, 'engine.rpm': 0, speed: 0, key: 1 });
    await turned(false);
    expect(await notOn()).toBe(1);
  });

  it('knows nothing of engine, speed and battery from before the key was turned on', async () => {
    const { id: fileId } = await upload();
    const missed = async () =>
      (await server.call(reprogram.preflight, { params: { id: vehicle.id }, query: { fileId } }, tokens.staff)).checks
        .filter((c) => c.ok !== true)
        .map((c) => [c.check, c.ok]);
    const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
    await stand({ ts: ago(30), key_ts: ago(1), engine: null });
    expect(await missed()).toEqual([
      ['engineStopped', null],
      ['battery', null],
      ['parked', null],
    ]);
    expect(await refusal(start(fileId))).toEqual([409, 'FLASH_NOT_READY']);
    // it runs, and its sample has no speed of it
    await stand({ key_ts: ago(1), engine: true });
    expect(await missed()).toEqual([['engineStopped', null]]);
    await stand({ key_ts: ago(1) });
    expect(await missed()).toEqual([]);
  });

  it('has no value of a sensor whose sample is implausible', async () => {
    await stand({ signals: { battery: 655.35 } });
    const { id: fileId } = await upload();
    const { checks } = await server.call(
      reprogram.preflight,
      { params: { id: vehicle.id }, query: { fileId } },
      tokens.staff,
    );
    expect(checks.filter((c) => c.ok !== true)).toEqual([{ check: 'battery', ok: null, value: null }]);
  });

  it('is not offered to other hardware, to a machine whose hardware is not known, without the end of its VIN, or by those who may not', async () => {
    const other = await upload(aProgram({ variant: 'HL-D18' }));
    expect(await refusal(start(other.id))).toEqual([409, 'FLASH_NOT_READY']);
    const fits = await upload();
    expect(await refusal(start(fits.id, { vinEnd: 'XXXX' }))).toEqual([422, 'E0001']);
    expect(await refusal(start(fits.id, { standsSafe: false }))).toEqual([422, 'E0001']);
    expect(await refusal(start(fits.id, {}, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(start(fits.id, {}, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    await server.database.query('DELETE FROM diagnosis_session WHERE vehicle_id = $1', [vehicle.id]);
    expect(await refusal(start(fits.id))).toEqual([409, 'FLASH_NOT_READY']);
  });

  it('is one at a time, and cancelled by its starter or an administrator', async () => {
    const { id: fileId } = await upload();
    const both = await Promise.all([refusal(start(fileId)), refusal(start(fileId, {}, tokens.nami))]);
    expect(both.filter((b) => b === 'allowed')).toHaveLength(1);
    const { rows } = await server.call(reprogram.runs, { params: { id: vehicle.id }, query: {} }, tokens.staff);
    const [run] = rows;
    expect(rows).toHaveLength(1);
    await device.offered();
    expect(device.received).toHaveLength(1);
    expect(await refusal(server.call(reprogram.cancel, { params: { runId: run?.id ?? 0 } }, tokens.noa))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await server.call(reprogram.cancel, { params: { runId: run?.id ?? 0 } }, tokens.head)).toMatchObject({
      state: 'cancelled',
    });
    await eventually(
      () => Promise.resolve(device.received.at(-1)?.op),
      (op) => op === 'cancel',
    );
    expect(await refusal(server.call(reprogram.cancel, { params: { runId: run?.id ?? 0 } }, tokens.head))).toEqual([
      409,
      'FLASH_TOO_LATE',
    ]);
    expect((await start(fileId)).state).toBe('offered');
  });
});

describe('a program that is being checked', () => {
  const cancel = (id: number, token = tokens.head): Promise<FlashRun> =>
    server.call(reprogram.cancel, { params: { runId: id } }, token);
  const checking = async (token = tokens.head): Promise<{ id: number; session: string }> => {
    const { id } = await start((await upload()).id, {}, token);
    const { session } = await device.offered();
    for (const step of [{ state: 'ready', have: [] }, { state: 'checking' }]) await device.send({ session, ...step });
    return { id, session };
  };

  it('is cancelled by the word of the device, which was asked', async () => {
    const { id, session } = await checking(tokens.nami);
    expect(await refusal(cancel(id, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await cancel(id, tokens.nami)).toMatchObject({ state: 'checking', reason: 'cancelAsked', mayCancel: true });
    await device.isCancelled();
    // a repeated request is one request
    await cancel(id, tokens.nami);
    await device.send({ session, state: 'failed', reason: 'cancelled', version: 'SW-3.1.0' });
    expect(await runOf(id)).toMatchObject({
      state: 'cancelled',
      reason: null,
      runningVersion: 'SW-3.1.0',
      mayCancel: false,
    });
    const { steps } = await server.call(reprogram.log, { params: { runId: id } }, tokens.staff);
    expect(steps.map((s) => [s.state, s.reason])).toEqual([
      ['offered', null],
      ['ready', null],
      ['checking', null],
      ['checking', 'cancelAsked'],
      ['cancelled', null],
    ]);
    // the requester is notified when another cancels it
    const second = await start((await upload()).id, {}, tokens.nami);
    await cancel(second.id, tokens.head);
    const listed = await eventually(
      () => server.call(notifications.list, { query: { kind: ['reprogramming'] } }, tokens.nami),
      ({ rows }) => rows.some((n) => n.vehicle?.id === vehicle.id),
    );
    expect(listed.rows.filter((n) => n.vehicle?.id === vehicle.id)).toHaveLength(1);
    const [row] = await server.database.query<{ count: number }[]>(
      'SELECT sum(count)::int AS count FROM notification WHERE vehicle_id = $1',
      [vehicle.id],
    );
    expect(row?.count).toBe(1);
  });

  const silentFor = (id: number, seconds: number): Promise<unknown> =>
    server.database.query('UPDATE flash_run SET heard_at = now() - make_interval(secs => $2) WHERE id = $1', [
      id,
      seconds,
    ]);
  const sentWhole = async (): Promise<{ id: number; session: string; blocks: number }> => {
    const { id } = await start((await upload()).id);
    const { session, blocks } = await device.offered();
    await device.send({ session, state: 'ready', have: [] });
    await device.send({ session, need: [0, 3] });
    await device.send({ session, need: [4, blocks - 1] });
    return { id, session, blocks };
  };

  it('is not released by a cancel while the last blocks are on their way: it may be written', async () => {
    const { id, session } = await sentWhole();
    expect(await cancel(id)).toMatchObject({ state: 'transferring', reason: 'cancelAsked', mayCancel: true });
    await device.isCancelled();
    await silentFor(id, 16);
    await eventually(
      () => runOf(id),
      (r) => r.state === 'paused' && r.reason === 'cancelAsked',
    );
    await device.send({ session, state: 'checking' });
    expect(await runOf(id)).toMatchObject({ state: 'checking', reason: 'cancelAsked' });
    expect(await refusal(start((await upload()).id))).toEqual([409, expect.any(String)]);
    await device.send({ session, state: 'programming', progress: 0.2 });
    await device.send({ session, state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' });
    expect(await runOf(id)).toMatchObject({ state: 'done', reason: null, runningVersion: 'SW-3.2.1' });
  });

  const ends = (id: number, minutesAgo = 0): Promise<unknown> =>
    server.database.query('UPDATE flash_run SET expires_at = now() - make_interval(mins => $2) WHERE id = $1', [
      id,
      minutesAgo,
    ]);
  const cancels = (): number => device.received.filter((m) => m.op === 'cancel').length;

  it('does not expire under its device: the end of its offer asks it to stop, and what it has written counts', async () => {
    const { id, session } = await sentWhole();
    await ends(id);
    await device.isCancelled();
    expect(await runOf(id)).toMatchObject({ state: 'transferring', reason: 'cancelAsked', endedAt: null });
    expect(await refusal(start((await upload()).id))).toEqual([409, 'VEHICLE_HELD']);
    for (const step of [
      { state: 'checking' },
      { state: 'programming', progress: 0.2 },
      { state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' },
    ])
      await device.send({ session, ...step });
    expect(await runOf(id)).toMatchObject({ state: 'done', reason: null, runningVersion: 'SW-3.2.1' });
  });

  it('has expired by the word of its device, which is told again while it checks', async () => {
    const { id, session } = await sentWhole();
    await ends(id);
    await device.isCancelled();
    await device.send({ session, state: 'failed', reason: 'cancelled', version: 'SW-3.1.0' });
    expect(await runOf(id)).toMatchObject({ state: 'expired', reason: null, runningVersion: 'SW-3.1.0' });
    const before = cancels();
    await device.send({ session, state: 'checking' });
    await eventually(
      () => Promise.resolve(cancels()),
      (n) => n > before,
    );
    expect((await runOf(id)).state).toBe('expired');
  });

  it('has failed where the device says nothing after the end of its offer', async () => {
    const { id } = await sentWhole();
    await silentFor(id, 31 * 60);
    await ends(id, 31);
    await eventually(
      () => runOf(id),
      (r) => r.state === 'failed' && r.reason === 'noAnswer',
    );
  });

  const askedAgo = (id: number, minutes: number): Promise<unknown> =>
    server.database.query('UPDATE flash_run SET cancel_asked_at = now() - make_interval(mins => $2) WHERE id = $1', [
      id,
      minutes,
    ]);
  const connectedAgo = (minutes: number): Promise<unknown> =>
    server.database.query('UPDATE device SET status_at = now() - make_interval(mins => $2) WHERE id = $1', [
      vehicle.deviceId,
      minutes,
    ]);
  const failedSilent = (id: number): Promise<FlashRun> =>
    eventually(
      () => runOf(id),
      (r) => r.state === 'failed' && r.reason === 'noAnswer',
    );

  it('is released half an hour after a cancel that its device, which is away, does not answer', async () => {
    const { id } = await sentWhole();
    await cancel(id);
    await stand({ online: false });
    // away since long before: it is given the time to be back and to answer
    await silentFor(id, 120 * 60);
    await askedAgo(id, 29);
    await server.execute(new MoveFlashWhenDue(id));
    await server.execute(new MoveFlashWhenDue(id));
    expect(await runOf(id)).toMatchObject({ state: 'paused', reason: 'cancelAsked', endedAt: null });
    expect(await refusal(start((await upload()).id))).toEqual([409, expect.any(String)]);
    await askedAgo(id, 30);
    await failedSilent(id);
    await stand();
    expect((await start((await upload()).id)).state).toBe('offered');
  });
  it('is released where its device asks for blocks two minutes after its cancel and its connection', async () => {
    const { id, session, blocks } = await sentWhole();
    await cancel(id);
    await device.isCancelled();
    const need = [blocks - 1, blocks - 1];
    const isHeld = { state: 'transferring', reason: 'cancelAsked' };
    await connectedAgo(5);
    await askedAgo(id, 1);
    await device.send({ session, need });
    expect(await runOf(id)).toMatchObject(isHeld);
    await askedAgo(id, 5);
    // it was away meanwhile: blocks of before the cancel may be waiting for it
    await connectedAgo(1);
    await device.send({ session, need });
    expect(await runOf(id)).toMatchObject(isHeld);
    await connectedAgo(2);
    // it has them all, and may be about to write
    await device.send({ session, state: 'ready', have: [[0, blocks - 1]] });
    expect(await runOf(id)).toMatchObject(isHeld);
    const before = cancels();
    await device.send({ session, need });
    expect(await runOf(id)).toMatchObject({ state: 'cancelled', reason: null });
    await eventually(
      () => Promise.resolve(cancels()),
      (n) => n > before,
    );
    expect((await start((await upload()).id)).state).toBe('offered');
  });
  it('is released two minutes after a cancel that its device, which is heard of, does not answer', async () => {
    const { id } = await sentWhole();
    await cancel(id);
    await silentFor(id, 60 * 60);
    await askedAgo(id, 3);
    await stand();
    await failedSilent(id);
  });

  it.each([
    ['asks for a block again', () => ({ need: [7, 7] })],
    ['is back with fewer blocks', () => ({ state: 'ready', have: [[0, 6]] })],
    ['is back with all', (blocks: number) => ({ state: 'ready', have: [[0, blocks - 1]] })],
  ])('is asked again where the device missed the cancel and %s, and gets no more', async (_, message) => {
    const { id, session, blocks } = await sentWhole();
    await device.take(4, blocks - 1);
    await cancel(id);
    await device.send({ session, ...message(blocks) });
    expect(await runOf(id)).toMatchObject({ state: 'transferring', reason: 'cancelAsked' });
    await eventually(
      () => Promise.resolve(device.received.filter((m) => m.op === 'cancel').length),
      (n) => n >= 2,
    );
    await device.send({ session, state: 'failed', reason: 'cancelled', version: 'SW-3.1.0' });
    expect(await runOf(id)).toMatchObject({ state: 'cancelled', reason: null });
    expect(device.blocks.get(7)).toHaveLength(1);
  });

  it('completes where the device has begun to write before the cancel arrived', async () => {
    const { id, session } = await checking();
    await cancel(id);
    await device.send({ session, state: 'programming', progress: 0.2 });
    expect(await runOf(id)).toMatchObject({ state: 'programming', reason: null, mayCancel: false });
    expect(await refusal(cancel(id))).toEqual([409, 'FLASH_TOO_LATE']);
    await device.send({ session, state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' });
    expect(await runOf(id)).toMatchObject({ state: 'done', runningVersion: 'SW-3.2.1' });
  });

  it('has failed where it was given up at the machine, without anybody having asked', async () => {
    const { id, session } = await checking();
    await device.send({ session, state: 'failed', reason: 'cancelled', version: 'SW-3.1.0' });
    expect(await runOf(id)).toMatchObject({ state: 'failed', reason: 'cancelled' });
  });

  it('has failed where the device never answers, though it is heard of', async () => {
    const { id } = await checking();
    await cancel(id);
    await silentFor(id, 121);
    await stand();
    await eventually(
      () => runOf(id),
      (r) => r.state === 'failed' && r.reason === 'noAnswer',
    );
  });

  it.each([
    ['is offline', { online: false }],
    ['has not been heard of since', { last_seen_at: new Date(Date.now() - 3_600_000) }],
  ])('goes on where the device %s: its controller may be written meanwhile', async (_, state) => {
    const { id, session } = await checking();
    await silentFor(id, 20 * 60);
    await stand(state);
    await server.execute(new MoveFlashWhenDue(id));
    expect(await runOf(id)).toMatchObject({ state: 'checking', endedAt: null });
    // so its machine is still held
    expect(await refusal(start((await upload()).id))).toEqual([409, 'VEHICLE_HELD']);
    // it is back: what it did meanwhile comes after the word that it is connected
    await server.database.query('UPDATE device SET online = true, status_at = now() WHERE key = $1', [
      vehicle.deviceKey,
    ]);
    await stand();
    await server.execute(new MoveFlashWhenDue(id));
    await device.send({ session, state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' });
    expect(await runOf(id)).toMatchObject({ state: 'done', runningVersion: 'SW-3.2.1' });
  });

  it('has failed where the device is away for longer than writing takes', async () => {
    const { id } = await checking();
    await silentFor(id, 30 * 60);
    await stand({ online: false });
    await server.execute(new MoveFlashWhenDue(id));
    expect(await runOf(id)).toMatchObject({ state: 'failed', reason: 'noAnswer' });
  });

  it('that was cancelled before, and written all the same, stays cancelled; what runs now is known', async () => {
    const { id } = await start((await upload()).id);
    const { session } = await device.offered();
    await device.send({ session, state: 'ready', have: [] });
    await cancel(id);
    for (const step of [
      { state: 'checking' },
      { state: 'programming', progress: 0.5 },
      { state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' },
    ])
      await device.send({ session, ...step });
    expect(await runOf(id)).toMatchObject({ state: 'cancelled', runningVersion: 'SW-3.2.1' });
    const { fromVersion, sameVersion } = await server.call(
      reprogram.preflight,
      { params: { id: vehicle.id }, query: { fileId: (await upload()).id } },
      tokens.staff,
    );
    expect({ fromVersion, sameVersion }).toEqual({ fromVersion: 'SW-3.2.1', sameVersion: true });
    // open pages read again, once; it is no step of the run, and its starter is not notified of the own cancel
    await device.send({ session, state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' });
    const late = await server.database.query<{ number: string; state: string }[]>(
      `SELECT number, payload->>'state' AS state FROM event_log
       WHERE vehicle_id = $1 AND name = 'flash.changed' AND payload @> '{"late": true}'`,
      [vehicle.id],
    );
    expect(late).toMatchObject([{ state: 'cancelled' }]);
    const { steps } = await server.call(reprogram.log, { params: { runId: id } }, tokens.staff);
    expect(steps.map((s) => s.state)).toEqual(['offered', 'ready', 'cancelled']);
    await eventually(
      () => server.database.query<{ number: string }[]>("SELECT number FROM log_reader WHERE name = 'policies'"),
      ([read]) => Number(read?.number) >= Number(late[0]?.number),
    );
    const { rows } = await server.call(notifications.list, { query: { kind: ['reprogramming'] } }, tokens.head);
    expect(rows.filter((n) => n.vehicle?.id === vehicle.id)).toEqual([]);
  });
});

describe('its screens', () => {
  const list = (query: object, token = tokens.head) =>
    server.call(reprogram.list, { query: { vin: vehicle.vin, ...query } }, token);
  const runs = (query: object, token = tokens.staff) =>
    server.call(reprogram.runs, { params: { id: vehicle.id }, query }, token);
  /** A run from the offer to its end, as the device reports it. */
  const programmed = async (end: object, file = aProgram()): Promise<number> => {
    const { id } = await start((await upload(file)).id, { again: true });
    const { session } = await device.offered();
    for (const step of [
      { state: 'ready', have: [] },
      { state: 'checking' },
      { state: 'programming', progress: 0.5 },
      end,
    ])
      await device.send({ session, ...step });
    return id;
  };
  const notified = async (token: string): Promise<string[]> => {
    const { rows } = await server.call(notifications.list, { query: { kind: ['reprogramming'] } }, token);
    return rows.filter((n) => n.vehicle?.id === vehicle.id).map((n) => n.text.en);
  };
  const cells = async (body: Omit<ExportBody, 'columns' | 'format'>, token: string): Promise<unknown[][]> => {
    const made = await server.call(exporting.create, { body }, token);
    const { bytes } = await server.call(exporting.file, { params: { id: made.id } }, token);
    return (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows ?? [];
  };

  it('list what the controllers run: the versions of a session, and those written since', async () => {
    expect((await list({})).rows).toMatchObject([
      {
        id: vehicle.id,
        online: true,
        ecuSoftware: 'SW-3.1.0',
        ecuCalibration: 'CAL-D24-0388',
        dcuSoftware: null,
        lastFlash: null,
      },
    ]);
    await programmed({ state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' });
    expect((await list({ sort: 'lastFlashAt' })).rows).toMatchObject([
      { ecuSoftware: 'SW-3.2.1', ecuCalibration: 'CAL-D24-0412', lastFlash: 'done' },
    ]);
    expect((await list({}, tokens.noa)).rows).toEqual([]);
    const { minutes } = await server.call(
      reprogram.preflight,
      { params: { id: vehicle.id }, query: { fileId: (await upload()).id } },
      tokens.staff,
    );
    expect(minutes).toBe(1);
  });

  it('have the calibration of the file where the device reported its version alone', async () => {
    await programmed({ state: 'done', version: 'SW-3.2.1' });
    expect((await list({})).rows).toMatchObject([{ ecuSoftware: 'SW-3.2.1', ecuCalibration: 'CAL-D24-0412' }]);
    const { checks } = await server.call(
      reprogram.preflight,
      { params: { id: vehicle.id }, query: { fileId: (await upload()).id } },
      tokens.staff,
    );
    expect(checks.find((c) => c.check === 'calibration')).toMatchObject({ ok: true, value: 'CAL-D24-0412' });
  });

  it('list those that can be reached, unless all are asked for', async () => {
    await stand({
      online: false,
      last_seen_at: new Date(Date.now() - 86_400_000),
      ts: new Date(Date.now() - 86_400_000),
    });
    expect((await list({})).page.total).toBe(0);
    expect((await list({ online: 'all' })).page.total).toBe(1);
    expect((await list({ online: 'false' })).page.total).toBe(1);
  });

  it('list the runs of a vehicle by their filter, with their log; not found outside of its scope', async () => {
    const id = await programmed({ state: 'failed', reason: 'programming', version: 'SW-3.1.0' });
    expect((await runs({ result: ['failed'], target: 'ecu' })).rows.map((r) => r.id)).toEqual([id]);
    expect((await runs({ result: ['done'] })).page.total).toBe(0);
    expect((await runs({ target: 'dcu' })).page.total).toBe(0);
    expect((await runs({ from: new Date(Date.now() + 60_000).toISOString() })).page.total).toBe(0);
    const { preflight, steps } = await server.call(reprogram.log, { params: { runId: id } }, tokens.staff);
    expect(preflight?.checks.find((c) => c.check === 'battery')).toEqual({ check: 'battery', ok: true, value: 12.6 });
    expect(steps.map((s) => [s.state, s.reason, s.by])).toEqual([
      ['offered', null, 'Kim Minsu'],
      ['ready', null, null],
      ['checking', null, null],
      ['programming', null, null],
      ['failed', 'programming', null],
    ]);
    expect(await refusal(server.call(reprogram.log, { params: { runId: id } }, tokens.noa))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await refusal(runs({}, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(reprogram.file, { params: { id: 999_999 } }, tokens.staff))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('offer to cancel to the starter and to administrators alone', async () => {
    const { id, mayCancel } = await start((await upload()).id);
    expect(mayCancel).toBe(true);
    expect((await runOf(id, tokens.nami)).mayCancel).toBe(true);
    expect((await runOf(id, tokens.staff)).mayCancel).toBe(false);
  });

  it('notify the starter of the result, once; not of the own cancel', async () => {
    await programmed({ state: 'failed', reason: 'verify', version: 'SW-3.1.0' });
    await eventually(
      () => notified(tokens.head),
      (texts) => texts.length > 0,
    );
    expect(await notified(tokens.head)).toEqual([
      expect.stringMatching(new RegExp(`^Reprogramming failed: .*${vehicle.vin}.*did not report the new version`, 'u')),
    ]);
    expect(await notified(tokens.nami)).toEqual([]);
  });

  it('notify the starter of a cancel by another member', async () => {
    const { id } = await start((await upload()).id, {}, tokens.nami);
    await server.call(reprogram.cancel, { params: { runId: id } }, tokens.nami);
    const second = await start((await upload()).id, {}, tokens.nami);
    await server.call(reprogram.cancel, { params: { runId: second.id } }, tokens.head);
    await eventually(
      () => notified(tokens.nami),
      (texts) => texts.length > 0,
    );
    // the log is read in order: of the first, which was the own, there would be one by now
    expect(await notified(tokens.nami)).toEqual([expect.stringContaining('canceled by another user')]);
    const [row] = await server.database.query<{ count: number }[]>(
      'SELECT sum(count)::int AS count FROM notification WHERE vehicle_id = $1',
      [vehicle.id],
    );
    expect(row?.count).toBe(1);
  });

  it('go out as workbooks, within the scope', async () => {
    await programmed({ state: 'done', version: 'SW-3.2.1' });
    const vehicles = await cells({ list: 'reprogram', filter: { vin: vehicle.vin, sort: 'lastFlashAt' } }, tokens.head);
    expect(vehicles.flat()).toEqual(expect.arrayContaining([vehicle.vin, 'SW-3.2.1']));
    const past = await cells({ list: 'flashRuns', filter: { id: String(vehicle.id) } }, tokens.head);
    expect(past.flat()).toEqual(expect.arrayContaining(['ECU', 'SW-3.1.0', 'SW-3.2.1', 'Kim Minsu']));
    expect(
      await refusal(
        server.call(exporting.create, { body: { list: 'flashRuns', filter: { id: String(vehicle.id) } } }, tokens.noa),
      ),
    ).toEqual([404, 'NOT_FOUND']);
  });
});
