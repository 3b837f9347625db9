import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ConfigSchema, envExample, WrongSettings } from './config';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'infra/systemd');
const text = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
const files = readdirSync(folder);
const units = files.filter((file) => /\.(?:service|timer|target|slice)$/u.test(file));
const weightOf = (unit: string): number => Number(/^CPUWeight=(\d+)$/mu.exec(unit)?.[1] ?? 100);
const kinds = ['alerts', 'api', 'ingest', 'jobs'];
const kindOf = (kind: string): string => text(`headland@${kind}.service.d`, 'kind.conf');

const servicesOf = (file: string) =>
  (
    parse(readFileSync(join(root, file), 'utf8'), { merge: true, logLevel: 'error' }) as {
      services: Record<string, { mem_limit?: string; ulimits?: { nofile: number } }>;
    }
  ).services;

describe('the units of systemd', () => {
  it('weigh the processes as the composition does, in one slice', () => {
    const composition = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
    // a container without shares has 1024; a service ends where the next begins
    const shareOf = (service: string): number => {
      const [, settings = ''] = new RegExp(`^  ${service}:\\n((?:    .*\\n|\\n)+)`, 'mu').exec(composition) ?? [];
      return Number(/cpu_shares: (\d+)/u.exec(settings)?.[1] ?? 1024);
    };
    const weights: Record<string, number> = {
      database: weightOf(text('postgresql@.service.d', 'headland.conf')),
      mosquitto: weightOf(text('headland-broker.service')),
      ...Object.fromEntries(kinds.map((kind) => [kind, weightOf(kindOf(kind))])),
    };
    for (const [service, weight] of Object.entries(weights))
      expect([service, (weight * 1024) / 100]).toEqual([service, shareOf(service)]);
    for (const unit of [...files.filter((file) => file.endsWith('.service')), 'postgresql@.service.d/headland.conf'])
      expect([unit, text(unit).includes('\nSlice=headland.slice\n')]).toEqual([unit, true]);
  });

  it('give memory and open files as the compositions do', () => {
    const composition = servicesOf('docker-compose.yml');
    const valueOf = (key: string, unit: string): string | undefined =>
      new RegExp(`^${key}=(\\w+)$`, 'mu').exec(unit)?.[1];
    for (const kind of kinds)
      expect([kind, valueOf('MemoryMax', kindOf(kind)) ?? valueOf('MemoryMax', text('headland@.service'))]).toEqual([
        kind,
        composition[kind]?.mem_limit?.toUpperCase(),
      ]);
    const files = Number(valueOf('LimitNOFILE', text('headland-broker.service')));
    for (const service of ['mosquitto', 'mqtt-proxy'])
      expect([service, composition[service]?.ulimits?.nofile]).toEqual([service, files]);
    expect(servicesOf('docker-compose.emqx.yml').emqx?.ulimits?.nofile).toBe(files);
    // two for each device
    expect(files).toBeGreaterThan(
      Number(/^ {2}fd-hard-limit (\d+)$/mu.exec(readFileSync(join(root, 'infra/haproxy/haproxy.cfg'), 'utf8'))?.[1]),
    );
  });

  it('set what a copied infra/.env.example leaves to them: EnvironmentFile goes before Environment', () => {
    const given = [...envExample().matchAll(/^([A-Z]\w*)=/gmu)].map(([, key]) => key);
    expect(given).toContain('DATABASE_URL');
    const withFile = [...units.map((unit) => text(unit)), ...kinds.map(kindOf)].filter(
      (unit) => unit.includes('EnvironmentFile=') || !unit.includes('[Unit]'),
    );
    const own = withFile.flatMap((unit) =>
      [...unit.matchAll(/^Environment=(.+)$/gmu)].flatMap(([, pairs = '']) => pairs.split(' ')),
    );
    expect(own.map((pair) => pair.split('=')[0]).filter((key) => key === 'RUN' || given.includes(key))).toEqual([]);
    expect(text('headland@.service')).toMatch(/^ExecStart=\/usr\/bin\/env RUN=%i \/usr\/bin\/node /mu);
    expect(text('headland-migrate.service')).toMatch(/^ExecStart=\/usr\/bin\/env RUN=migrate \/usr\/bin\/node /mu);
  });

  it('start a process again whatever ended it, but wrong settings', () => {
    const unit = text('headland@.service');
    expect(unit).toMatch(/^Restart=always$/mu);
    expect(/^RestartPreventExitStatus=(.*)$/mu.exec(unit)?.[1]).toBe(String(WrongSettings.exitCode));
  });

  it('wait for a database that comes later, and for nothing that is set wrongly', async () => {
    const refusal = (code: string): Buffer => {
      const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`);
      const head = Buffer.from('E\0\0\0\0');
      head.writeInt32BE(fields.length + 4, 1);
      return Buffer.concat([head, fields]);
    };
    // a proxy without a server, a server that starts, one that knows no such account
    const answers = [
      (socket: Socket) => socket.destroy(),
      (socket: Socket) => socket.end(refusal('57P03')),
      (socket: Socket) => socket.end(refusal('28P01')),
    ];
    let asked = 0;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answers[asked++]?.(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));

    const wait = (env: NodeJS.ProcessEnv) =>
      spawn(process.execPath, ['infra/wait-for-database.mjs', '0.05'], { cwd: root, env, stdio: [0, 1, 'pipe'] });
    const waits = wait({ DATABASE_URL: `postgres://h@127.0.0.1:${port}/h`, DATABASE_SESSION_URL: '' });
    const [said] = (await once(waits.stderr as Readable, 'data')) as [Buffer];
    expect(String(said)).toContain('ECONNREFUSED');
    server.listen(port, '127.0.0.1');
    expect(await once(waits, 'exit')).toEqual([0, null]);
    expect(asked).toBe(answers.length);
    server.close();

    // the migration says what is missing
    for (const url of ['', 'no address']) expect(await once(wait({ DATABASE_URL: url }), 'exit')).toEqual([0, null]);
  });

  it('set what the server knows, on a port for each process', () => {
    const environments = [...units.map((unit) => text(unit)), ...kinds.map(kindOf)]
      .flatMap((unit) => [...unit.matchAll(/^Environment=(.+)$/gmu)].flatMap(([, pairs = '']) => pairs.split(' ')))
      .map((pair) => pair.split('=') as [string, string]);
    const ofOthers = new Set([
      'NODE_ENV',
      'NODE_OPTIONS',
      'CONFIG',
      'MQTT_PASSWORD_FILE',
      'DEVICE_PASSWORDS',
      'PASSWORDS',
    ]);
    const keys = environments.map(([key]) => key).filter((key) => !ofOthers.has(key));
    expect(keys.filter((key) => !(key in ConfigSchema.shape))).toEqual([]);
    const ports = environments.filter(([key]) => key.endsWith('PORT')).map(([, port]) => port);
    expect(ports).toHaveLength(5);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('remove old back-ups and what a killed one left before the next, so that one without room ends by itself', () => {
    const state = mkdtempSync(join(tmpdir(), 'headland-units-'));
    const unit = text('headland-backup.service');
    const made = (name: string, daysOld: number): void => {
      writeFileSync(join(state, name), '');
      const at = Date.now() / 1_000 - daysOld * 86_400;
      utimesSync(join(state, name), at, at);
    };
    // a failure of weeks leaves what there is
    for (let night = 0; night < 20; night++) made(`night ${night}.backup`, 40 + night);
    made('killed.backup.partial', 1);
    made('under-way.backup.partial', 0);
    const before = [...unit.matchAll(/^ExecStartPre=(.+)$/gmu)].map(([, command = '']) =>
      command.replaceAll('/var/lib/headland-backup', state).replaceAll('\\\\', '\\'),
    );
    for (const command of before) expect(spawnSync('sh', ['-c', command]).status).toBe(0);
    const left = readdirSync(state);
    rmSync(state, { recursive: true });
    expect(unit.indexOf('ExecStartPre=')).toBeLessThan(unit.indexOf('ExecStart='));
    expect(left.filter((name) => name.endsWith('.partial'))).toEqual(['under-way.backup.partial']);
    expect(left).toHaveLength(14);
    expect(left).toContain('night 12.backup');
  });

  const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!canVerify)('are what systemd accepts (skipped where systemd-analyze is not installed)', () => {
    const all = units.flatMap((unit) =>
      unit === 'headland@.service' ? kinds.map((kind) => `headland@${kind}.service`) : [unit],
    );
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...all.map((unit) => `./${unit}`)], {
      cwd: folder,
      encoding: 'utf8',
    });
    // the product and its Node are not where an installation has them
    expect(
      stderr.split('\n').filter((line) => line !== '' && !/^\S+: Command \S+ is not executable/u.test(line)),
    ).toEqual([]);
  });
});
