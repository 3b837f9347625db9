import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { diagnose, doctorCommand } from './doctor';
import { openDoor } from './platform/device-door';
import { judgeCertificate } from './platform/doctor/check-certificates';
import { judgeSkew } from './platform/doctor/check-clocks';
import { judgeRoom } from './platform/doctor/check-host';
import { checkMosquittoFile } from './platform/doctor/check-broker';
import { freshDatabase, type FreshDatabase } from './testing/database';
import { freePort, mosquittoPath, startMosquitto, type TestBroker } from './testing/mosquitto';
import { account, serverPassword } from './testing/mqtt-clients';
import { redisPath } from './testing/queues';
import { startPooler } from './testing/pooler';
import { type ShippedMosquitto, startShippedMosquitto } from './testing/shipped-mosquitto';

/** Each service as it should be, or broken in one way; the doctor is asked through its door. */
let fresh: FreshDatabase;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  folder = mkdtempSync(join(tmpdir(), 'headland-doctor-'));
});
afterAll(async () => {
  await fresh.drop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = async (over: NodeJS.ProcessEnv = {}): Promise<NodeJS.ProcessEnv> => ({
  DATABASE_URL: fresh.url,
  MQTT_URL: 'mqtt://127.0.0.1:1',
  MQTT_USERNAME: account,
  MQTT_PASSWORD: 'b7e2c94d10f85a36',
  JWT_SECRET: '0a9f31c7e58b24d6903fbe1c7a82d54e',
  DATA_DIR: folder,
  PORT: String(await freePort()),
  PUBLIC_URL: 'https://127.0.0.1:1',
  SMS_URL: 'https://sms.test/send',
  SMTP_URL: 'smtp://mail.test',
  ...over,
});
/** `{ 'database.fsync': 'error', … }` */
const levels = async (env: NodeJS.ProcessEnv, options: Parameters<typeof diagnose>[1] = {}) =>
  Object.fromEntries((await diagnose(env, options)).map(({ id, level }) => [id, level]));

describe('the doctor of a database', () => {
  // the tests’ own server is quick and careless
  it('names what a crash would cost, and what is in order', async () => {
    const all = await levels(await environment());
    expect(all).toMatchObject({
      'database.version': 'ok',
      'database.writable': 'ok',
      'database.fsync': 'error',
      'database.full_page_writes': 'error',
      'database.synchronous_commit': 'error',
      'database.autovacuum': 'ok',
      'database.shared_buffers': 'warning',
      'database.max_connections': 'ok',
      'database.pooler': 'ok',
      'database.product_time_zone': 'ok',
      'database.notify': 'ok',
      'database.migrations': 'ok',
      'database.extensions': 'ok',
      'database.rights': 'ok',
      'database.backup': 'warning',
    });
  });

  it('sees too few connections, another zone and a migration that was not run', async () => {
    await fresh.dataSource.query("DELETE FROM migrations WHERE name = 'LastBackup1764000940000'");
    await fresh.dataSource.query('INSERT INTO last_backup (made_at) VALUES (now())');
    // a name that Node still knows
    const zone = 'Canada/East-Saskatchewan';
    const all = await diagnose(await environment({ DATABASE_POOL: '100', PRODUCT_TIME_ZONE: zone }), {});
    const of = (id: string) => all.find((finding) => finding.id === id);
    expect(of('database.max_connections')).toMatchObject({ level: 'error', what: 'max_connections is 300' });
    expect(of('database.product_time_zone')).toMatchObject({ level: 'error' });
    expect(of('database.backup')).toMatchObject({ level: 'ok' });
    expect(of('database.migrations')).toMatchObject({
      level: 'error',
      what: 'migrations to be run: 1, the first is LastBackup1764000940000',
      do: 'RUN=migrate of this release, then its processes',
    });
    await fresh.dataSource.query(
      "INSERT INTO migrations (timestamp, name) VALUES (1764000940000, 'LastBackup1764000940000'), (1, 'OfTomorrow1')",
    );
    expect(await levels(await environment())).toMatchObject({ 'database.migrations': 'warning' });
    await fresh.dataSource.query("DELETE FROM migrations WHERE name = 'OfTomorrow1'");
  });

  it('sees one that is read-only, and says where none answers', async () => {
    const name = new URL(fresh.url).pathname.slice(1);
    await fresh.dataSource.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect(await levels(await environment())).toMatchObject({ 'database.writable': 'error' });
    await fresh.dataSource.query(`SET default_transaction_read_only = off`);
    await fresh.dataSource.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    const away = await levels(await environment({ DATABASE_URL: 'postgres://headland:x@127.0.0.1:1/headland' }));
    expect(away).toMatchObject({ 'database.reachable': 'error' });
  });

  it('sees that a standby is missing, where there should be one', async () => {
    expect(await levels(await environment())).not.toHaveProperty(['database.standbys']);
    const all = await diagnose(await environment({ DATABASE_STANDBYS: '1' }), {});
    expect(all.find(({ id }) => id === 'database.standbys')).toMatchObject({
      level: 'error',
      what: 'commits wait for 0 standbys, DATABASE_STANDBYS is 1',
    });
  });
});

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;
describe.skipIf(!hasPgBouncer)('the doctor of a pooler (skipped where PgBouncer is not installed)', () => {
  it.each([
    ['', 'refuses the session: unsupported startup parameter'],
    ['ignore_startup_parameters = extra_float_digits, options', 'drops what a session asks for'],
  ])('sees PgBouncer in transaction mode (%j)', async (setting, what) => {
    const pooler = await startPooler(fresh.url, { settings: setting });
    const all = await diagnose(await environment({ DATABASE_URL: pooler.url }), {});
    await pooler.stop();
    const [finding] = all.filter(({ id }) => id === 'database.pooler');
    expect(finding?.level).toBe('error');
    expect(finding?.what).toContain(what);
  });
});

describe('the doctor of settings', () => {
  it('lists what is missing and asks nothing else', async () => {
    const all = await diagnose({ RUN: 'api' }, {});
    expect(all).toHaveLength(1);
    expect(all[0]?.what).toMatch(/DATABASE_URL: is missing[\s\S]*JWT_SECRET: is missing/u);
  });

  it('takes an address without a password for what it is', async () =>
    expect(await levels(await environment({ REDIS_URL: 'redis://127.0.0.1:1' }))).toMatchObject({
      'secrets.strength': 'ok',
    }));

  it('finds secrets that can be guessed or are the same, and never prints one', async () => {
    const env = await environment({ MQTT_PASSWORD: 'changeme', FACTORY_API_KEY: '0a9f31c7e58b24d6903fbe1c7a82d54e' });
    const all = await diagnose(env, {});
    expect(all.find(({ id }) => id === 'secrets.strength')?.what).toContain('MQTT_PASSWORD');
    expect(all.find(({ id }) => id === 'secrets.distinct')?.what).toBe('the same value: JWT_SECRET, FACTORY_API_KEY');
    expect(JSON.stringify(all)).not.toMatch(/changeme|0a9f31c7/u);
  });

  it.each([
    [{ PUBLIC_URL: 'http://localhost:3000' }, { public_url: 'error' }],
    [{ PUBLIC_URL: 'http://fleet.example.com' }, { public_url: 'warning' }],
    [{ PUBLIC_URL: 'https://fleet.example.com/console' }, { public_url: 'error' }],
    [{ PUBLIC_URL: '' }, { 'settings.public_url': 'error' }],
    [
      { SMS_URL: '', SMTP_URL: '' },
      { 'settings.sms_url': 'error', 'settings.smtp_url': 'error' },
    ],
    [
      { DEVELOPMENT: 'true', SMS_URL: '' },
      { 'settings.development': 'warning', 'secrets.vapid': 'ok' },
    ],
  ])('judges %j', async (over, expected) => expect(await levels(await environment(over))).toMatchObject(expected));
});

describe('the doctor of this machine', () => {
  it('sees a folder where nothing can be written, and a port that is taken', async () => {
    const other = createServer((socket) => void socket.end('220 another service\r\n')).listen(0, '0.0.0.0');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const all = await levels(await environment({ DATA_DIR: join(folder, 'nowhere'), PORT: port }));
    other.close();
    expect(all).toMatchObject({ 'disk.writable': 'error', [`port.${port}`]: 'error', 'clock.database': 'ok' });
  });

  it('tells an address of another machine from a port that is taken', async () => {
    const { PORT = '', ...env } = await environment({ HOST: '192.0.2.1' });
    const all = await diagnose({ ...env, PORT }, {});
    expect(all.find(({ id }) => id === `port.${PORT}`)).toMatchObject({
      level: 'error',
      what: 'HOST=192.0.2.1 is no address of this machine',
    });
  });

  it('asks a process only for what it is given', async () => {
    const { SMS_URL: _, ...env } = await environment({ RUN: 'ingest', DATA_DIR: join(folder, 'nowhere') });
    const all = await levels(env);
    for (const id of ['disk.writable', 'settings.sms_url', 'secrets.vapid', 'secrets.flash', 'public_url'])
      expect(all).not.toHaveProperty([id]);
  });

  it.each([
    [50, 100, 'ok'],
    [8, 100, 'warning'],
    [1, 100, 'error'],
    [0.2, 1, 'error'],
  ])('judges %d GB of %d as %s', (free, size, level) =>
    expect(judgeRoom(free * 1024 ** 3, size * 1024 ** 3).level).toBe(level),
  );
  it.each([
    [0.2, 'ok'],
    [-2, 'warning'],
    [9, 'error'],
  ])('judges a clock that is off by %d s as %s', (seconds, level) =>
    expect(judgeSkew('clock', seconds, 'it').level).toBe(level),
  );

  it('asks a server of NTP', async () => {
    const answering = (offsetSeconds: number): Socket => {
      const ntp = createSocket('udp4').on('message', (_, { port }) => {
        const answer = Buffer.alloc(48);
        answer.writeUInt32BE(Math.floor(Date.now() / 1000) + 2_208_988_800 + offsetSeconds, 40);
        answer.writeUInt32BE(Math.floor(((Date.now() % 1000) / 1000) * 2 ** 32), 44);
        ntp.send(answer, port, '127.0.0.1');
      });
      return ntp;
    };
    for (const [offset, level] of [
      [0, 'ok'],
      [60, 'error'],
    ] as const) {
      const ntp = answering(offset).bind(0, '127.0.0.1');
      await once(ntp, 'listening');
      const all = await levels(await environment(), { ntp: `127.0.0.1:${ntp.address().port}` });
      ntp.close();
      expect(all['clock.ntp']).toBe(level);
    }
  });
});

describe('the doctor of certificates', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  it.each([
    ['2027-01-01', null, { expiry: 'ok', chain: 'ok' }],
    ['2026-05-08', null, { expiry: 'warning', chain: 'ok' }],
    ['2026-04-30', 'certificate has expired', { expiry: 'error' }],
    ['2027-01-01', 'unable to verify the first certificate', { expiry: 'ok', chain: 'error' }],
  ])('judges one until %s (%s)', (until, problem, expected) =>
    expect(
      Object.fromEntries(
        judgeCertificate('d:443', { validTo: new Date(until), subject: 'd', problem }, now).map(({ id, level }) => [
          id.split('.').at(-1),
          level,
        ]),
      ),
    ).toEqual(expected),
  );

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  it.skipIf(!hasOpenssl)('objects to one that nobody signed (skipped where openssl is not installed)', async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '5', ...subject, '-keyout', key, '-out', certificate],
      { stdio: 'ignore' },
    );
    // answers as a broker that does not know the account
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) =>
      socket.on('error', () => undefined).once('data', () => socket.write(Buffer.from([0x20, 2, 0, 5]))),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const door = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const all = await diagnose(await environment({ DEVICE_URL: `mqtts://${door}` }), {});
    const { isOpen, validTo } = await openDoor(`mqtts://${door}`);
    server.close();
    expect([isOpen, Math.round(((validTo?.getTime() ?? 0) - Date.now()) / 86_400_000)]).toEqual([true, 5]);
    expect(all).toContainEqual(expect.objectContaining({ id: `tls.${door}.expiry`, level: 'warning' }));
    expect(all.find(({ id }) => id === `tls.${door}.chain`)).toMatchObject({
      level: 'error',
      what: 'it is signed by itself (DEPTH_ZERO_SELF_SIGNED_CERT)',
    });
  });
});

