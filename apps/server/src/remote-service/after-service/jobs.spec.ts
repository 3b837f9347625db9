import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterService, type ServiceJob } from '@headland/contracts/after-service';
import type { Input } from '@headland/contracts/endpoint';
import { exports as exporting } from '@headland/contracts/export';
import { faults } from '@headland/contracts/fault';
import { images } from '@headland/contracts/file';
import { dayOf } from '@headland/domain/zone-day';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { ExportsModule } from '../../files/exports/exports.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { ImagesModule } from '../../files/images/images.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeFaultReports,
  makeOrganizations,
  makeVehicle,
  openDiagnosis,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { RemoteServiceModule } from '../remote-service.module';

let server: TestServer;
let at: Organizations;
let tokens: Record<'head' | 'other' | 'staff' | 'nami' | 'noa' | 'plant', string>;
let vehicle: MadeVehicle;

beforeAll(async () => {
  server = await startServer([
    SessionModule,
    DevicesModule,
    ImagesModule,
    ExportsModule,
    FaultsModule,
    RemoteServiceModule,
  ]);
  at = await makeOrganizations(server.database);
  const login = async (...caller: Parameters<typeof makeAccount> extends [unknown, ...infer W] ? W : never) =>
    server.login(await makeAccount(server.database, ...caller));
  tokens = {
    head: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Kim Minsu' }),
    other: await login('HEAD_OFFICE', 'ADMIN', at.headOffice, { name: 'Lee Jiho' }),
    staff: await login('HEAD_OFFICE', 'STAFF', at.headOffice),
    nami: await login('DEALER', 'ADMIN', at.nami),
    noa: await login('DEALER', 'ADMIN', at.noa),
    plant: await login('PRODUCTION', 'ADMIN', at.headOffice),
  };
});
afterAll(() => server.stop());
beforeEach(async () => {
  vehicle = await makeVehicle(server.database, at.nami);
});

const sheet = { symptom: '공회전이 거칠다', visitOn: '2026-11-20' };
const start = (over: object = {}, token = tokens.nami, id = vehicle.id): Promise<ServiceJob> =>
  server.call(afterService.startJob, { params: { id }, body: { ...sheet, ...over } }, token);
const edit = (job: Pick<ServiceJob, 'id' | 'version'>, over: object = {}, token = tokens.nami): Promise<ServiceJob> =>
  server.call(
    afterService.editJob,
    {
      params: { jobId: job.id },
      body: { version: job.version, ...sheet, faultId: null, workDone: '', parts: [], labourMinutes: null, ...over },
    },
    token,
  );
const close = (job: Pick<ServiceJob, 'id' | 'version'>, over: object = {}, token = tokens.nami) =>
  server.call(
    afterService.closeJob,
    {
      params: { jobId: job.id },
      body: { version: job.version, workDone: '2번 인젝터 교체', result: 'repaired', ...over },
    },
    token,
  );
const get = (id: number, token = tokens.nami): Promise<ServiceJob> =>
  server.call(afterService.get, { params: { jobId: id } }, token);
const page = (token = tokens.nami) => server.call(afterService.job, { params: { id: vehicle.id } }, token);
const events = async (): Promise<string[]> =>
  (await readLog(server.database, 0, 100_000))
    .filter((e) => e.name.startsWith('serviceJob.') && 'vehicleId' in e.payload && e.payload.vehicleId === vehicle.id)
    .map((e) => e.name.slice(11));

