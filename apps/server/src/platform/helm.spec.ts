import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ConfigSchema } from './config';

const root = join(import.meta.dirname, '../../../..');
const chart = join(root, 'infra/helm/headland');
const read = (...path: string[]): string => readFileSync(join(chart, ...path), 'utf8');
const templates = readdirSync(join(chart, 'templates')).map((file) => [file, read('templates', file)] as const);
const all = templates.map(([, text]) => text).join('\n');
const values = parse(read('values.yaml')) as Record<string, unknown>;
const schema = JSON.parse(read('values.schema.json')) as Schema;
const composition = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<
    string,
    { image?: string; cpu_shares?: number; mem_limit?: string; environment?: Record<string, string> }
  >;
  secrets: Record<string, unknown>;
};
interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
}
const processes = ['api', 'alerts', 'ingest', 'jobs'];

/** The names of all values that are not lists or free maps: `image.tag`, `api.resources`. */
const leaves = (of: Record<string, unknown>, at: Schema, before = ''): string[] =>
  Object.entries(of).flatMap(([key, value]) => {
    const name = before + key;
    const below = at.properties?.[key];
    const isMap =
      value !== null && typeof value === 'object' && !Array.isArray(value) && below?.additionalProperties === false;
    return isMap && key !== 'resources' && key !== 'secrets'
      ? leaves(value as Record<string, unknown>, below, `${name}.`)
      : [name];
  });

