import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigSchema, envExample, readConfig } from './config';
import { clientIdOf } from './mqtt/client-id';

const least = {
  RUN: 'api',
  DATABASE_URL: 'postgres://h@db/h',
  MQTT_URL: 'mqtt://broker',
  MQTT_PASSWORD: 'long enough',
  JWT_SECRET: 'x'.repeat(32),
};

describe('the configuration', () => {
  it('needs little and has sensible defaults', () =>
    expect(readConfig(least)).toMatchObject({ RUN: ['api'], PORT: 3000, DEVELOPMENT: false, SOS_ESCALATE_S: 60 }));

  it('takes demo data for a development start', () =>
    expect(readConfig({ ...least, RUN: 'migrate', SEED: 'demo', DEVELOPMENT: 'true' }).SEED).toBe('demo'));

  it('reads a secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'headland-config-'));
    const file = join(folder, 'secret');
    writeFileSync(file, `${'y'.repeat(40)}\n`);
    const { JWT_SECRET: _, ...rest } = least;
    expect(readConfig({ ...rest, JWT_SECRET_FILE: file }).JWT_SECRET).toBe('y'.repeat(40));
    // an empty line of a copied example hides nothing
    expect(readConfig({ ...rest, JWT_SECRET: '', JWT_SECRET_FILE: file }).JWT_SECRET).toBe('y'.repeat(40));
    expect(readConfig({ ...least, JWT_SECRET_FILE: '' }).JWT_SECRET).toBe(least.JWT_SECRET);
    expect(readConfig({ ...least, JWT_SECRET_FILE: file }).JWT_SECRET).toBe(least.JWT_SECRET);
    rmSync(folder, { recursive: true });
  });

  it('requires of a process only the secrets that it uses', () => {
    const { JWT_SECRET: _, ...withoutKey } = least;
    expect(() => readConfig(withoutKey)).toThrow('JWT_SECRET: is missing');
    for (const RUN of ['jobs', 'ingest', 'alerts']) {
      const keys = [readConfig({ ...withoutKey, RUN }), readConfig({ ...withoutKey, RUN })].map((c) => c.JWT_SECRET);
      expect(keys[0]).not.toBe(keys[1]);
      expect(() => readConfig({ ...withoutKey, RUN, MQTT_PASSWORD: '' })).toThrow('MQTT_PASSWORD: is missing');
    }
    expect(readConfig({ RUN: 'migrate', DATABASE_URL: least.DATABASE_URL }).RUN).toEqual(['migrate']);
  });

  it('can be set in the composition, key by key', () => {
    const composition = readFileSync(join(import.meta.dirname, '../../../../docker-compose.yml'), 'utf8');
    const settable = readFileSync(join(import.meta.dirname, '../../../../infra/compose.env.example'), 'utf8');
    // addresses and folders of the containers, and settings of single runs
    const fixed = [
      'RUN',
      'PORT',
      'HEALTH_PORT',
      'HOST',
      'DATA_DIR',
      'MAP_DIR',
      'FANOUT',
      'FANOUT_DIR',
      'PUBLIC_DIR',
      'MQTT_URL',
      'MQTT_USERNAME',
      'MQTT_PASSWORD_FILE_OUT',
      'DEVELOPMENT',
      'SEED',
      'FIRST_ADMIN_EMAIL',
    ];
    for (const key of Object.keys(ConfigSchema.shape).filter((each) => !fixed.includes(each))) {
      const isSecret = composition.includes(`${key}_FILE: /run/secrets/${key.toLowerCase()}`);
      expect([
        key,
        isSecret ||
          (new RegExp(`^# ?${key}=|^${key}=`, 'mu').test(settable) && composition.includes(`${key}: \${${key}:-`)),
      ]).toEqual([key, true]);
    }
  });

  it.each([
    [{ JWT_SECRET: 'short' }, /JWT_SECRET/],
    [{ RUN: 'everything' }, /RUN/],
    [{ DATABASE_URL: '' }, /DATABASE_URL: is missing/],
    [{ PORT: '99999' }, /PORT/],
    [{ RUN: 'migrate', SEED: 'demo' }, /SEED=demo belongs to DEVELOPMENT=true/],
    [{ RUN: 'migrate', SEED: 'demo', DEVELOPMENT: 'yes' }, /DEVELOPMENT/],
    [{ PRODUCT_TIME_ZONE: 'Asia/Soul' }, /PRODUCT_TIME_ZONE: must be the name of a time zone/],
    [{ PRODUCT_TIME_ZONE: '+09:00' }, /PRODUCT_TIME_ZONE: must be the name of a time zone/],
    [{ MAP_TILE_URL: 'https://{s}.tile.test/{z}/{x}/{y}.png' }, /MAP_TILE_URL/],
    [{ MAP_LINK_URL: 'https://maps.test/?q={lat}' }, /MAP_LINK_URL/],
    [{ MAP_LINK_URL: 'javascript:alert({lat},{lon})' }, /MAP_LINK_URL/],
  ])('refuses %j and names which key and what it is for', (over, text) =>
    expect(() => readConfig({ ...least, ...over })).toThrow(text),
  );

  it('wants a name for each process that works beside others: the broker knows it again by it after a restart', () => {
    const shared = { ...least, RUN: 'ingest', MQTT_SHARED: 'true' };
    expect(() => readConfig(shared)).toThrow(/MQTT_CLIENT_NAME/);
    expect(clientIdOf(readConfig({ ...shared, MQTT_CLIENT_NAME: 'ingest-2' }), 'ingest', true)).toBe(
      'headland-ingest-ingest-2',
    );
    expect(clientIdOf(readConfig({ ...least, RUN: 'alerts', MQTT_CLIENT_NAME: 'left-over' }), 'alerts', false)).toBe(
      'headland-alerts',
    );
    expect(readConfig({ ...shared, RUN: 'api' }).MQTT_SHARED).toBe(true);
  });

  it('is listed in infra/.env.example, key by key (vitest -u writes it anew)', async () => {
    for (const [key, schema] of Object.entries(ConfigSchema.shape)) expect(schema.description, key).toBeTruthy();
    await expect(envExample()).toMatchFileSnapshot('../../../../infra/.env.example');
  });

  it('has values in infra/.env.example that can be used as they are', () => {
    const values = [...envExample().matchAll(/^(?:# )?([A-Z]\w*)=(.+)$/gmu)].map(([, key, value]) => [key, value]);
    expect(values.length).toBeGreaterThan(30);
    for (const [key = '', value] of values)
      expect([key, ConfigSchema.shape[key as keyof typeof ConfigSchema.shape].safeParse(value).error]).toEqual([
        key,
        undefined,
      ]);
  });
});
