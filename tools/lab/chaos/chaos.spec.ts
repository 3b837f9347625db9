import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCheckout } from '../../src/run/checkout';
import { asText } from './report';
import { scenarios, shortOnes } from './scenarios/all';
import { removeCopies, sensitivities } from './sensitivity';
import { endEverything, runScenario } from './stage';
import { makeTemplate, removeWorld, type Template } from './world/world';

/** The short length of `npm run lab -- chaos`, each scenario one test: it needs the brokers and the Redis of a test run (tools/README.md) and the built product. */
const missing = [
  process.platform === 'linux' ? '' : 'Linux',
  process.env.TEST_MQTT_MOSQUITTO ? '' : 'Mosquitto',
].filter((what) => what !== '');
const chosen = scenarios.filter((s) => shortOnes.includes(s.number));

describe.skipIf(missing.length > 0)('the running product', () => {
  let dir: string;
  let template: Template;

  beforeAll(async () => {
    const build = `import { buildStale } from ${JSON.stringify(inCheckout('tools/bootstrap/build.mjs'))}; await buildStale(['server', 'simulator'], () => undefined)`;
    const built = spawnSync(process.execPath, ['--input-type=module', '-e', build], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    dir = mkdtempSync(join(tmpdir(), 'headland-chaos-'));
    chmodSync(dir, 0o711); // started by root, PostgreSQL runs as another user and has to get in
    template = await makeTemplate(join(dir, 'template'), Math.max(...chosen.map((s) => s.devices)));
  }, 300_000);

  afterAll(async () => {
    await endEverything();
    removeWorld(join(dir, 'template'));
    rmSync(dir, { recursive: true, force: true });
  });

  it('can be broken in every place that a sensitivity run names', () => {
    try {
      expect(sensitivities().length).toBeGreaterThan(0);
    } finally {
      removeCopies();
    }
  });

  for (const scenario of chosen) {
    const possible = !(scenario.needs ?? []).includes('redis') || Boolean(process.env.TEST_REDIS);
    it.skipIf(!possible)(`loses nothing: ${scenario.name}`, { timeout: 300_000 }, async () => {
      const result = await runScenario(scenario, {
        template,
        dir,
        length: 'short',
        seed: 1,
        broker: 'mosquitto',
        keepIn: inCheckout('.data', 'chaos', String(scenario.number)),
      });
      expect(result.met, asText(result)).toBe(true);
    });
  }
});
