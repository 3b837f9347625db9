import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LoggedEvent } from '@headland/contracts/event-log';
import type {
  ClientToServer,
  ViewportSubscription,
  ResumeAnswer,
  ServerToClient,
  StreamHead,
} from '@headland/contracts/live';
import { unpackFrame, type MapFrame } from '@headland/contracts/live-frame';
import { kioskHeader, kiosks } from '@headland/contracts/kiosk';
import { session } from '@headland/contracts/session';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { SessionModule } from '../../people/session/session.module';
import { startServer, type TestServer } from '../../testing/server';
import {
  makeAccount,
  makeOrganizations,
  makeVehicle,
  type Account,
  type MadeVehicle,
  type Organizations,
} from '../../testing/world';
import { LiveModule } from './live.module';

type Client = Socket<ServerToClient, ClientToServer>;
let server: TestServer;
let orgs: Organizations;
let change: Change;
let head: Account;
let nami: Account;
let production: Account;
let atNami: MadeVehicle;
let atSora: MadeVehicle;
const clients: Client[] = [];

beforeAll(async () => {
  server = await startServer([SessionModule, LiveModule]);
  orgs = await makeOrganizations(server.database);
  head = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice);
  nami = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
  production = await makeAccount(server.database, 'PRODUCTION', 'STAFF', orgs.headOffice);
  atNami = await makeVehicle(server.database, orgs.nami);
  atSora = await makeVehicle(server.database, orgs.sora);
  await place(atNami, 35.82, 127.1);
  await place(atSora, 34.6, 126.6);
  change = server.app.get(Change);
});
afterAll(() => server.stop());
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

