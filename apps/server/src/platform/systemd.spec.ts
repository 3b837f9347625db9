import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigSchema } from './config';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, 'infra/systemd');
const text = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');
const files = readdirSync(folder);
const units = files.filter((file) => /\.(?:service|timer|target|slice)$/u.test(file));
const weightOf = (unit: string): number => Number(/^CPUWeight=(\d+)$/mu.exec(unit)?.[1] ?? 100);
const kinds = ['alerts', 'api', 'ingest', 'jobs'];
const kindOf = (kind: string): string => text(`headland@${kind}.service.d`, 'kind.conf');

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
