import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedEvent } from '@headland/contracts/event-log';
import { type Kiosk, KioskBody, kioskHeader, kiosks, WallSettings, type WallStep } from '@headland/contracts/kiosk';
import { wall } from '@headland/contracts/wall';
import { LiveModule } from '../../live/stream/live.module';
import type { Caller } from '../../platform/caller';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, makeVehicle, type Organizations } from '../../testing/world';
import { WallModule } from '../../live/wall/wall.module';
import { ChangeKiosk } from './change-kiosk.command';
import { IssueKiosk } from './issue-kiosk.command';
import { SessionModule } from './session.module';

let server: TestServer;
let at: Organizations;
let admin: string;
const clients: Socket[] = [];

beforeAll(async () => {
  server = await startServer([SessionModule, WallModule, LiveModule]);
  at = await makeOrganizations(server.database);
  await makeVehicle(server.database, at.nami);
  await makeVehicle(server.database, at.sora);
  await server.database.query(
    `UPDATE vehicle_state s SET lat = CASE WHEN v.organization_id = $1 THEN 35 ELSE 37 END, lon = 127
     FROM vehicle v WHERE v.id = s.vehicle_id`,
    [at.nami],
  );
  admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
});
afterAll(() => server.stop());
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

const body = (organizationId: number, over: Partial<WallSettings> = {}) =>
  KioskBody.parse({ name: 'Control room', organizationId, ...over });
const issue = (organizationId: number, over: Partial<WallSettings> = {}, token = admin) =>
  server.call(kiosks.issue, { body: body(organizationId, over) }, token);
const change = ({ id, version }: Kiosk, to: ReturnType<typeof body>, token = admin) =>
  server.call(kiosks.change, { params: { id }, body: { ...to, version } }, token);
const open = async (token: string) =>
  (await server.call(kiosks.open, {}, null, { [kioskHeader]: token, 'x-forwarded-for': '203.0.113.7' })).accessToken;
const listed = async (id: number) => (await server.call(kiosks.list, {}, admin)).find((k) => k.id === id);
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const mapOf = (organizationId: number): WallStep => ({ view: 'map', organizationId, seconds: 20 });
const full: WallSettings = {
  ...{ language: 'en', theme: 'light', sound: true, volume: 40, sounds: ['sos', 'criticalFault'] },
  playlist: [{ view: 'figures', seconds: 15 }],
};