describe('the doctor of Mosquitto’s settings', () => {
  const infra = join(import.meta.dirname, '../../../infra/mosquitto/mosquitto.conf');
  const judged = (path: string) =>
    Object.fromEntries(checkMosquittoFile(path, 4000).map(({ id, level }) => [id.replace('broker.', ''), level]));

  it('finds nothing in those of the composition', () =>
    expect(new Set(Object.values(judged(infra)))).toEqual(new Set(['ok'])));

  it('finds the defaults, which drop silently', () => {
    const path = join(folder, 'mosquitto.conf');
    writeFileSync(path, 'listener 1883\nallow_anonymous true\n');
    expect(judged(path)).toEqual({
      max_queued_messages: 'error',
      max_inflight_messages: 'error',
      message_size_limit: 'ok',
      persistence: 'error',
      autosave_interval: 'warning',
      allow_anonymous: 'error',
    });
    expect(judged(join(folder, 'none.conf'))).toEqual({ settings: 'error' });
  });
});

describe.skipIf(mosquittoPath === '')('the doctor of a broker (skipped where Mosquitto is not installed)', () => {
  let shipped: ShippedMosquitto;
  let open: TestBroker;
  beforeAll(async () => {
    [shipped, open] = [await startShippedMosquitto(), await startMosquitto()];
  });
  afterAll(async () => {
    await Promise.all([shipped.stop(), open.stop()]);
  });
  const brokerOf = async (over: NodeJS.ProcessEnv) =>
    Object.fromEntries(Object.entries(await levels(await environment(over))).filter(([id]) => id.startsWith('broker')));

  it('finds nothing in that of the composition', async () =>
    expect(await brokerOf({ MQTT_URL: `mqtt://127.0.0.1:${shipped.server}`, MQTT_PASSWORD: serverPassword })).toEqual({
      'broker.credentials': 'ok',
      'broker.strangers': 'ok',
      'broker.subscriptions': 'ok',
      'broker.publications': 'ok',
      'broker.payload': 'ok',
      'broker.retained': 'ok',
      'broker.session': 'ok',
    }));

  it('sees a wrong password', async () =>
    expect(await brokerOf({ MQTT_URL: `mqtt://127.0.0.1:${shipped.server}` })).toEqual({
      'broker.credentials': 'error',
    }));

  it('sees rules under which the server may not speak to devices', async () => {
    const [port, acl, conf] = [await freePort(), join(folder, 'acl'), join(folder, 'rules.conf')];
    writeFileSync(acl, `user ${account}\ntopic read tms/v1/+/up/#\n`);
    const user = process.getuid?.() === 0 ? 'user root\n' : '';
    writeFileSync(conf, `listener ${port} 127.0.0.1\nallow_anonymous true\nacl_file ${acl}\n${user}`);
    const broker = spawn(mosquittoPath, ['-c', conf], { stdio: ['ignore', 'ignore', 'pipe'] });
    // read to its end: a broker whose output is closed may end itself
    await new Promise<void>((running) => {
      broker.stderr.on('data', (line) => String(line).includes('running') && running());
    });
    const all = await brokerOf({ MQTT_URL: `mqtt://127.0.0.1:${port}` });
    broker.kill('SIGTERM');
    expect(all).toMatchObject({ 'broker.subscriptions': 'ok', 'broker.publications': 'error' });
  });

  it('sees one that lets anybody in, and one that is not there', async () => {
    expect(await brokerOf({ MQTT_URL: open.url })).toMatchObject({ 'broker.strangers': 'error' });
    expect(await brokerOf({})).toEqual({ 'broker.reachable': 'error' });
  });
});

