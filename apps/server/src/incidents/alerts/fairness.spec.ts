import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Broker, startBroker } from '../../platform/mqtt/embedded-broker/broker';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { eventually } from '../../testing/alerts';
import { type CallingMachine, makeCallingMachine, pressesOf, startAlerts } from '../../testing/alerts-process';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { account, endClients, serverPassword } from '../../testing/mqtt-clients';
import { makeOrganizations, type Organizations } from '../../testing/world';

// One device floods, or sends messages that cannot be committed: the others are not delayed, and no message is lost.
let database: FreshDatabase;
let orgs: Organizations;
let broker: Broker;
let server: { close: () => Promise<void> };

beforeAll(async () => {
  database = await freshDatabase();
  orgs = await makeOrganizations(database.dataSource);
  broker = await startBroker(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: database.url,
      username: account,
      password: serverPassword,
      serverLimits: { messages: 10_000, bytes: 100_000_000, inFlightMessages: 4_000, inFlightBytes: 8_000_000 },
    },
    pino({ level: 'silent' }),
  );
  server = await startAlerts(database, broker.port);
});
afterAll(async () => {
  await server?.close();
  await endClients();
  await broker?.stop();
  await database?.drop();
});

const machine = (): Promise<CallingMachine> => makeCallingMachine(database, broker.port, orgs.nami);
const rows = (deviceId: string) => pressesOf(database, deviceId);
const quarantined = async (deviceId: string): Promise<number> =>
  (
    await database.dataSource.query<{ n: number }[]>('SELECT count(*)::int AS n FROM quarantine WHERE device_id = $1', [
      deviceId,
    ])
  )[0]?.n ?? 0;

describe('beside a device that presses without end', () => {
  it('another device’s SOS is committed before the rest of the flood, and none of its presses is lost', async () => {
    const [wild, other] = [await machine(), await machine()];
    const presses = 1_200;
    const flood = Promise.all(Array.from({ length: presses }, (_, i) => wild.sos(i + 2)));
    await eventually(
      () => rows(wild.id),
      (r) => r.length > 1,
    );
    await other.sos(2);
    await flood;
    const all = await eventually(
      () => rows(wild.id),
      (r) => r.length === presses + 1,
      120_000,
    );
    const [, call] = await eventually(
      () => rows(other.id),
      (r) => r.length === 2,
    );
    expect(all.filter((r) => r.id > (call?.id ?? 0)).length).toBeGreaterThan(presses / 3);
    const [open] = await database.dataSource.query<{ presses: number; events: number }[]>(
      `SELECT presses, (SELECT count(*)::int FROM event_log WHERE name = 'sos.repeated' AND payload->'sos'->>'id' = c.id::text) AS events FROM sos_call c WHERE device_id = $1`,
      [wild.id],
    );
    expect(open?.presses).toBe(presses + 1);
    expect(open?.events).toBeLessThan(presses);
  }, 180_000);
});

describe('beside a device that sends rubbish without end', () => {
  it('another device’s SOS and its own are committed, and of the rubbish only so much is kept', async () => {
    const [wild, other] = [await machine(), await machine()];
    const different = Array.from({ length: 700 }, (_, i) => wild.raw(`{ rubbish ${i}`));
    const same = Array.from({ length: 200 }, () => wild.raw('{ rubbish'));
    const own = wild.sos(2);
    await other.sos(2);
    await Promise.all([...different, ...same, own]);
    for (const { id } of [wild, other])
      await eventually(
        () => rows(id),
        (r) => r.length === 2,
      );
    await eventually(
      () => quarantined(wild.id),
      (n) => n === 500,
    );
  }, 180_000);

  it('what was not kept is counted by device', async () => {
    const gate = new GarbageGate(database.dataSource, pino({ level: 'silent' }));
    const send = (text: string): unknown => gate.decode('tms/v1/RUBBISH-1/up/sos', Buffer.from(text));
    expect(send('{ rubbish')).toMatchObject({ ok: false, reason: 'undecodable' });
    for (let i = 0; i < 10; i++) expect(send('{ rubbish')).toBeNull();
    await gate.beforeApplicationShutdown();
    expect(
      await database.dataSource.query("SELECT messages::int FROM quarantine_discarded WHERE device_id = 'RUBBISH-1'"),
    ).toEqual([{ messages: 10 }]);
  });
});