/** A display with its stream: the events that it gets, and the code with which the stream ends. */
async function display(token: string): Promise<{ events: LoggedEvent[]; ended: Promise<string> }> {
  const client = io(server.url, {
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  clients.push(client);
  const events: LoggedEvent[] = [];
  client.on('event', (e: LoggedEvent) => events.push(e));
  const ended = new Promise<string>((resolve) => client.on('ended', ({ code }: { code: string }) => resolve(code)));
  await new Promise<void>((resolve, reject) => client.on('connect', resolve).on('connect_error', reject));
  await new Promise((resolve) => client.emit('resume', { after: null }, resolve));
  return { events, ended };
}

describe('the configuration of a wall display', () => {
  it('comes with its picture: with the areas of its maps, and nobody else’s vehicles', async () => {
    const playlist = [mapOf(at.nami), mapOf(at.south), { view: 'consumables' as const, seconds: 30 }];
    const kiosk = await issue(at.headOffice, { ...full, playlist });
    const shown = await server.call(wall.picture, {}, await open(kiosk.token));
    expect(shown.settings).toEqual({ ...full, playlist });
    expect(shown.areas.map((a) => [a.organizationId, a.south, a.north])).toEqual([
      [at.south, 37, 37],
      [at.nami, 35, 35],
    ]);
    expect(shown.consumables).toEqual({ total: 0, rows: [] });
    const plain = await server.call(wall.picture, {}, await open((await issue(at.north)).token));
    expect(plain).toMatchObject({ settings: WallSettings.parse({}), areas: [], consumables: null });
    // a member has the console's own settings
    expect((await server.call(wall.picture, {}, admin)).settings).toBeNull();
  });

  it('changes: its own screens are told at once, those of others are not, and the history has it', async () => {
    const [kiosk, other] = [await issue(at.north), await issue(at.north)];
    const token = await open(kiosk.token);
    const [own, foreign] = [await display(token), await display(await open(other.token))];
    const changed = await change(kiosk, { ...body(at.north, full), name: 'Second wall' });
    expect(changed).toMatchObject({ ...full, name: 'Second wall', version: kiosk.version + 1 });
    await expect
      .poll(() => own.events.map((e) => [e.name, e.payload]))
      .toEqual([['kiosk.changed', { kioskId: kiosk.id }]]);
    expect(await server.call(wall.picture, {}, token)).toMatchObject({ name: 'Second wall', settings: full });
    expect(foreign.events).toEqual([]);
    const [{ changes } = { changes: [] }] = await server.database.query<{ changes: { field: string }[] }[]>(
      "SELECT payload->'changes' AS changes FROM event_log WHERE name = 'record.changed' AND payload->>'kind' = 'kiosk' AND payload->>'id' = $1",
      [String(kiosk.id)],
    );
    expect(changes).toEqual(
      expect.arrayContaining([
        { field: 'name', from: 'Control room', to: 'Second wall' },
        { field: 'playlist', from: 'tour 300 s', to: 'figures 15 s' },
      ]),
    );
  });

  it('with another scope: the stream begins anew, and shows what is in the new one', async () => {
    const kiosk = await issue(at.north);
    const token = await open(kiosk.token);
    const { ended } = await display(token);
    await change(kiosk, body(at.south));
    expect(await ended).toBe('E0105');
    expect(await server.call(wall.picture, {}, await open(kiosk.token))).toMatchObject({ organization: 'South' });
  });

  it('is refused when somebody else has changed it meanwhile', async () => {
    const kiosk = await issue(at.north);
    await change(kiosk, body(at.north, full));
    expect(await refused(change(kiosk, body(at.north)))).toMatchObject({
      status: 409,
      error: { code: 'CHANGED_MEANWHILE', values: { by: 'HEAD_OFFICE ADMIN' } },
    });
  });

  it.each([
    [[], { playlist: 'field.req' }],
    [[{ view: 'sos', seconds: 5 }], { 'playlist.0.seconds': 'field.invalid' }],
    [[{ view: 'map', seconds: 20 }], { 'playlist.0.organizationId': 'field.req' }],
  ])('is not saved with the playlist %j', async (playlist, fields) => {
    const kiosk = await issue(at.north);
    const wrong = { ...body(at.north), playlist: playlist as WallStep[] };
    expect((await refused(change(kiosk, wrong))).error).toMatchObject({ code: 'E0001', fields });
  });

  it('has maps of its own scope only', async () => {
    expect((await issue(at.north, { playlist: [mapOf(at.nami)] })).playlist).toEqual([mapOf(at.nami)]);
    const kiosk = await issue(at.north);
    const outside = body(at.north, { playlist: [mapOf(at.sora)] });
    for (const attempt of [() => change(kiosk, outside), () => issue(at.north, outside)])
      expect((await refused(attempt())).error).toMatchObject({
        code: 'E0001',
        fields: { playlist: 'kiosk.mapOutside' },
      });
  });

  it('is changed by those who may administer: others are refused, and so is what a superior has issued or revoked', async () => {
    const kiosk = await issue(at.north);
    for (const [group, role, where] of [
      ['HEAD_OFFICE', 'STAFF', at.headOffice],
      ['BIZ', 'ADMIN', at.headOffice],
      ['REGION', 'ADMIN', at.north],
    ] as const) {
      const token = await server.login(await makeAccount(server.database, group, role, where));
      expect(await refused(change(kiosk, body(at.north), token)), group).toMatchObject({ status: 403 });
      const rotate = server.call(kiosks.rotate, { params: { id: kiosk.id } }, token);
      expect(await refused(rotate), group).toMatchObject({ status: 403 });
    }
    const tsm = await server.login(await makeAccount(server.database, 'TSM', 'ADMIN', at.headOffice));
    const own = await issue(at.north, {}, tsm);
    expect((await change(own, body(at.north, full), tsm)).theme).toBe('light');
    for (const attempt of [
      () => change(kiosk, body(at.north), tsm),
      () => server.call(kiosks.rotate, { params: { id: kiosk.id } }, tsm),
    ])
      expect(await refused(attempt())).toMatchObject({ status: 403, error: { code: 'ISSUED_ABOVE' } });
    await server.call(kiosks.revoke, { params: { id: kiosk.id } }, admin);
    expect(await refused(change(kiosk, body(at.north)))).toMatchObject({ status: 404 });
  });

  it('never shows what its issuer may not see', async () => {
    const account = await makeAccount(server.database, 'REGION', 'ADMIN', at.north);
    const caller: Caller = {
      ...{ userId: account.userId, loginId: account.id, name: 'North', groupType: 'REGION', role: 'ADMIN' },
      ...{ organizationId: at.north, sessionId: '', kioskId: null, scope: { all: false, organizationId: at.north } },
      ...{ language: 'ko', timeZone: 'UTC', address: '', agent: null },
    };
    const own = await server.execute(new IssueKiosk(body(at.nami), caller));
    for (const organizationId of [at.headOffice, at.south, at.sora]) {
      const outside = { code: 'E0001', fields: { organizationId: 'field.invalid' } };
      await expect(server.execute(new IssueKiosk(body(organizationId), caller))).rejects.toMatchObject(outside);
      const moved = { ...body(organizationId), version: own.version };
      await expect(server.execute(new ChangeKiosk(own.id, moved, caller))).rejects.toMatchObject(outside);
    }
    const foreign = await issue(at.south);
    const taken = { ...body(at.north), version: foreign.version };
    await expect(server.execute(new ChangeKiosk(foreign.id, taken, caller))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a new token for a display', () => {
  it('keeps its configuration; the former one opens nothing, and its screens are out at once', async () => {
    const kiosk = await issue(at.north, full);
    const before = await open(kiosk.token);
    const { ended } = await display(before);
    const rotated = await server.call(kiosks.rotate, { params: { id: kiosk.id } }, admin);
    expect(rotated.token).not.toBe(kiosk.token);
    expect(rotated).toMatchObject({ id: kiosk.id, ...full, screens: 0 });
    expect(await ended).toBe('E0105');
    expect(await refused(server.call(wall.picture, {}, before))).toMatchObject({ error: { code: 'E0105' } });
    expect((await refused(open(kiosk.token))).error.code).toBe('BAD_TOKEN');
    expect((await server.call(wall.picture, {}, await open(rotated.token))).settings).toEqual(full);
    expect(JSON.stringify(await server.database.query('SELECT payload FROM event_log'))).not.toContain(rotated.token);
  });

  it('leaves when and from where it was last opened', async () => {
    const kiosk = await issue(at.north);
    expect(await listed(kiosk.id)).toMatchObject({ lastSeenAt: null, lastAddress: null });
    await open(kiosk.token);
    const shown = await listed(kiosk.id);
    expect(shown?.lastSeenAt).not.toBeNull();
    expect(shown?.lastAddress).toMatch(/^[\d.:a-f]+$/u);
  });
});