describe.skipIf(redisPath === '')('the doctor of Redis (skipped where it is not installed)', () => {
  const running: ChildProcess[] = [];
  afterAll(() => running.forEach((redis) => redis.kill('SIGTERM')));
  async function start(...settings: string[]): Promise<string> {
    const port = await freePort();
    const redis = spawn(redisPath, ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...settings], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    running.push(redis);
    for await (const line of redis.stdout) if (String(line).includes('Ready to accept connections')) break;
    return `redis://127.0.0.1:${port}`;
  }

  it.each([
    [['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction'], 'ok', 'ok'],
    [['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'], 'error', 'warning'],
  ])('judges %j', async (settings, policy, persistence) =>
    expect(await levels(await environment({ REDIS_URL: await start(...settings) }))).toMatchObject({
      'redis.version': 'ok',
      'redis.maxmemory_policy': policy,
      'redis.persistence': persistence,
    }),
  );

  it('says that none is there', async () =>
    expect(await levels(await environment({ REDIS_URL: 'redis://127.0.0.1:1' }))).toMatchObject({
      'redis.reachable': 'error',
    }));
});

describe('the command', () => {
  it('ends with 1 on an error, prints reasons or JSON, and knows its words', async () => {
    let printed = '';
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    for (const [key, value] of Object.entries(await environment())) vi.stubEnv(key, value);
    expect(await doctorCommand([])).toBe(1);
    expect(printed).toContain('ERROR    database.fsync: fsync is off\n         Why: a power cut damages');
    expect(printed).toMatch(/Errors: \d+, warnings: \d+, in order: \d+\n$/u);
    printed = '';
    expect(await doctorCommand(['--json'])).toBe(1);
    expect(JSON.parse(printed)).toContainEqual(expect.objectContaining({ id: 'database.fsync', level: 'error' }));
    expect(await doctorCommand(['--heal'])).toBe(1);
    spy.mockRestore();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
});
