import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AppModule } from '../app.module';
import { openDoor } from './device-door';
import { mosquittoPath } from '../testing/mosquitto';
import { account, serverPassword } from '../testing/mqtt-clients';
import { startServer, type TestServer } from '../testing/server';
import { makeOrganizations } from '../testing/world';
import { type ShippedMosquitto, startShippedMosquitto } from '../testing/shipped-mosquitto';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'infra/monitoring');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const rules = text('infra/monitoring/rules/headland.yml');
const dashboards = readdirSync(join(folder, 'grafana/dashboards')).map((file) => ({
  file,
  text: text(`infra/monitoring/grafana/dashboards/${file}`),
}));
const alerts = [...rules.matchAll(/- alert: (\w+)[\s\S]*?runbook: (\S+)/gu)].map(([, name = '', runbook = '']) => ({
  name,
  runbook,
}));
const recorded = new Set([...rules.matchAll(/- record: (\S+)/gu)].map(([, name]) => name));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const promtool = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: join(folder, 'rules'), encoding: 'utf8' });
  return status === 0 ? 'ok' : stdout + stderr;
};

/** `headland_…` of Prometheus, and `headland:…`, which a rule records. */
const namesIn = (expressions: string): string[] => [...new Set(expressions.match(/\bheadland[_:][\w:]+/gu))];
const expressionsOf = (dashboard: string): string =>
  [...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/gu)].map(([, expression]) => expression).join('\n');

