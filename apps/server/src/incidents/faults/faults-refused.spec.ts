import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults, faultStatuses, type FaultStatus } from '@headland/contracts/fault';
import { images } from '@headland/contracts/file';
import { activeFault, faultUp } from '@headland/testing/builders/up';
import sharp from 'sharp';
import { AlertsModule } from '../alerts/alerts.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { ImagesModule } from '../../files/images/images.module';
import { SessionModule } from '../../people/session/session.module';
import { SosModule } from '../sos/sos.module';
import { devicesOf, refusal } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { FaultsModule } from './faults.module';

let server: TestServer;
let orgs: Organizations;
let head: string;
let nami: string;
let sora: string;
const picture = 'A'.repeat(22);

beforeAll(async () => {
  server = await startServer([
    SessionModule,
    DevicesModule,
    AlertsModule,
    SosModule,
    FaultsModule,
    DeliveriesModule,
    ImagesModule,
  ]);
  orgs = await makeOrganizations(server.database);
  head = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  nami = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami));
  sora = await server.login(await makeAccount(server.database, 'AGENCY', 'ADMIN', orgs.sora));
});
afterAll(() => server.stop());

const to = { agencyId: 0, channel: 'push' as const };
const body = () => ({ ...to, agencyId: orgs.nami });
/** Every action on a report, over HTTP. */
const acts = {
  take: (id: number, token: string) => server.call(faults.take, { params: { id }, body: {} }, token),
  accept: (id: number, token: string) => server.call(faults.accept, { params: { id }, body: body() }, token),
  reassign: (id: number, token: string) => server.call(faults.reassign, { params: { id }, body: body() }, token),
  repair: (id: number, token: string) =>
    server.call(
      faults.complete,
      { params: { id }, body: { kind: 'repair', memo: 'done', repairedOn: new Date().toISOString().slice(0, 10) } },
      token,
    ),
  processing: (id: number, token: string) =>
    server.call(faults.complete, { params: { id }, body: { kind: 'processing', memo: 'done' } }, token),
  escalate: (id: number, token: string) =>
    server.call(faults.escalate, { params: { id }, body: { reason: 'late' } }, token),
  note: (id: number, token: string) => server.call(faults.note, { params: { id }, body: { memo: 'called' } }, token),
  addImage: (id: number, token: string) =>
    server.call(faults.addImage, { params: { id }, body: { imageId: picture } }, token),
  removeImage: (id: number, token: string) =>
    server.call(faults.removeImage, { params: { id, imageId: picture } }, token),
} as const;
type Act = keyof typeof acts;
async function reportIn(status: FaultStatus): Promise<number> {
  const vehicle = await makeVehicle(server.database, orgs.nami);
  await devicesOf(server).fault(vehicle.deviceId, faultUp({ active: [activeFault({ code: 'E0333' })] }));
  const [row] = await server.database.query<{ id: number }[]>('SELECT id FROM fault_report WHERE device_id = $1', [
    vehicle.deviceId,
  ]);
  const id = row?.id ?? 0;
  if (status !== 'occurred') await acts.accept(id, head);
  if (status === 'repairCompleted') await acts.repair(id, head);
  if (status === 'processingCompleted') await acts.processing(id, head);
  return id;
}

/**
 * action → result from occurred, accepted, repairCompleted, processingCompleted; `=` is allowed. NOT_FOUND without such
 * an image.
 */
const table: Record<Act, string> = {
  take: '= = FAULT_COMPLETED FAULT_COMPLETED',
  accept: '= FAULT_ALREADY_ACCEPTED FAULT_COMPLETED FAULT_COMPLETED',
  reassign: 'FAULT_NOT_ACCEPTED = FAULT_COMPLETED FAULT_COMPLETED',
  repair: 'FAULT_NOT_ACCEPTED = FAULT_COMPLETED FAULT_COMPLETED',
  processing: 'FAULT_NOT_ACCEPTED = FAULT_COMPLETED FAULT_COMPLETED',
  escalate: '= = FAULT_COMPLETED FAULT_COMPLETED',
  note: '= = FAULT_COMPLETED FAULT_COMPLETED',
  addImage: 'E0001 E0001 FAULT_COMPLETED FAULT_COMPLETED',
  removeImage: 'NOT_FOUND NOT_FOUND FAULT_COMPLETED FAULT_COMPLETED',
};
const status = { E0001: 422, NOT_FOUND: 404 } as Record<string, number>;
const cases = Object.entries(table).flatMap(([act, row]) =>
  row.split(' ').map((result, i) => [act as Act, faultStatuses[i] as FaultStatus, result] as const),
);

