import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Kiosk, kioskHeader, kiosks } from '@headland/contracts/kiosk';
import { organizations } from '@headland/contracts/organization';
import { wall } from '@headland/contracts/wall';
import { LiveModule } from '../../live/stream/live.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SessionReader } from '../../platform/session-reader';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { WallModule } from '../../live/wall/wall.module';
import { SessionModule } from './session.module';

let server: TestServer;
let at: Organizations;
let admin: string;
const clients: Socket[] = [];

beforeAll(async () => {
  server = await startServer([SessionModule, OrganizationsModule, WallModule, LiveModule]);
  at = await makeOrganizations(server.database);
  admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
});
afterAll(() => server.stop());
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

const issue = (organizationId: number, over: { name?: string; expiresAt?: string } = {}, token = admin) =>
  server.call(kiosks.issue, { body: { name: 'Control room', organizationId, sound: true, ...over } }, token);
const open = (token: string) => server.call(kiosks.open, {}, null, { [kioskHeader]: token });
const listed = async (id: number): Promise<Kiosk | undefined> =>
  (await server.call(kiosks.list, {}, admin)).find((k) => k.id === id);
const read = (accessToken: string) => server.app.get(SessionReader).read(accessToken);
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const eventsOf = async (name: string, id: number): Promise<unknown[]> =>
  (
    await server.database.query<{ payload: unknown }[]>(
      "SELECT payload FROM event_log WHERE name = $1 AND (payload->>'kioskId' = $2 OR payload->>'kind' = 'kiosk' AND payload->>'id' = $2)",
      [name, String(id)],
    )
  ).map((r) => r.payload);