describe('what is monitored', () => {
  let server: TestServer;
  let exported: Set<string>;
  let broker: ShippedMosquitto | null = null;
  const scrape = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();
  beforeAll(async () => {
    if (mosquittoPath !== '') broker = await startShippedMosquitto();
    const MQTT_URL = `mqtt://127.0.0.1:${broker?.server ?? 1}`;
    server = await startServer([AppModule], {
      config: {
        RUN: ['api', 'jobs'],
        MQTT_URL,
        MQTT_USERNAME: account,
        MQTT_PASSWORD: serverPassword,
        DEVICE_URL: broker === null ? undefined : `mqtt://127.0.0.1:${broker.device}`,
      },
    });
    await vi.waitUntil(async () => (await scrape()).includes('headland_backup_timestamp_seconds'), 60_000);
    const metrics = await scrape();
    exported = new Set(
      [...metrics.matchAll(/^# TYPE (\S+) (\w+)$/gmu)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
  });
  afterAll(async () => {
    await server.stop();
    await broker?.stop();
  });

  it.each([['the rules', rules], ...dashboards.map(({ file, text }) => [file, expressionsOf(text)])])(
    'is exported: %s',
    (_, expressions = '') => {
      const names = namesIn(expressions);
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter((name) => !exported.has(name) && !recorded.has(name))).toEqual([]);
    },
  );

  it('has each check of /readyz, the pool, the answers and the database as they are', async () => {
    await fetch(`${server.url}/api/nothing`);
    const metrics = await scrape();
    expect(metrics).toContain('headland_ready{check="database"} 1');
    expect(metrics).toMatch(/headland_database_pool_connections\{state="waiting"\} 0/u);
    expect(metrics).toMatch(/headland_data_disk_free_bytes \d{4,}/u);
    expect(metrics).toMatch(/headland_http_request_seconds_count\{status="4xx"\} \d/u);
    expect(metrics).toMatch(/headland_database_connections_limit [1-9]/u);
    expect(metrics).toMatch(/headland_database_size_bytes \d{6,}/u);
    expect(metrics).toContain('headland_event_log_lag_seconds{reader="policies"} 0');
    expect(metrics).toContain('headland_messages_queued{channel="sms"} 0');
  });

  it('counts a notice that waits for the morning as queued, but not as one that nothing sends', async () => {
    const { nami } = await makeOrganizations(server.database);
    const queue = (reason: string, problem: string | null) =>
      server.database.query(
        `INSERT INTO delivery (reason, subject, subject_id, organization_id, channel, recipient, address, text, problem, created_at, next_try_at)
         VALUES ($1, 'notice', 1, $2, $3, 'x', '1', 'x', $4, now() - interval '1 hour', now() + interval '9 hours')`,
        [reason, nami, problem === null ? 'app' : 'push', problem],
      );
    await queue('test:failing', 'the gateway answered 503');
    await queue('test:morning', null);
    await vi.waitUntil(async () => (await scrape()).includes('headland_messages_queued{channel="app"} 1'), 30_000);
    const metrics = await scrape();
    expect(metrics).toContain('headland_messages_oldest_seconds{channel="app"} 0');
    expect(metrics).toMatch(/headland_messages_oldest_seconds\{channel="push"\} 36\d\d/u);
    await server.database.query('DELETE FROM delivery');
  });

  it.skipIf(mosquittoPath === '')(
    'says whether a broker answers devices at their address (skipped where Mosquitto is not installed)',
    async () => {
      const door = `127.0.0.1:${broker?.device}`;
      await vi.waitUntil(async () => (await scrape()).includes(`headland_device_door_open{door="${door}"} 1`), 30_000);
      expect(await openDoor('mqtt://127.0.0.1:1')).toEqual({ isOpen: false, validTo: null });
    },
  );

  it('has a failure before it happens, so that the first is seen as a rise', async () => {
    const metrics = await scrape();
    // counted by whatever this worker ran before, too
    expect(metrics).toMatch(/headland_http_request_seconds_count\{status="5xx"\} \d/u);
    expect(metrics).toMatch(/headland_sms_refused_total\{limit="SMS_A_DAY"\} \d/u);
  });

  it.skipIf(mosquittoPath === '')('has what Mosquitto says of itself (skipped where it is not installed)', async () => {
    const of = `broker="127.0.0.1:${broker?.server}"`;
    // it says so each ten seconds
    await vi.waitUntil(async () => (await scrape()).includes(`headland_mosquitto_messages_stored{${of}}`), 30_000);
    const metrics = await scrape();
    expect(metrics).toContain(`headland_mosquitto_messages_dropped_total{${of}} 0`);
    expect(metrics).toMatch(new RegExp(`headland_mosquitto_messages_retained\\{${of}\\} \\d`, 'u'));
    expect(metrics).toMatch(new RegExp(`headland_mosquitto_clients_connected\\{${of}\\} \\d`, 'u'));
  });
});

describe('an alert', () => {
  const headings = new Set(
    [...text('docs/operations.md').matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

  it('names its entry in the runbook, which exists', () => {
    expect(alerts.length).toBeGreaterThan(30);
    expect(alerts.length).toBe(rules.match(/- alert:/gu)?.length);
    for (const { name, runbook } of alerts) {
      expect(runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
      expect([name, headings.has(name.toLowerCase())]).toEqual([name, true]);
    }
  });

  it('of the runbook is a rule', () => {
    const known = new Set(alerts.map(({ name }) => name.toLowerCase()));
    expect([...headings].filter((heading) => heading.startsWith('headland') && !known.has(heading))).toEqual([]);
  });

  it('has a test that sets it off and one that does not', () => {
    const tests =
      text('infra/monitoring/rules/headland.test.yml') + text('infra/monitoring/rules/headland-slow.test.yml');
    for (const { name } of alerts) {
      expect(tests).toContain(`- name: ${name} goes off`);
      expect(tests).toContain(`- name: ${name} stays quiet`);
    }
  });

  it.skipIf(!hasPromtool)('is a rule that Prometheus accepts (skipped where promtool is not installed)', () =>
    expect(promtool('check', 'rules', 'headland.yml')).toBe('ok'),
  );

  it.skipIf(!hasPromtool)('goes off when it should, and not before (skipped where promtool is not installed)', () =>
    expect(promtool('test', 'rules', 'headland.test.yml', 'headland-slow.test.yml')).toBe('ok'),
  );
});