describe('the chart', () => {
  it('has values that its schema accepts, and refuses what is not known', () => {
    const accepts = new Ajv().compile(schema);
    expect(accepts(values), JSON.stringify(accepts.errors)).toBe(true);
    for (const wrong of [
      { replicas: 3 },
      { config: { RUN: 'api' } },
      { config: { 'not-a-key': 'x' } },
      { mqtt: { url: 'http://broker' } },
    ])
      expect(accepts({ ...values, ...wrong }), JSON.stringify(wrong)).toBe(false);
  });

  it('uses each of its values, and no other', () => {
    const known = leaves(values, schema);
    const used = new Set([
      ...[...all.matchAll(/\.Values\.([\w.]+)/gu)].map(([, name]) => name as string),
      ...[...all.matchAll(/\$classes\.(\w+)/gu)].map(([, name]) => `priorityClasses.${name}`),
    ]);
    // by the name of the process
    for (const process of [...processes, 'migrate']) used.add(`${process}.resources`);
    for (const process of processes) used.add(`${process}.replicas`);
    expect(known.filter((name) => !used.has(name))).toEqual([]);
    const isKnown = (name: string): boolean =>
      known.some((k) => name === k || name.startsWith(`${k}.`) || k.startsWith(`${name}.`));
    expect([...used].filter((name) => !isKnown(name))).toEqual([]);
  });

  it('sets what the server knows', () => {
    const names = [
      ...all.matchAll(/\{ name: ([A-Z][A-Z_]+), value/gu),
      ...all.matchAll(/- name: ([A-Z][A-Z_]+)$/gmu),
    ].map(([, name]) => name as string);
    const ofOthers = new Set(['NODE_OPTIONS', 'MAP_TILE_ORIGIN', 'MAP_ARCHIVE_ORIGIN']);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !ofOthers.has(name) && !(name in ConfigSchema.shape))).toEqual([]);
    const secrets = Object.keys(schema.properties?.secrets?.properties ?? {});
    expect(secrets.filter((name) => !(name.toUpperCase() in ConfigSchema.shape))).toEqual([]);
    expect(secrets.filter((name) => !(name in composition.secrets))).toEqual([]);
  });

  it('has images, ports, memory and weights of the composition', () => {
    const image = values.image as { server: string; console: string };
    expect(composition.services.api?.image).toContain(`${image.server}:`);
    expect(composition.services.console?.image).toContain(`${image.console}:`);
    expect(all).toContain(`value: '${composition.services.api?.environment?.HEALTH_PORT}'`);
    const locations = readFileSync(join(root, 'infra/nginx/locations.conf'), 'utf8');
    expect(locations).toContain('/nginx-health');
    const requests = (name: string): { cpu: string } =>
      (values[name] as { resources: { requests: { cpu: string } } }).resources.requests;
    for (const name of processes)
      expect([name, (parseInt(requests(name).cpu) * 1024) / 100]).toEqual([
        name,
        composition.services[name]?.cpu_shares ?? 1024,
      ]);
    const { heapMb } = values.ingest as { heapMb: number };
    expect(composition.services.ingest?.environment?.NODE_OPTIONS).toBe(`--max-old-space-size=${heapMb}`);
    for (const name of [...processes, 'console']) {
      const { memory } = (values[name] as { resources: { limits: { memory: string } } }).resources.limits;
      expect([name, memory.toLowerCase()]).toEqual([name, `${composition.services[name]?.mem_limit}i`]);
    }
  });

  it('streams bodies to the api, as nginx of the composition does: they are not for the memory of a proxy', () => {
    const locations = readFileSync(join(root, 'infra/nginx/locations.conf'), 'utf8');
    // without 1.1 a body in chunks is held back all the same
    expect(locations).toMatch(/^proxy_http_version 1\.1;$/mu);
    for (const name of ['proxy_request_buffering', 'proxy_buffering']) {
      expect(locations).toMatch(new RegExp(`^${name} off;$`, 'mu'));
      expect(read('templates/ingress.yaml')).toContain(`/${name.replaceAll('_', '-')}: 'off'`);
    }
  });

  it('is installed with a longer patience than its migration has', () => {
    const { deadlineSeconds } = values.migrate as { deadlineSeconds: number };
    const commands = [read('README.md'), readFileSync(join(root, 'docs/operations.md'), 'utf8')].flatMap(
      (text) => text.match(/helm (?:install|upgrade) .+/gu) ?? [],
    );
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands)
      expect(60 * Number(/--timeout (\d+)m/u.exec(command)?.[1]), command).toBeGreaterThan(deadlineSeconds);
    expect(read('templates/NOTES.txt')).toContain(
      '--timeout {{ add 5 (div (int .Values.migrate.deadlineSeconds) 60) }}m',
    );
  });

  it('closes what it opens', () => {
    for (const [file, text] of templates) {
      expect([file, text.split('{{').length]).toEqual([file, text.split('}}').length]);
      const blocks = [...text.matchAll(/\{\{-? *(if|range|with|define|end)\b/gu)].map(([, word]) => word);
      expect([file, blocks.filter((w) => w === 'end').length * 2]).toEqual([file, blocks.length]);
    }
  });

  const helm = spawnSync('helm', ['version']).status === 0;
  const full = [
    'existingSecret=headland',
    'ingress.enabled=true',
    'ingress.host=fleet.example.com',
    'ingress.tlsSecret=fleet-tls',
    'ingress.className=nginx',
    'networkPolicy.enabled=true',
    'serviceMonitor.enabled=true',
    'files.existingClaim=files',
    'mqtt.passwordFileClaim=passwords',
    'mqtt.shared=true',
    'config.PUBLIC_URL=https://fleet.example.com',
    'image.pullSecrets[0].name=registry',
  ];
  it.skipIf(!helm).each([
    [
      'the least',
      [
        'existingSecret=headland',
        'redis.enabled=false',
        'podDisruptionBudgets.enabled=false',
        'priorityClasses.create=false',
      ],
    ],
    ['a trial', ['secrets.database_url=postgres://h@db/h', 'secrets.mqtt_password=long-enough']],
    ['all of it', full],
  ])('is rendered with %s (skipped where helm is not installed)', (_, set) => {
    const given = set.flatMap((one) => ['--set', one]);
    const lint = spawnSync('helm', ['lint', '--strict', chart, ...given], { encoding: 'utf8' });
    expect(`${lint.stdout}${lint.stderr}`).not.toMatch(/\[(?:ERROR|WARNING)\]/u);
    expect(lint.status).toBe(0);
    const { stdout, stderr, status } = spawnSync('helm', ['template', 'headland', chart, ...given], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    const objects = parseAllDocuments(stdout)
      .map((document) => {
        expect(document.errors).toEqual([]);
        return document.toJS() as {
          kind: string;
          metadata: { name: string };
          spec?: { template?: { spec: Pod } };
        } | null;
      })
      .filter((object) => object !== null);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    const pods = objects.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template.spec]));
    expect(pods).toHaveLength(6);
    for (const { containers, volumes, securityContext } of pods)
      for (const { env, securityContext: own, volumeMounts } of containers) {
        expect(securityContext.runAsNonRoot).toBe(true);
        expect(own.readOnlyRootFilesystem).toBe(true);
        const keys = env.map(({ name }) => name);
        expect(new Set(keys).size).toBe(keys.length);
        expect(volumes.map(({ name }) => name).sort()).toEqual(volumeMounts.map(({ name }) => name).sort());
      }
  });
});
interface Pod {
  securityContext: { runAsNonRoot: boolean };
  volumes: { name: string }[];
  containers: {
    env: { name: string }[];
    securityContext: { readOnlyRootFilesystem: boolean };
    volumeMounts: { name: string }[];
  }[];
}
