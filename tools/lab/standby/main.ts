import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from '../../src/run/checkout';
import { StopWith } from '../../src/run/stop-with';
import { asText } from '../chaos/report';
import { endEverything, runScenario } from '../chaos/stage';
import { mosquittoPath, serverAccount } from '../chaos/world/broker';
import { passwordFile } from '../chaos/world/registry';
import { missingPrograms } from './cluster';
import { failingOver } from './failing-over';
import { keepResult } from './report';

const usage = `npm run lab -- standby            two PostgreSQL under Patroni and HAProxy, a primary killed under load; results in docs/results/standby.md
npm run lab -- standby --pooler   the same with PgBouncer before HAProxy
Options: --short (no results are written)  --seed 1  --out docs/results`;

/** `npm run lab -- standby`: what a fail-over costs. Exit code 2: something that must hold did not. */
async function standby(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      pooler: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: inCheckout('docs/results') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const missing = missingPrograms(values.pooler);
  if (missing !== null)
    throw new StopWith(
      `Not installed: ${missing} (Debian: apt install patroni etcd-server haproxy pgbouncer postgresql util-linux).`,
    );
  const dir = join(tmpdir(), `headland-standby-${process.pid}`);
  mkdirSync(dir, { recursive: true, mode: 0o711 });
  const scenario = failingOver(values.pooler);
  try {
    const result = await runScenario(scenario, {
      template: { dir, passwords: passwordFile(scenario.devices, serverAccount) },
      dir,
      length: values.short ? 'short' : 'full',
      seed: Number(values.seed),
      broker: mosquittoPath() === '' ? 'embedded' : 'mosquitto',
      keepIn: inCheckout('.data', 'standby'),
    });
    console.log(asText(result));
    if (!values.short) keepResult(values.out, values.pooler ? 'pooler' : 'direct', result);
    if (!result.met) process.exitCode = 2;
  } finally {
    await endEverything();
    rmSync(dir, { recursive: true, force: true });
  }
}

try {
  await standby(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StopWith)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
