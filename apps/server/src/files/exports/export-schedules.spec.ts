import { CommandBus } from '@nestjs/cqrs';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '@headland/contracts/endpoint';
import { exports as exporting } from '@headland/contracts/export';
import { type ExportSchedule, exportSchedules, schedulesOfOne } from '@headland/contracts/export-schedule';
import { notifications } from '@headland/contracts/notification';
import { users } from '@headland/contracts/user';
import { DevicesModule } from '../../fleet/devices/devices.module';
import { VehiclesModule } from '../../fleet/vehicles/vehicles.module';
import { FaultsModule } from '../../incidents/faults/faults.module';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { SessionModule } from '../../people/session/session.module';
import { UsersModule } from '../../people/users/users.module';
import { refusal } from '../../testing/alerts';
import { type LogLine, Refused, startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { AskForExportsWhenScheduled } from './ask-for-exports-when-scheduled';
import { ExportsModule } from './exports.module';
import { WriteExport } from './write-export.command';

let server: TestServer;
const lines: LogLine[] = [];
let orgs: Organizations;
let me: Account;
let mine: string;
let colleague: string;
let headOffice: string;
let vin: string;

beforeAll(async () => {
  server = await startServer(
    [
      ...[SessionModule, UsersModule, DevicesModule, VehiclesModule, FaultsModule],
      ...[DeliveriesModule, NotificationsModule, ExportsModule],
    ],
    { lines },
  );
  orgs = await makeOrganizations(server.database);
  colleague = await server.login(await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami));
  headOffice = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
  vin = (await makeVehicle(server.database, orgs.nami)).vin;
  await makeVehicle(server.database, orgs.sora);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.query('DELETE FROM export_schedule');
  me = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
  mine = await server.login(me);
});

type Body = Input<typeof exportSchedules.create>['body'];
const times = { every: 'day', weekday: 1, hour: 7, timeZone: 'Asia/Seoul' } as const;
const save = (over: Partial<Body> = {}, token = mine): Promise<ExportSchedule> =>
  server.call(exportSchedules.create, { body: { list: 'vehicles', name: 'Our machines', ...times, ...over } }, token);
const own = (token = mine): Promise<ExportSchedule[]> => server.call(exportSchedules.list, {}, token);
const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (e: unknown) => (e instanceof Refused ? (e.error.fields ?? e.error.code) : Promise.reject(e as Error)),
  );
/** As if its time had come, in the jobs process. */
async function come(id: number): Promise<void> {
  await server.database.query("UPDATE export_schedule SET next_at = now() - interval '3 days' WHERE id = $1", [id]);
  await server.app.get(AskForExportsWhenScheduled).run();
  const asked = await server.database.query<{ id: number }[]>(
    'SELECT id FROM list_export WHERE waited_for ORDER BY id',
  );
  for (const row of asked) await server.app.get(CommandBus).execute(new WriteExport(row.id));
}
const mails = (): Promise<{ title: string; text: string }[]> =>
  server.database.query("SELECT title, text FROM delivery WHERE channel = 'email' AND subject_id = $1 ORDER BY id", [
    me.userId,
  ]);