describe('what can be read and is refused all the same', () => {
  const refusedOf = (device: string, reason: 'unknownDevice' | 'implausibleTime' | 'data') => ({
    ok: false as const,
    device,
    reason,
    detail: '',
  });
  const kept = (
    gate: GarbageGate,
    device: string,
    reason: 'unknownDevice' | 'implausibleTime' | 'data',
    count: number,
    bytes = 10,
  ): number =>
    Array.from({ length: count }, () => gate.isQuarantined(Buffer.alloc(bytes), refusedOf(device, reason))).filter(
      Boolean,
    ).length;

  it('is kept by the same measure, and counted', async () => {
    const gate = new GarbageGate(database.dataSource, pino({ level: 'silent' }));
    expect(kept(gate, 'LATE-1', 'implausibleTime', 600)).toBe(500);
    expect(kept(gate, 'LATE-2', 'implausibleTime', 100, 60_000)).toBe(69);
    expect(kept(gate, 'NOBODY-1', 'unknownDevice', 510)).toBe(500);
    // it may be an SOS
    expect(kept(gate, 'LATE-1', 'data', 10)).toBe(10);
    await gate.beforeApplicationShutdown();
    expect(
      await database.dataSource.query(
        "SELECT device_id, messages::int FROM quarantine_discarded WHERE device_id ~ '^(LATE|NOBODY)' ORDER BY 1",
      ),
    ).toEqual([
      { device_id: 'LATE-1', messages: 100 },
      { device_id: 'LATE-2', messages: 31 },
      { device_id: 'NOBODY-1', messages: 10 },
    ]);
  });

  it('of devices that nobody registered has a measure for all together', () => {
    const gate = new GarbageGate(database.dataSource, pino({ level: 'silent' }));
    let all = 0;
    for (let i = 0; i < 60; i++) all += kept(gate, `NOBODY-${i}`, 'unknownDevice', 100);
    expect(all).toBe(5_000);
    expect(kept(gate, 'LATE-3', 'implausibleTime', 10)).toBe(10);
  });

  it('is judged once, however often its commit is tried', () => {
    const gate = new GarbageGate(database.dataSource, pino({ level: 'silent' }));
    const payload = Buffer.from('{}');
    for (let i = 0; i < 1_000; i++)
      expect(gate.isQuarantined(payload, refusedOf('LATE-4', 'implausibleTime'))).toBe(true);
    expect(kept(gate, 'LATE-4', 'implausibleTime', 600)).toBe(499);
  });
});

describe('beside a message that cannot be committed, for no fault of its own', () => {
  it('the SOS of other devices are', async () => {
    const stuck = await Promise.all(Array.from({ length: 12 }, () => machine()));
    const other = await machine();
    const list = stuck.map(({ id }) => `'${id}'`).join(', ');
    await database.dataSource.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.device_id IN (${list}) AND NEW.seq > 1 THEN RAISE EXCEPTION 'not now'; END IF; RETURN NEW; END $$;
       CREATE TRIGGER fail BEFORE INSERT ON sos_message FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    await Promise.all(stuck.map((s) => s.sos(2)));
    await other.sos(2);
    await eventually(
      () => rows(other.id),
      (r) => r.length === 2,
    );
    for (const { id } of stuck) expect(await rows(id)).toHaveLength(1);
    await database.dataSource.query('DROP TRIGGER fail ON sos_message');
    for (const { id } of stuck)
      await eventually(
        () => rows(id),
        (r) => r.length === 2,
      );
  }, 120_000);
});