describe('a wall display', () => {
  it('is issued, opens a session of its own scope, and is listed', async () => {
    const kiosk = await issue(at.north);
    const opened = await open(kiosk.token);
    expect(opened).toMatchObject({ name: 'Control room', organization: 'North', sound: true });
    const { caller } = await read(opened.accessToken);
    expect(caller).toMatchObject({
      groupType: 'KIOSK',
      role: null,
      kioskId: kiosk.id,
      userId: null,
      scope: { all: false, organizationId: at.north },
    });
    const shown = await listed(kiosk.id);
    expect(shown).toMatchObject({
      organization: 'North',
      issuedBy: 'HEAD_OFFICE ADMIN',
      screens: 1,
      expiresAt: null,
      revokedAt: null,
      revokedBy: null,
    });
    expect(shown?.lastSeenAt).not.toBeNull();
    expect(shown).not.toHaveProperty('token');
    expect(await eventsOf('kiosk.issued', kiosk.id)).toHaveLength(1);
    expect(await eventsOf('record.created', kiosk.id)).toMatchObject([
      {
        screen: 'administrator',
        name: 'Control room',
        changes: expect.arrayContaining([{ field: 'organization', from: null, to: 'North' }]) as unknown,
      },
    ]);
    expect(JSON.stringify(await server.database.query('SELECT payload FROM event_log'))).not.toContain(kiosk.token);
  });

  it('reads nothing but the wall', async () => {
    const { accessToken } = await open((await issue(at.north)).token);
    for (const e of [organizations.tree, kiosks.list])
      expect(await refused(server.call(e, {}, accessToken))).toMatchObject({ status: 403 });
    expect((await server.call(wall.picture, {}, accessToken)).organization).toBe('North');
  });

  it('counts the screens that show it now: those that read their picture', async () => {
    const kiosk = await issue(at.north);
    const [left, right] = [await open(kiosk.token), await open(kiosk.token)];
    expect((await listed(kiosk.id))?.screens).toBe(2);
    await server.database.query(
      "UPDATE kiosk_screen SET seen_at = seen_at - interval '2 minutes' WHERE kiosk_id = $1",
      [kiosk.id],
    );
    await server.database.query("UPDATE kiosk SET last_seen_at = last_seen_at - interval '2 minutes' WHERE id = $1", [
      kiosk.id,
    ]);
    const before = await listed(kiosk.id);
    expect(before?.screens).toBe(0);
    await server.call(wall.picture, {}, left.accessToken);
    await server.call(wall.picture, {}, left.accessToken);
    const after = await listed(kiosk.id);
    expect(after?.screens).toBe(1);
    expect(Date.parse(after?.lastSeenAt ?? '')).toBeGreaterThan(Date.parse(before?.lastSeenAt ?? ''));
    await server.call(wall.picture, {}, right.accessToken);
    // a member at the wall page is no kiosk
    await server.call(wall.picture, {}, admin);
    expect((await listed(kiosk.id))?.screens).toBe(2);
  });

  it('is refused at once when it is revoked, and its own token opens nothing more', async () => {
    const kiosk = await issue(at.north);
    const { accessToken } = await open(kiosk.token);
    await read(accessToken);
    const revoked = await server.call(kiosks.revoke, { params: { id: kiosk.id } }, admin);
    expect(revoked).toMatchObject({ revokedBy: 'HEAD_OFFICE ADMIN', screens: 0 });
    expect(revoked.revokedAt).not.toBeNull();
    await expect(read(accessToken)).rejects.toMatchObject({ code: 'E0105' });
    expect(await refused(server.call(wall.picture, {}, accessToken))).toMatchObject({
      status: 401,
      error: { code: 'E0105' },
    });
    expect(await refused(open(kiosk.token))).toMatchObject({
      status: 401,
      error: { code: 'BAD_TOKEN', values: { name: 'Control room' } },
    });
    // repeated: no change, no second event
    expect(await server.call(kiosks.revoke, { params: { id: kiosk.id } }, admin)).toEqual(revoked);
    expect(await eventsOf('kiosk.revoked', kiosk.id)).toHaveLength(1);
    expect(await eventsOf('record.deleted', kiosk.id)).toHaveLength(1);
  });

  it('closes its screens when it is revoked, and no others', async () => {
    const kiosk = await issue(at.north);
    const other = await issue(at.north);
    const screens = await Promise.all(
      [kiosk, kiosk, other].map(async ({ token }) => screen((await open(token)).accessToken)),
    );
    await server.call(kiosks.revoke, { params: { id: kiosk.id } }, admin);
    expect(await Promise.all(screens.slice(0, 2).map((s) => s.ended))).toEqual(['E0105', 'E0105']);
    expect(screens[2]?.client.connected).toBe(true);
  });

  it('ends on its day: nothing is opened, read or streamed beyond it', async () => {
    const ends = new Date(Date.now() + 60_000);
    const kiosk = await issue(at.north, { expiresAt: ends.toISOString() });
    expect(kiosk.expiresAt).toBe(ends.toISOString());
    const { accessToken } = await open(kiosk.token);
    // the stream ends at that moment, not after the 15 minutes of the token
    expect((await read(accessToken)).expiresAt).toBe(ends.getTime() / 1000);
    // long enough for a busy machine to connect its kiosk
    const soon = await issue(at.north, { expiresAt: new Date(Date.now() + 8_000).toISOString() });
    const last = await screen((await open(soon.token)).accessToken);
    expect(await last.ended).toBe('E0802');
    // the clocks of the stream and the HTTP server may differ by some milliseconds
    await vi.waitFor(
      async () =>
        expect(await refused(open(soon.token))).toMatchObject({
          status: 401,
          error: { code: 'BAD_TOKEN', values: { name: 'Control room' } },
        }),
      {
        timeout: 60_000,
      },
    );
    expect(await listed(soon.id)).toMatchObject({ screens: 0, revokedAt: null });
    await server.database.query("UPDATE kiosk SET expires_at = now() - interval '1 second' WHERE id = $1", [kiosk.id]);
    const again = await open((await issue(at.north)).token);
    await server.database.query(
      "UPDATE kiosk SET expires_at = now() - interval '1 second' WHERE id = (SELECT max(id) FROM kiosk)",
    );
    expect(await refused(server.call(wall.picture, {}, again.accessToken))).toMatchObject({
      status: 401,
      error: { code: 'E0105' },
    });
  });

  it('with an unknown token is refused', async () => {
    expect((await refused(open('invented'))).error).toMatchObject({ code: 'BAD_TOKEN', values: {} });
    expect((await refused(server.call(kiosks.open, {}, null))).error.code).toBe('NO_TOKEN');
  });

  it('is issued and revoked by administrators who hold the letter too, for organisations that are there', async () => {
    const kiosk = await issue(at.north);
    for (const [group, role, where] of [
      ['HEAD_OFFICE', 'STAFF', at.headOffice],
      ['BIZ', 'ADMIN', at.headOffice],
      ['REGION', 'ADMIN', at.north],
    ] as const) {
      const token = await server.login(await makeAccount(server.database, group, role, where));
      expect(await refused(issue(at.north, {}, token)), group).toMatchObject({ status: 403 });
      expect(await refused(server.call(kiosks.revoke, { params: { id: kiosk.id } }, token)), group).toMatchObject({
        status: 403,
      });
      expect((await server.send(kiosks.list, {}, token)).status, group).toBe(group === 'HEAD_OFFICE' ? 200 : 403);
    }
    const tsm = await server.login(await makeAccount(server.database, 'TSM', 'ADMIN', at.headOffice));
    // a superior may revoke what another superior has issued
    expect(await refused(server.call(kiosks.revoke, { params: { id: kiosk.id } }, tsm))).toMatchObject({
      status: 403,
      error: { code: 'ISSUED_ABOVE' },
    });
    const above = async (token: string) =>
      (await server.call(kiosks.list, {}, token)).find((k) => k.id === kiosk.id)?.above;
    expect([await above(tsm), await above(admin)]).toEqual([true, false]);
    const own = await issue(at.north, {}, tsm);
    expect(await server.call(kiosks.revoke, { params: { id: own.id } }, tsm)).toMatchObject({ revokedBy: 'TSM ADMIN' });
    expect(await server.call(kiosks.revoke, { params: { id: kiosk.id } }, admin)).toMatchObject({
      revokedBy: 'HEAD_OFFICE ADMIN',
    });
    expect(await refused(server.call(kiosks.revoke, { params: { id: 999_999 } }, admin))).toMatchObject({
      status: 404,
    });
  });

  it.each([
    [{ organizationId: 999_999 }, { organizationId: 'field.invalid' }],
    [{ name: '' }, { name: 'field.t50' }],
    [{ name: 'n'.repeat(51) }, { name: 'field.t50' }],
    [{ name: 'Wall 🚜' }, { name: 'field.emoji' }],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'field.future' }],
    [{ expiresAt: 'tomorrow' }, { expiresAt: 'field.invalid' }],
  ])('is not issued with %j', async (over, fields) => {
    const body = { name: 'Wall', organizationId: at.north, ...over };
    expect(await refused(server.call(kiosks.issue, { body }, admin))).toMatchObject({
      status: 422,
      error: { code: 'E0001', fields },
    });
  });
});

/** The connected stream of one kiosk; `ended` is the reason when the server closes it. */
async function screen(token: string): Promise<{ client: Socket; ended: Promise<string> }> {
  const client = io(server.url, { transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true });
  clients.push(client);
  const ended = new Promise<string>((resolve) => client.on('ended', ({ code }: { code: string }) => resolve(code)));
  await new Promise<void>((resolve, reject) => {
    client.on('connect', resolve);
    client.on('connect_error', reject);
  });
  return { client, ended };
}