describe('a job', () => {
  it('is started, written, closed with its result, and locked', async () => {
    expect(await page()).toMatchObject({ job: null, faults: [] });
    const job = await start();
    expect(job).toMatchObject({
      state: 'open',
      version: 1,
      ...sheet,
      vehicle: { id: vehicle.id, vin: vehicle.vin },
      by: 'DEALER ADMIN',
      organization: 'Nami',
      workDone: null,
      result: null,
    });
    const parts = [
      { partCode: 'INJ4402', count: 1 },
      { partCode: 'GSK1', count: 4 },
    ];
    const written = await edit(job, { workDone: '압축 시험, 2번 인젝터 교체', parts, labourMinutes: 90 });
    expect(written).toMatchObject({
      version: 2,
      workDone: '압축 시험, 2번 인젝터 교체',
      parts,
      labourMinutes: 90,
      state: 'open',
    });
    const done = await close(written);
    expect(done).toMatchObject({
      job: { state: 'closed', result: 'repaired', workDone: '2번 인젝터 교체', closedBy: 'DEALER ADMIN', parts },
      completable: null,
    });
    expect(Date.parse(done.job.closedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(done.job.startedAt));

    expect(await refusal(edit(done.job))).toEqual([409, 'JOB_CLOSED']);
    expect(await refusal(close(done.job))).toEqual([409, 'JOB_CLOSED']);
    expect(await get(job.id)).toEqual(done.job);
    // the page shows it until there is a newer one
    expect((await page()).job?.id).toBe(job.id);
    const next = await start();
    expect((await page()).job).toMatchObject({ id: next.id, state: 'open' });
    expect(await events()).toEqual(['started', 'changed', 'closed', 'started']);
  });

  it('is one at a time on a vehicle, also of two that are started in the same moment', async () => {
    const both = await Promise.all([refusal(start()), refusal(start({}, tokens.head))]);
    expect(both.filter((b) => b === 'allowed')).toHaveLength(1);
    expect(both).toContainEqual([409, 'JOB_ALREADY_OPEN']);
    expect(await refusal(start({}, tokens.other))).toEqual([409, 'JOB_ALREADY_OPEN']);
    expect(await events()).toEqual(['started']);
    // another vehicle is another matter
    expect(await refusal(start({}, tokens.nami, (await makeVehicle(server.database, at.nami)).id))).toBe('allowed');
  });

  it('is for those who may, on vehicles they see', async () => {
    expect(await refusal(start({}, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(start({}, tokens.plant))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(start({}, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(start({}, tokens.nami, 999_999))).toEqual([404, 'NOT_FOUND']);
    const job = await start();
    for (const act of [(t: string) => edit(job, {}, t), (t: string) => close(job, {}, t)]) {
      expect(await refusal(act(tokens.staff))).toEqual([403, 'FORBIDDEN']);
      expect(await refusal(act(tokens.noa))).toEqual([404, 'NOT_FOUND']);
    }
    const jobs = () => server.call(afterService.jobs, { params: { id: vehicle.id }, query: {} }, tokens.noa);
    for (const read of [() => get(job.id, tokens.noa), () => page(tokens.noa), jobs])
      expect(await refusal(read())).toEqual([404, 'NOT_FOUND']);
    expect((await get(job.id, tokens.staff)).id).toBe(job.id);
    expect(await refusal(get(job.id, tokens.plant))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(get(999_999))).toEqual([404, 'NOT_FOUND']);
    expect(await events()).toEqual(['started']);
  });

  it('cannot be overwritten with an outdated version', async () => {
    const job = await start();
    const both = await Promise.all([
      refusal(edit(job, { workDone: 'a' })),
      refusal(edit(job, { workDone: 'b' }, tokens.head)),
    ]);
    expect(both.filter((b) => b === 'allowed')).toHaveLength(1);
    expect(both).toContainEqual([409, 'CHANGED_MEANWHILE']);
    expect(await refusal(close(job))).toEqual([409, 'CHANGED_MEANWHILE']);
    const now = await get(job.id);
    expect(now.version).toBe(2);
    // of two that close it at once one has closed it
    const closing = await Promise.all([refusal(close(now)), refusal(close(now, {}, tokens.head))]);
    expect(closing.filter((c) => c === 'allowed')).toHaveLength(1);
    expect(closing).toContainEqual([409, 'JOB_CLOSED']);
  });

  it.each<[string, (job: ServiceJob) => Promise<unknown>]>([
    ['no symptom', (job) => edit(job, { symptom: '' })],
    ['a day that is none', (job) => edit(job, { visitOn: '2026-02-30' })],
    ['a part code in small letters', (job) => edit(job, { parts: [{ partCode: 'inj', count: 1 }] })],
    ['no part at all', (job) => edit(job, { parts: [{ partCode: 'INJ', count: 0 }] })],
    ['a part twice', (job) => edit(job, { parts: Array.from({ length: 2 }, () => ({ partCode: 'INJ', count: 1 })) })],
    ['half a minute', (job) => edit(job, { labourMinutes: 0.5 })],
    ['an emoji', (job) => edit(job, { workDone: '🔧' })],
    ['nothing done', (job) => close(job, { workDone: '' })],
    ['no result', (job) => close(job, { result: null })],
  ])('is not kept with %s', async (_, act) => {
    const job = await start();
    expect(await refusal(act(job))).toEqual([422, 'E0001']);
    expect(await get(job.id)).toEqual(job);
  });
});

describe('the fault report of a job', () => {
  it('is an open one of its vehicle, and can be completed with it once it was accepted', async () => {
    const [occurred = 0, accepted = 0] = await makeFaultReports(server.database, vehicle.id, at.nami, [
      'occurred',
      'accepted',
    ]);
    const other = await makeVehicle(server.database, at.nami);
    const [foreign = 0] = await makeFaultReports(server.database, other.id, at.nami, ['accepted']);
    expect((await page()).faults.map((f) => f.id).toSorted()).toEqual([occurred, accepted].toSorted());
    expect(await refusal(start({ faultId: foreign }))).toEqual([422, 'E0001']);
    expect(await refusal(start({ faultId: 999_999 }))).toEqual([422, 'E0001']);

    const job = await start({ faultId: occurred });
    expect(job.fault).toMatchObject({ id: occurred, status: 'occurred' });
    expect(await refusal(edit(job, { faultId: foreign }))).toEqual([422, 'E0001']);
    const linked = await edit(job, { faultId: accepted });
    const { completable } = await close(linked);
    expect(completable).toMatchObject({ id: accepted, code: linked.fault?.code });
    // which is done through its own door
    const done = await server.call(
      faults.complete,
      { params: { id: completable?.id ?? 0 }, body: { kind: 'repair', memo: '수리 완료', repairedOn: today() } },
      tokens.nami,
    );
    expect(done.status).toBe('repairCompleted');
    expect((await get(job.id)).fault).toMatchObject({ id: accepted, status: 'repairCompleted' });
    expect((await page()).faults.map((f) => f.id)).toEqual([occurred]);
  });

  it('that is not accepted is not offered, and one that was completed meanwhile stays', async () => {
    const [occurred = 0, accepted = 0] = await makeFaultReports(server.database, vehicle.id, at.nami, [
      'occurred',
      'accepted',
    ]);
    const job = await start({ faultId: accepted });
    await server.call(
      faults.complete,
      { params: { id: accepted }, body: { kind: 'processing', memo: '처리' } },
      tokens.nami,
    );
    const kept = await edit(job, { faultId: accepted, workDone: 'a' });
    expect(kept.fault).toMatchObject({ id: accepted, status: 'processingCompleted' });
    const moved = await edit(kept, { faultId: occurred });
    expect(await refusal(edit(moved, { faultId: accepted }))).toEqual([422, 'E0001']);
    expect((await close(moved)).completable).toBeNull();
  });
});

describe('pictures of a job', () => {
  const upload = async (token: string): Promise<string> => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#a30' } })
      .png()
      .toBuffer();
    return (
      await server.call(
        images.upload,
        {
          file: {
            name: 'pump.png',
            size: bytes.length,
            arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
          },
        },
        token,
      )
    ).id;
  };
  const add = (jobId: number, imageId: string, token = tokens.nami) =>
    server.call(afterService.addImage, { params: { jobId }, body: { imageId, alt: 'the pump' } }, token);
  const remove = (jobId: number, imageId: string, token = tokens.nami) =>
    server.call(afterService.removeImage, { params: { jobId, imageId } }, token);

  it('are five at the most, one’s own, and stay once it is closed', async () => {
    const job = await start();
    const first = await upload(tokens.nami);
    expect(await refusal(add(job.id, first, tokens.head))).toEqual([422, 'E0001']);
    expect(await refusal(add(job.id, first, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(add(job.id, first, tokens.staff))).toEqual([403, 'FORBIDDEN']);
    expect(await add(job.id, first)).toMatchObject([{ id: first, alt: 'the pump', by: 'DEALER ADMIN' }]);
    expect(await refusal(add(job.id, first))).toEqual([422, 'E0001']);
    for (let n = 0; n < 4; n++) await add(job.id, await upload(tokens.nami));
    expect(await refusal(add(job.id, await upload(tokens.nami)))).toEqual([409, 'JOB_IMAGES_FULL']);
    expect(await refusal(remove(job.id, await upload(tokens.nami)))).toEqual([404, 'NOT_FOUND']);
    expect(await remove(job.id, first)).toHaveLength(4);
    // a picture is no field of the report: an open form stays valid
    const { job: closed } = await close(job);
    expect(closed.images).toHaveLength(4);
    expect(await refusal(remove(job.id, closed.images[0]?.id ?? ''))).toEqual([409, 'JOB_CLOSED']);
    expect(await refusal(add(job.id, await upload(tokens.nami)))).toEqual([409, 'JOB_CLOSED']);
  });

  it('cannot be added or removed with an outdated version of the pictures or the report', async () => {
    const job = await start();
    const seen = async () => (await get(job.id)).seenEvent;
    const addSeen = async (version: number) =>
      server.call(
        afterService.addImage,
        { params: { jobId: job.id }, body: { imageId: await upload(tokens.nami), version } },
        tokens.nami,
      );
    const removeSeen = (imageId: string, version: number) =>
      server.call(afterService.removeImage, { params: { jobId: job.id, imageId }, query: { version } }, tokens.nami);
    const refused = (act: Promise<unknown>) =>
      act.then(
        () => 'allowed',
        ({ error }: { error: { code: string; values: { by: string; what: string; version: number } } }) => [
          error.code,
          error.values.by,
          error.values.what,
        ],
      );
    const expected = ['CHANGED_MEANWHILE', 'Kim Minsu', 'serviceJob.changed'];

    const [first] = await add(job.id, await upload(tokens.nami));
    const before = await seen();
    // events of other machines are left out
    const other = await start({}, tokens.head, (await makeVehicle(server.database, at.nami)).id);
    await edit(other, { symptom: 'another machine' }, tokens.head);
    expect(await addSeen(before)).toHaveLength(2);
    const [kept] = await remove(job.id, first?.id ?? '', tokens.head);
    expect(await refused(addSeen(before))).toEqual(expected);
    expect(await refused(removeSeen(kept?.id ?? '', before))).toEqual(expected);
    const values = await removeSeen(kept?.id ?? '', before).catch(
      (e: { error: { values: unknown } }) => e.error.values,
    );
    const { version } = values as { version: number };
    // sent as an event, and again by a resend; one's own changes are left out
    expect(await addSeen(version)).toHaveLength(2);
    expect(await removeSeen(kept?.id ?? '', version)).toHaveLength(1);
    // a colleague's change is included
    const now = await seen();
    await edit(job, { workDone: 'the pump stays' }, tokens.head);
    expect(await refused(addSeen(now))).toEqual(expected);
    expect(await addSeen(await seen())).toHaveLength(2);
  });
});

describe('lists', () => {
  const list = (query: Input<typeof afterService.list>['query'], token = tokens.nami) =>
    server.call(afterService.list, { query: { online: 'all', ...query } }, token);
  const days = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString();

  it('of vehicles show the newest job and are filtered and sorted by it', async () => {
    const [closedOn, openOn, never] = [
      vehicle,
      await makeVehicle(server.database, at.nami),
      await makeVehicle(server.database, at.nami),
    ];
    await close(await start());
    const [faultId = 0] = await makeFaultReports(server.database, openOn.id, at.nami, ['accepted']);
    const open = await start({ faultId }, tokens.nami, openOn.id);
    const ours = [closedOn, openOn, never].map((v) => v.id);
    const shown = async (job: ('open' | 'inProgress' | 'closed' | 'none')[]) =>
      (await list({ job, size: 100 })).rows.map((r) => r.id).filter((id) => ours.includes(id));
    expect(await shown(['open'])).toEqual([openOn.id]);
    expect(await shown(['inProgress'])).toEqual([]);
    expect(await shown(['closed'])).toEqual([closedOn.id]);
    expect(await shown(['none'])).toEqual([never.id]);
    expect((await shown(['open', 'none'])).toSorted()).toEqual([openOn.id, never.id].toSorted());
    expect((await shown(['open', 'closed'])).toSorted()).toEqual([openOn.id, closedOn.id].toSorted());
    expect((await shown([])).toSorted()).toEqual(ours.toSorted());
    const {
      rows,
      page: { total },
    } = await list({ vin: openOn.vin, job: ['open'] });
    expect([total, rows[0]?.job]).toEqual([
      1,
      { id: open.id, state: 'open', symptom: sheet.symptom, fault: { id: faultId, code: 'E01' }, by: 'DEALER ADMIN' },
    ]);
    const byNumber = (await list({ sort: 'jobNo', order: 'desc', size: 100 })).rows.filter((r) => ours.includes(r.id));
    expect(byNumber.map((r) => r.id)).toEqual([openOn.id, closedOn.id, never.id]);
    // those that can be reached, unless something else is asked for
    expect((await server.call(afterService.list, { query: { vin: openOn.vin } }, tokens.nami)).page.total).toBe(0);
    expect((await list({ vin: openOn.vin }, tokens.noa)).page.total).toBe(0);
    expect(await refusal(list({}, tokens.plant))).toEqual([403, 'FORBIDDEN']);
  });

  it('of jobs are filtered by time, state, result, part and person', async () => {
    const first = await edit(await start(), { parts: [{ partCode: 'INJ4402', count: 1 }] });
    await close(first, { result: 'followUp' }, tokens.head);
    const second = await start({}, tokens.head);
    const jobs = async (query: object, token = tokens.nami) =>
      (await server.call(afterService.jobs, { params: { id: vehicle.id }, query }, token)).rows.map((r) => r.id);
    expect(await jobs({})).toEqual([second.id, first.id]);
    expect(await jobs({ sort: 'id', order: 'asc' })).toEqual([first.id, second.id]);
    expect(await jobs({ sort: 'closedAt' })).toEqual([first.id, second.id]);
    expect(await jobs({ state: ['closed'] })).toEqual([first.id]);
    expect(await jobs({ result: ['followUp'] })).toEqual([first.id]);
    expect(await jobs({ result: ['noFault'] })).toEqual([]);
    expect(await jobs({ part: 'inj44' })).toEqual([first.id]);
    // the starter or the closer
    expect(await jobs({ by: 'kim' })).toEqual([second.id, first.id]);
    expect(await jobs({ by: 'dealer' })).toEqual([first.id]);
    expect(await jobs({ to: '2000-01-01T00:00:00Z' })).toEqual([]);
    expect(await jobs({ from: days(20) })).toHaveLength(2);
    expect(await refusal(jobs({ from: '2000-01-01T00:00:00Z' }))).toEqual([422, 'PERIOD_TOO_LONG']);
  });

  it('go out as workbooks and a sheet as a PDF, to those who may read them', async () => {
    const job = await start();
    await close(await edit(job, { parts: [{ partCode: 'INJ4402', count: 2 }] }));
    const take = (
      list: 'afterService' | 'serviceJobs' | 'serviceWrites',
      filter: Record<string, string>,
      token = tokens.nami,
    ) => server.call(exporting.create, { body: { list, filter } }, token);
    expect(await take('afterService', { online: 'all', vin: vehicle.vin, job: 'closed', sort: 'jobNo' })).toMatchObject(
      { state: 'ready', total: 1, written: 1 },
    );
    expect(await take('serviceJobs', { id: String(vehicle.id) })).toMatchObject({ state: 'ready', total: 1 });
    expect(await take('serviceWrites', { id: String(vehicle.id) })).toMatchObject({ state: 'ready', total: 0 });
    expect(await refusal(take('serviceJobs', { id: String(vehicle.id) }, tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(take('serviceWrites', { id: String(vehicle.id) }, tokens.plant))).toEqual([403, 'FORBIDDEN']);
    const report = (token: string) => server.call(afterService.jobReport, { params: { jobId: job.id } }, token);
    const sheetOnPaper = await report(tokens.staff);
    expect([Buffer.from(sheetOnPaper.bytes).subarray(0, 5).toString(), sheetOnPaper.name]).toEqual([
      '%PDF-',
      `job_${vehicle.vin}_${job.id}.pdf`,
    ]);
    expect(await refusal(report(tokens.noa))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(report(tokens.plant))).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a session for after-service', () => {
  it('has begun the job that is started then; for remote diagnosis it is open', async () => {
    const session = await openDiagnosis(server.database, {
      vehicleId: vehicle.id,
      deviceId: vehicle.deviceId,
      organizationId: at.nami,
    });
    expect((await start()).state).toBe('open');
    const other = await makeVehicle(server.database, at.nami);
    const served = await openDiagnosis(server.database, {
      vehicleId: other.id,
      deviceId: other.deviceId,
      organizationId: at.nami,
    });
    await server.database.query(
      "UPDATE diagnosis_session SET kind = 'afterService', connected_at = now() WHERE id = ANY($1)",
      [[served]],
    );
    const job = await start({}, tokens.nami, other.id);
    expect([job.state, job.begunAt]).toEqual(['inProgress', job.startedAt]);
    await server.database.query(
      "UPDATE diagnosis_session SET state = 'disconnected', ended_at = now() WHERE id = ANY($1)",
      [[session, served]],
    );
  });
});

// in the time zone of a call that names none
const today = (): string => dayOf(Date.now(), 'UTC');