describe('the live stream', () => {
  it('gives each console the events of its scope and features, and no other', async () => {
    const all = await listen(head);
    const own = await listen(nami);
    const kiosk = await listenAs(await kioskToken(orgs.south));
    await engine(atNami);
    await engine(atSora);
    await change.run(system, async (_, emit) =>
      emit('account.loggedIn', { userId: head.userId, loginId: 'somebody' }, { organizationId: orgs.nami }),
    );
    await engine(atNami);
    await until(() => all.events.length === 3 && own.events.length === 2);
    expect(all.events.map(vehicleOf)).toEqual([atNami.id, atSora.id, atNami.id]);
    expect(own.events.map(vehicleOf)).toEqual([atNami.id, atNami.id]);
    // a wall display only gets SOS and reports (wall.spec.ts)
    expect(kiosk.events).toEqual([]);
  });

  it('keeps features apart: callers who may not read SOS get none', async () => {
    const staff = await listen(production);
    await delivery(atNami);
    await engine(atNami);
    await until(() => staff.events.length > 0);
    expect(staff.events.map((e) => e.name)).toEqual(['engine.started']);
  });

  it('gives back exactly what was missed, in order, once, while more is being written', async () => {
    const first = await listen(nami);
    await engine(atNami);
    await until(() => first.events.length === 1);
    const seen = first.events.map((e) => e.number);
    let last = seen.at(-1) ?? 0;
    let writing = true;
    const writers = Promise.all(
      Array.from({ length: 4 }, async (_, w) => {
        while (writing) await engine(w % 2 === 0 ? atNami : atSora);
      }),
    );
    for (let round = 0; round < 5; round++) {
      first.client.disconnect();
      const again = await listen(nami, last);
      expect(again.answer.mode).toBe('live');
      await until(() => again.events.length > 5);
      again.client.disconnect();
      seen.push(...again.events.map((e) => e.number));
      last = seen.at(-1) ?? last;
    }
    writing = false;
    await writers;
    const rows = await server.database.query<{ number: string }[]>(
      'SELECT number FROM event_log WHERE $1 = ANY(scope) AND number BETWEEN $2 AND $3 AND name LIKE $4 ORDER BY number',
      [orgs.nami, seen[0], last, 'engine.%'],
    );
    expect(seen).toEqual(rows.map((r) => Number(r.number)));
  });

  it('replays for the newest request of a console that asks again and again, and ends one that goes on', async () => {
    const { head: before } = (await listen(nami)).answer;
    for (const _ of [1, 2, 3]) await engine(atNami);
    await until(async () => (await listen(nami)).answer.head >= before + 3);
    const { client, events } = await listen(nami);
    const gone = new Promise<string>((resolve) => client.on('disconnect', resolve));
    const ask = () =>
      new Promise<ResumeAnswer>((resolve) => client.emit('resume', { after: before, at: null }, resolve));
    for (const _ of [1, 2, 3, 4, 5]) void ask();
    expect((await ask()).mode).toBe('live');
    // the first may be through before the others have come
    const { size } = new Set(events.map((e) => e.number));
    expect([size >= 3, events.length <= 2 * size]).toEqual([true, true]);
    for (const _ of Array.from({ length: 20 })) void ask();
    await gone;
  });

  it('sends `resync` when too much was missed, or when the log is younger than the console', async () => {
    const before = (await listen(nami)).answer.head;
    await server.database.query(
      "INSERT INTO event_log (number, at, name, payload, scope) SELECT nextval('event_number'), now(), 'engine.started', $1, $2 FROM generate_series(1, 5001)",
      [{ vehicleId: atNami.id, deviceId: atNami.deviceId }, [orgs.nami]],
    );
    await engine(atNami);
    const current = await listen(nami);
    await until(async () => (await listen(nami)).answer.head > before + 5000);
    expect((await listen(nami, before)).answer.mode).toBe('resync');
    expect((await listen(nami, current.answer.head + 1_000_000)).answer.mode).toBe('resync');
  });

  it('tells every console to read again where the database has lost the last events, and goes on from what it holds', async () => {
    const console = await listen(nami);
    await engine(atNami);
    await engine(atNami);
    await until(() => console.events.length === 2);
    const [kept, lost] = console.events;
    const resync = new Promise<StreamHead>((resolve) => console.client.on('resync', resolve));
    await server.database.transaction(async (tx) => {
      await tx.query('DELETE FROM event_log WHERE number > $1', [kept?.number]);
      await tx.query("SELECT setval('event_number', $1)", [kept?.number]);
    });
    expect(await resync).toEqual({ head: kept?.number, headAt: kept?.at });
    await engine(atNami);
    await until(() => console.events.length === 3);
    // the same number, another event
    expect(console.events[2]?.number).toBeLessThanOrEqual((lost?.number ?? 0) + 1);
    await engine(atNami);
    await until(() => console.events.length === 4);
    // one that was away and comes back with the number of a lost event
    expect((await listen(nami, lost?.number, lost?.at)).answer.mode).toBe('resync');
    expect((await listen(nami, kept?.number, kept?.at)).answer.mode).toBe('live');
  });

  it('sends `resync` to a console that stands where the retention has taken events out', async () => {
    await engine(atNami);
    const { head: at } = (await listen(nami)).answer;
    await engine(atNami);
    await server.database.query("INSERT INTO log_reader (name, number) VALUES ('retention', $1)", [at]);
    expect((await listen(nami, at - 1)).answer.mode).toBe('resync');
    expect((await listen(nami, at)).answer.mode).toBe('live');
    await server.database.query("DELETE FROM log_reader WHERE name = 'retention'");
  });

  it('has a member whose organization was changed read everything again: at once, and when it comes back later', async () => {
    const moved = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
    const console = await listen(moved);
    const other = await listen(nami);
    const others: StreamHead[] = [];
    other.client.on('resync', (from) => others.push(from));
    const resync = new Promise<StreamHead>((resolve) => console.client.on('resync', resolve));
    const gone = new Promise<string>((resolve) => console.client.on('disconnect', resolve));
    const before = console.answer;
    await server.database.query('UPDATE user_account SET organization_id = $2 WHERE id = $1', [
      moved.userId,
      orgs.sora,
    ]);
    await change.run(system, async (_, emit) =>
      emit('member.changed', { userId: moved.userId }, { organizationId: orgs.sora }),
    );
    const { head: at, headAt } = await resync;
    expect(console.events.map((e) => e.name)).toEqual(['member.changed']);
    expect(at).toBeGreaterThanOrEqual(console.events[0]?.number ?? Infinity);
    await gone;
    const again = await listen(moved, at, headAt);
    expect(again.answer.mode).toBe('live');
    await engine(atNami);
    await engine(atSora);
    await until(() => again.events.length > 0);
    expect(again.events.map(vehicleOf)).toEqual([atSora.id]);
    // it was away while its member was changed: it gets that event, too, and the name and rights with it
    const late = await listen(moved, before.head, before.headAt);
    expect(late.answer.mode).toBe('resync');
    expect(late.events.map((e) => e.name)).toContain('member.changed');
    expect((await listen(nami, before.head, before.headAt)).answer.mode).toBe('live');
    expect([other.client.connected, others]).toEqual([true, []]);
  });

  it('refuses a forged token, and ends with its session at once', async () => {
    await expect(listenAs('not.a.token')).rejects.toMatchObject({ data: { code: 'BAD_TOKEN' } });
    const token = await tokenOf(head);
    tokens.delete(head.id);
    const { client } = await listenAs(token);
    const ended = new Promise<string>((resolve) => client.on('ended', ({ code }) => resolve(code)));
    const gone = new Promise<string>((resolve) => client.on('disconnect', resolve));
    await server.call(session.logout, {}, token);
    expect(await ended).toBe('E0105');
    await gone;
  });
});

