import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endEverything } from '../chaos/stage';
import { makeTemplate, removeWorld, type Template } from '../chaos/world/world';
import { inCheckout } from '../../src/run/checkout';
import { planOf } from './plan';
import { asText } from './report';
import { runSoak } from './soak';

/** The short length of `npm run lab -- soak`: it needs the brokers of a test run (tools/README.md) and the built product. */
const missing = [
  process.platform === 'linux' ? '' : 'Linux',
  process.env.TEST_MQTT_MOSQUITTO ? '' : 'Mosquitto',
].filter((what) => what !== '');

describe.skipIf(missing.length > 0)('faults and calls', () => {
  const devices = 200;
  let dir: string;
  let template: Template;

  beforeAll(async () => {
    const build = `import { buildStale } from ${JSON.stringify(inCheckout('tools/bootstrap/build.mjs'))}; await buildStale(['server', 'simulator'], () => undefined)`;
    const built = spawnSync(process.execPath, ['--input-type=module', '-e', build], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    dir = mkdtempSync(join(tmpdir(), 'headland-soak-'));
    chmodSync(dir, 0o711); // started by root, PostgreSQL runs as another user and has to get in
    template = await makeTemplate(join(dir, 'template'), devices);
  }, 300_000);

  afterAll(async () => {
    await endEverything();
    removeWorld(join(dir, 'template'));
    removeWorld(join(dir, 'world'));
    rmSync(dir, { recursive: true, force: true });
  });

  it('are where machines and staff left them, and an entry left out is noticed', { timeout: 240_000 }, async () => {
    const plan = planOf({ minutes: 0.6, devices, seed: 1 });
    const result = await runSoak(plan, {
      template,
      dir,
      broker: 'mosquitto',
      keepIn: inCheckout('.data', 'soak'),
      log: () => undefined,
    });
    expect(result.closed, asText(result)).toBe(true);
    // it was about something
    expect(result.acts.done).toBeGreaterThan(50);
    expect(result.acts.refused).toBeGreaterThan(5);
    expect(result.omissions.length).toBeGreaterThanOrEqual(9);
    expect(result.omissions.filter((o) => !o.noticed)).toEqual([]);
  });
});