describe('through the door', () => {
  it.each(cases)('%s of a report that is %s: %s', async (act, from, result) => {
    const id = await reportIn(from);
    const before = await rowOf(id);
    expect(await refusal(acts[act](id, head))).toEqual(result === '=' ? 'allowed' : [status[result] ?? 409, result]);
    if (result !== '=') expect(await rowOf(id)).toEqual(before);
  });

  it('a report cannot be created by hand, or restored', async () => {
    const id = await reportIn('repairCompleted');
    for (const [method, path] of [
      ['POST', '/api/faults'],
      ['DELETE', `/api/faults/${id}`],
      ['PUT', `/api/faults/${id}`],
      ['POST', `/api/faults/${id}/reopen`],
    ] as const)
      expect((await fetch(`${server.url}${path}`, { method, headers: { 'x-access-token': head } })).status).toBe(404);
  });

  it('an agency reaches its own only, whatever number it guesses', async () => {
    const mine = await reportIn('occurred');
    for (const [name, act] of Object.entries(acts))
      expect([name, await refusal(act(mine, sora))]).toEqual([name, [404, 'NOT_FOUND']]);
    const reads = [faults.get, faults.replay, faults.customer] as const;
    for (const read of reads)
      expect([read.path, await refusal(server.call(read, { params: { id: mine } }, sora))]).toEqual([
        read.path,
        [404, 'NOT_FOUND'],
      ]);
    expect(
      await refusal(server.call(faults.acceptMany, { body: { ...body(), agencyId: orgs.sora, ids: [mine] } }, sora)),
    ).toEqual([409, 'FAULT_BULK_REFUSED']);
    // one that does not exist is answered the same
    for (const read of reads)
      expect(await refusal(server.call(read, { params: { id: 999_999 } }, sora))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(acts.take(mine, nami))).toBe('allowed');
    expect(await refusal(server.call(faults.people, { query: { agencyId: orgs.nami } }, sora))).toEqual([
      422,
      'NOT_AN_AGENCY',
    ]);
  });
});

