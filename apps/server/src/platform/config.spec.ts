import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigSchema, envExample, readConfig } from './config';

const least = { RUN: 'api', DATABASE_URL: 'postgres://h@db/h', MQTT_URL: 'mqtt://broker', MQTT_PASSWORD: 'long enough', JWT_SECRET: 'x'.repeat(32) };

describe('the configuration', () => {
  it('needs little and has sensible defaults', () => expect(readConfig(least)).toMatchObject({ RUN: ['api'], PORT: 3000, DEVELOPMENT: false, SOS_ESCALATE_S: 60 }));

  it('reads a secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'headland-config-'));
    const file = join(folder, 'secret');
    writeFileSync(file, `${'y'.repeat(40)}\n`);
    const { JWT_SECRET: _, ...rest } = least;
    expect(readConfig({ ...rest, JWT_SECRET_FILE: file }).JWT_SECRET).toBe('y'.repeat(40));
    rmSync(folder, { recursive: true });
  });

  it.each([
    [{ JWT_SECRET: 'short' }, /JWT_SECRET/],
    [{ RUN: 'everything' }, /RUN/],
    [{ DATABASE_URL: '' }, /DATABASE_URL: is missing/],
    [{ PORT: '99999' }, /PORT/],
  ])('refuses %j and says which key and what it is for', (over, text) => expect(() => readConfig({ ...least, ...over })).toThrow(text));

  it('is listed in infra/.env.example, key by key (vitest -u writes it anew)', async () => {
    for (const [key, schema] of Object.entries(ConfigSchema.shape)) expect(schema.description, key).toBeTruthy();
    await expect(envExample()).toMatchFileSnapshot('../../../../infra/.env.example');
  });
});