it('the stream ends with the session, though the access token is good for longer', async () => {
  const account = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
  const token = await server.login(account);
  await server.database.query("UPDATE login_session SET expires_at = now() + interval '1500 ms' WHERE user_id = $1", [
    account.userId,
  ]);
  const { client } = await listenAs(token);
  const ended = new Promise<string>((resolve) => client.on('ended', ({ code }) => resolve(code)));
  expect(await ended).toBe('E0802');
});

describe('positions', () => {
  const korea: ViewportSubscription = { map: { zoom: 7, west: 124, south: 33, east: 130, north: 39 }, vehicles: [] };

  it('come for the view, within the scope', async () => {
    const all = await listen(head);
    const own = await listen(nami);
    all.client.emit('look', korea);
    own.client.emit('look', korea);
    await until(() => ids(all.frames).size === 2 && ids(own.frames).size === 1);
    expect(ids(own.frames)).toEqual(new Set([atNami.id]));
  });

  it('come again when something in the tile has changed, and are silent when nothing has', async () => {
    const all = await listen(head);
    all.client.emit('look', korea);
    await until(() => all.frames.length >= 1);
    // longer than two rounds of the server without a change
    let beats = 0;
    all.client.on('beat', () => beats++);
    await until(() => beats === 2);
    const quiet = all.frames.length;
    await place(atNami, 35.9, 127.0);
    await until(() => all.frames.length > quiet);
    const moved = all.frames.flatMap((f) => f.singles).findLast((s) => s.id === atNami.id);
    expect(moved).toMatchObject({ lat: 35.9, lon: 127 });
    expect(quiet).toBeLessThanOrEqual(4);
  });

  it('of one vehicle come with its values, but not to those who may not see it', async () => {
    const all = await listen(head);
    const own = await listen(nami);
    const watch: ViewportSubscription = { map: null, vehicles: [atNami.id, atSora.id] };
    all.client.emit('look', watch);
    own.client.emit('look', watch);
    await until(() => all.vehicles.size === 2 && own.vehicles.size === 1);
    await place(atSora, 34.7, 126.7);
    await until(() => all.vehicles.get(atSora.id) === 34.7);
    expect([...own.vehicles.keys()]).toEqual([atNami.id]);
  });

  it('of a vehicle that goes to another dealer come to the former one no longer', async () => {
    const all = await listen(head);
    const own = await listen(nami);
    const watch: ViewportSubscription = { map: null, vehicles: [atNami.id] };
    all.client.emit('look', watch);
    own.client.emit('look', watch);
    await until(() => all.vehicles.size === 1 && own.vehicles.size === 1);
    const move = async (to: number): Promise<void> => {
      await server.database.query('UPDATE vehicle SET organization_id = $2 WHERE id = $1', [atNami.id, to]);
      await server.database.query('UPDATE vehicle_state SET changed = pg_current_xact_id() WHERE vehicle_id = $1', [
        atNami.id,
      ]);
    };
    await move(orgs.sora);
    // a round of the server, which detects the move: counts follow it
    const counted = new Promise<void>((resolve) =>
      own.client.on('counts', ({ vehicles }) => vehicles === 0 && resolve()),
    );
    await counted;
    await place(atNami, 36.5, 127.5);
    await until(() => all.vehicles.get(atNami.id) === 36.5);
    expect(own.vehicles.get(atNami.id)).not.toBe(36.5);
    await move(orgs.nami);
  });

  it('come of the vehicles with an SOS call, and not for a map, to whoever reads calls but not vehicles', async () => {
    const quiet = await makeVehicle(server.database, orgs.nami);
    await place(quiet, 35.7, 127.2);
    await server.database.query(
      `INSERT INTO sos_call (type, origin, vehicle_id, device_id, organization_id, raised_at, received_at, status)
       SELECT 'button', 'device', id, device_id, organization_id, now(), now(), 'resolved' FROM vehicle WHERE id = ANY($1)`,
      [[atNami.id, atSora.id]],
    );
    const all = await listen(head);
    const staff = await listen(await makeAccount(server.database, 'REGION', 'STAFF', orgs.north));
    const watch: ViewportSubscription = { ...korea, vehicles: [atNami.id, atSora.id, quiet.id] };
    all.client.emit('look', watch);
    await until(() => all.vehicles.size === 3);
    staff.client.emit('look', watch);
    await until(() => staff.vehicles.size > 0);
    const before = all.frames.length;
    await place(quiet, 35.75, 127.25);
    await place(atNami, 35.85, 127.15);
    // a round of the map has passed, too
    await until(
      () =>
        staff.vehicles.get(atNami.id) === 35.85 && all.vehicles.get(quiet.id) === 35.75 && all.frames.length > before,
    );
    expect([...staff.vehicles.keys()]).toEqual([atNami.id]);
    expect(staff.frames).toEqual([]);
    // the newest subscription counts, also where it needs no look at the calls
    staff.client.emit('look', watch);
    staff.client.emit('look', { map: null, vehicles: [] });
    staff.client.emit('look', { map: null, vehicles: [quiet.id] });
    await place(atNami, 35.86, 127.16);
    await until(() => all.vehicles.get(atNami.id) === 35.86);
    expect(staff.vehicles.get(atNami.id)).toBe(35.85);
  });

  it('ignores an invalid subscription', async () => {
    const all = await listen(head);
    all.client.emit('look', { map: { zoom: 99 }, vehicles: 'all' } as never);
    all.client.emit('look', korea);
    await until(() => all.frames.length > 0);
  });
});