describe('pictures of a report', () => {
  const upload = async (token: string): Promise<string> => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a30' } })
      .png()
      .toBuffer();
    return (
      await server.call(
        images.upload,
        {
          file: {
            name: 'leak.png',
            size: bytes.length,
            arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
          },
        },
        token,
      )
    ).id;
  };

  it('are five at the most, are visible to colleagues, are in the timeline, and stay with a completed report', async () => {
    const id = await reportIn('accepted');
    const first = await upload(nami);
    expect(
      await server.call(faults.addImage, { params: { id }, body: { imageId: first, alt: 'oil under the pump' } }, nami),
    ).toMatchObject([{ id: first, alt: 'oil under the pump', by: 'DEALER ADMIN' }]);
    for (let n = 0; n < 4; n++)
      await server.call(faults.addImage, { params: { id }, body: { imageId: await upload(nami) } }, nami);
    expect(
      await refusal(server.call(faults.addImage, { params: { id }, body: { imageId: await upload(nami) } }, nami)),
    ).toEqual([409, 'FAULT_IMAGES_FULL']);
    const report = await server.call(faults.get, { params: { id } }, head);
    expect(report.images).toHaveLength(5);
    expect(report.images[0]?.id).toBe(first);
    expect(
      (await server.call(images.get, { params: { id: first }, query: { size: 'thumb' } }, head)).bytes.byteLength,
    ).toBeGreaterThan(20);
    expect(await server.call(faults.removeImage, { params: { id, imageId: first } }, nami)).toHaveLength(4);
    expect(
      (await server.call(faults.get, { params: { id } }, head)).steps.map((s) => [s.name, s.note]).slice(-6),
    ).toEqual([
      ['fault.imageAdded', 'oil under the pump'],
      ...Array.from({ length: 4 }, () => ['fault.imageAdded', null]),
      ['fault.imageRemoved', null],
    ]);
    const kept = (await server.call(faults.get, { params: { id } }, head)).images[0]?.id ?? '';
    await acts.processing(id, nami);
    expect(await refusal(server.call(faults.removeImage, { params: { id, imageId: kept } }, nami))).toEqual([
      409,
      'FAULT_COMPLETED',
    ]);
    expect(
      await refusal(server.call(faults.addImage, { params: { id }, body: { imageId: await upload(nami) } }, nami)),
    ).toEqual([409, 'FAULT_COMPLETED']);
  });

  it('are not added or removed with an outdated version', async () => {
    const id = await reportIn('accepted');
    const imageId = await upload(nami);
    await server.call(faults.addImage, { params: { id }, body: { imageId } }, nami);
    const { version } = await server.call(faults.get, { params: { id } }, nami);
    const more = { imageId: await upload(nami) };
    await server.call(faults.note, { params: { id }, body: { memo: 'The pump is to stay as it is' } }, head);
    const expected = {
      error: {
        code: 'CHANGED_MEANWHILE',
        values: { by: 'HEAD_OFFICE ADMIN', what: 'fault.noted', version: version + 1 },
      },
    };
    await expect(
      server.call(faults.addImage, { params: { id }, body: { ...more, version } }, nami),
    ).rejects.toMatchObject(expected);
    await expect(
      server.call(faults.removeImage, { params: { id, imageId }, query: { version } }, nami),
    ).rejects.toMatchObject(expected);
    expect(
      await server.call(faults.addImage, { params: { id }, body: { ...more, version: version + 1 } }, nami),
    ).toHaveLength(2);
    // nor by the second to remove the same one: the conflict is more than a missing image
    const theirs = await upload(head);
    const before = (await server.call(faults.addImage, { params: { id }, body: { imageId: theirs } }, head)).length;
    const { version: now } = await server.call(faults.get, { params: { id } }, nami);
    expect(
      await server.call(faults.removeImage, { params: { id, imageId: theirs }, query: { version: now } }, head),
    ).toHaveLength(before - 1);
    await expect(
      server.call(faults.removeImage, { params: { id, imageId: theirs }, query: { version: now } }, nami),
    ).rejects.toMatchObject({
      error: { code: 'CHANGED_MEANWHILE', values: { by: 'HEAD_OFFICE ADMIN', what: 'fault.imageRemoved' } },
    });
    // one's own action is no conflict
    expect(
      await server.call(faults.removeImage, { params: { id, imageId }, query: { version: now + 1 } }, nami),
    ).toHaveLength(1);
  });

  it('must be the caller’s own and of one report: a colleague’s or one of another record is refused', async () => {
    const [one, other] = [await reportIn('accepted'), await reportIn('accepted')];
    const theirs = await upload(head);
    const unknown = [422, 'E0001'];
    expect(
      await refusal(server.call(faults.addImage, { params: { id: one }, body: { imageId: theirs } }, nami)),
    ).toEqual(unknown);
    const mine = await upload(nami);
    await server.call(faults.addImage, { params: { id: one }, body: { imageId: mine } }, nami);
    expect(
      await refusal(server.call(faults.addImage, { params: { id: other }, body: { imageId: mine } }, nami)),
    ).toEqual(unknown);
    expect(await refusal(server.call(faults.removeImage, { params: { id: other, imageId: mine } }, nami))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect((await server.call(faults.get, { params: { id: one } }, nami)).images).toHaveLength(1);
  });

  it('added by several at the same moment are not more than five', async () => {
    const id = await reportIn('occurred');
    const ids = await Promise.all(Array.from({ length: 7 }, () => upload(head)));
    const answers = await Promise.all(
      ids.map((imageId) => refusal(server.call(faults.addImage, { params: { id }, body: { imageId } }, head))),
    );
    expect(answers.filter((a) => a === 'allowed')).toHaveLength(5);
    expect((await server.call(faults.get, { params: { id } }, head)).images).toHaveLength(5);
  });
});

const rowOf = async (id: number): Promise<unknown> =>
  (await server.database.query<unknown[]>('SELECT * FROM fault_report WHERE id = $1', [id]))[0];