describe('a scheduled export', () => {
  it('is each member’s own', async () => {
    const schedule = await save();
    expect(schedule).toMatchObject({ list: 'vehicles', name: 'Our machines', ...times, lastAt: null, problem: null });
    expect(Date.parse(schedule.nextAt ?? '')).toBeGreaterThan(Date.now());
    expect(schedule.nextAt).toMatch(/T22:00:00/u);
    expect(await own(colleague)).toEqual([]);
    const params = { id: schedule.id };
    for (const token of [colleague, headOffice]) {
      const body = { name: 'Mine now', ...times };
      expect(await refusal(server.call(exportSchedules.change, { params, body }, token))).toEqual([404, 'NOT_FOUND']);
      expect(await refusal(server.call(exportSchedules.remove, { params }, token))).toEqual([404, 'NOT_FOUND']);
    }
    const body = { name: 'On Mondays', ...times, every: 'week' as const };
    await server.call(exportSchedules.change, { params, body }, mine);
    expect(await own()).toMatchObject([{ name: 'On Mondays', every: 'week' }]);
    await server.call(exportSchedules.remove, { params }, mine);
    expect(await own()).toEqual([]);
  });

  it('is written when its time has come, once for all that were missed, and announced by e-mail with a link', async () => {
    const { id } = await save({ filter: { vin: '' } });
    await come(id);
    await come(0);
    const written = await server.call(exporting.own, { query: { list: ['vehicles'] } }, mine);
    expect(written).toMatchObject([{ state: 'ready', total: 1 }]);
    const file = await server.send(exporting.file, { params: { id: written[0]?.id ?? 0 } }, mine);
    const book = await readXlsx(new Uint8Array(await file.arrayBuffer()));
    expect(JSON.stringify(book.sheets[0]?.rows)).toContain(vin);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.title).toContain('Our machines');
    // no rows leave the house by mail
    expect(mail?.text).not.toContain(vin);
    expect((await server.call(notifications.list, { query: {} }, mine)).rows).toMatchObject([{ kind: 'export' }]);
    const [after] = await own();
    expect(Date.parse(after?.nextAt ?? '')).toBeGreaterThan(Date.now());
    expect(after?.lastAt).not.toBeNull();
  });

  it('has the days that a period’s name means at that moment', async () => {
    const { id } = await save({ list: 'faults', filter: { tab: 'all', from: '@yesterday' } });
    await come(id);
    const [row] = await server.database.query<{ filter: Record<string, string> }[]>(
      "SELECT request -> 'body' -> 'filter' AS filter FROM list_export WHERE user_id = $1",
      [me.userId],
    );
    const [from, to] = [row?.filter.from ?? '', row?.filter.to ?? ''].map((at) => Date.parse(at));
    expect((to ?? 0) - (from ?? 0)).toBe(24 * 3_600_000 - 1);
    expect(Date.now() - (to ?? 0)).toBeLessThan(24 * 3_600_000);
  });

  it('of each month, with this month for its period, has the whole month before', async () => {
    const { id } = await save({ list: 'faults', filter: { tab: 'all', from: '@month' }, every: 'month' });
    await come(id);
    const [row] = await server.database.query<{ from: string; to: string }[]>(
      `SELECT (request -> 'body' -> 'filter' ->> 'from')::timestamptz AT TIME ZONE $2 AS from,
         (request -> 'body' -> 'filter' ->> 'to')::timestamptz AT TIME ZONE $2 + interval '1 ms' AS to
       FROM list_export WHERE user_id = $1 AND request -> 'body' -> 'filter' ->> 'from' IS NOT NULL`,
      [me.userId, times.timeZone],
    );
    const [whole] = await server.database.query<{ from: string; to: string }[]>(
      "SELECT m - interval '1 month' AS from, m AS to FROM (SELECT date_trunc('month', now() AT TIME ZONE $1) AS m) x",
      [times.timeZone],
    );
    expect(row).toEqual(whole);
  });

  it('is in the language that its member reads by then', async () => {
    const header = async (): Promise<unknown> => {
      const [newest] = await server.call(exporting.own, { query: { list: ['vehicles'] } }, mine);
      const file = await server.send(exporting.file, { params: { id: newest?.id ?? 0 } }, mine);
      return (await readXlsx(new Uint8Array(await file.arrayBuffer()))).sheets[0]?.rows[0]?.[1];
    };
    const { id } = await save();
    const headers: unknown[] = [];
    for (const language of ['ko', 'en']) {
      await server.database.query('UPDATE user_account SET language = $2 WHERE id = $1', [me.userId, language]);
      await come(id);
      headers.push(await header());
    }
    expect(headers).toEqual(['차대번호', 'VIN']);
  });

  it('stops when its member may not have the list any more, and goes on when that is saved again', async () => {
    const { id } = await save();
    await server.database.query('UPDATE user_account SET organization_id = $2 WHERE id = $1', [me.userId, orgs.sora]);
    await come(id);
    const again = await server.login(me);
    expect(await own(again)).toMatchObject([{ nextAt: null, problem: 'FORBIDDEN' }]);
    expect(await server.call(exporting.own, { query: { list: ['vehicles'] } }, again)).toMatchObject([
      { state: 'failed', problem: { code: 'FORBIDDEN' } },
    ]);
    const body = { name: 'Here', ...times };
    await server.call(exportSchedules.change, { params: { id }, body }, again);
    await come(id);
    const [newest] = await server.call(exporting.own, { query: { list: ['vehicles'] } }, again);
    expect(newest).toMatchObject({ state: 'ready', total: 1 });
  });

  it('that cannot be asked for does not hold up the others, and the log has why', async () => {
    const broken = await save({ name: 'Of another release' });
    await server.database.query(
      "UPDATE export_schedule SET request = '{}', next_at = now() - interval '9 days' WHERE id = $1",
      [broken.id],
    );
    const fine = await save();
    await come(fine.id);
    const byId = new Map((await own()).map((schedule) => [schedule.id, schedule.lastAt]));
    expect([byId.get(broken.id), typeof byId.get(fine.id)]).toEqual([null, 'string']);
    const line = lines.find(({ schedule }) => schedule === broken.id);
    expect(line).toMatchObject({ level: 50, error: { type: 'ZodError' } });
  });

  it('ends with its member', async () => {
    const { id } = await save();
    await server.call(users.remove, { params: { id: me.userId } }, headOffice);
    await come(id);
    expect(await server.database.query('SELECT 1 FROM export_schedule')).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it('is refused as its list would be, and with times that are none', async () => {
    expect(await fieldsOf(save({ list: 'models' }))).not.toBe('allowed');
    expect(await fieldsOf(save({ list: 'faults', filter: { from: '@never' } }))).toMatchObject({
      from: 'field.invalid',
    });
    expect(await fieldsOf(save({ hour: 24 }))).toEqual({ hour: 'field.invalid' });
    expect(await fieldsOf(save({ weekday: 7 }))).toEqual({ weekday: 'field.invalid' });
    expect(await fieldsOf(save({ timeZone: 'Mars/Olympus' }))).toHaveProperty('timeZone');
    expect(await own()).toEqual([]);
  });

  it('is one of a limited number', async () => {
    for (let i = 0; i < schedulesOfOne; i++) await save({ name: `Number ${i}` });
    expect(await fieldsOf(save())).toEqual({ name: 'field.schedulesFull' });
  });

  it('is in the log without its filter', async () => {
    const { id } = await save({ filter: { vin: 'T6SECRET' } });
    await server.call(exportSchedules.remove, { params: { id } }, mine);
    const logged = await server.database.query<{ name: string; payload: object }[]>(
      "SELECT name, payload FROM event_log WHERE payload ->> 'kind' = 'exportSchedule' AND payload ->> 'id' = $1 ORDER BY number",
      [String(id)],
    );
    expect(logged.map(({ name }) => name)).toEqual(['record.created', 'record.deleted']);
    expect(JSON.stringify(logged)).not.toContain('T6SECRET');
  });
});