interface Received {
  client: Client;
  answer: ResumeAnswer;
  events: LoggedEvent[];
  frames: MapFrame[];
  vehicles: Map<number, number | null>;
}
const listen = async (account: Account, after: number | null = null, at: string | null = null): Promise<Received> =>
  listenAs(await tokenOf(account), after, at);
const tokens = new Map<string, string>();
/** One session per account: a second login would end the first. */
async function tokenOf(account: Account): Promise<string> {
  const known = tokens.get(account.id) ?? (await server.login(account));
  tokens.set(account.id, known);
  return known;
}

async function listenAs(token: string, after: number | null = null, at: string | null = null): Promise<Received> {
  const client: Client = io(server.url, {
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  });
  clients.push(client);
  const received: Omit<Received, 'answer'> = { client, events: [], frames: [], vehicles: new Map() };
  client.on('event', (e) => received.events.push(e));
  client.on('map', (f) => received.frames.push(unpackFrame(f)));
  client.on('vehicles', (nows) => {
    for (const v of nows) received.vehicles.set(v.id, v.lat);
  });
  await new Promise<void>((resolve, reject) => {
    client.on('connect', resolve);
    client.on('connect_error', reject);
  });
  const answer = await new Promise<ResumeAnswer>((resolve) => client.emit('resume', { after, at }, resolve));
  return Object.assign(received, { answer });
}

async function kioskToken(organizationId: number): Promise<string> {
  const { token } = await server.call(kiosks.issue, { body: { name: 'wall', organizationId } }, await tokenOf(head));
  return (await server.call(kiosks.open, {}, null, { [kioskHeader]: token })).accessToken;
}

const vehicleOf = (e: LoggedEvent): number | null => ('vehicleId' in e.payload ? e.payload.vehicleId : null);
const ids = (frames: MapFrame[]): Set<number> => new Set(frames.flatMap((f) => f.singles.map((s) => s.id)));
const about = (v: MadeVehicle) => ({ organizationId: v === atNami ? orgs.nami : orgs.sora, vehicleId: v.id });
const engine = (v: MadeVehicle): Promise<void> =>
  change.run(system, async (_, emit) => emit('engine.started', { vehicleId: v.id, deviceId: v.deviceId }, about(v)));
const delivery = (v: MadeVehicle): Promise<void> =>
  change.run(system, async (_, emit) =>
    emit('delivery.changed', { subject: 'sos', subjectId: 1, deliveryId: 1 }, about(v)),
  );

async function place(v: MadeVehicle, lat: number, lon: number): Promise<void> {
  await server.database.query(
    `INSERT INTO vehicle_state (vehicle_id, device_key, lat, lon, position_ts, ts, last_seen_at, online, engine, work) VALUES ($1, $2, $3, $4, now(), now(), now(), true, true, 'work')
     ON CONFLICT (vehicle_id) DO UPDATE SET device_key = excluded.device_key, lat = excluded.lat, lon = excluded.lon, position_ts = now(), ts = now(), last_seen_at = now(), online = true,
       engine = true, work = 'work', changed = pg_current_xact_id()`,
    [v.id, v.deviceKey, lat, lon],
  );
}

async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await fact())) await wait(20);
}
