import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endEverything } from '../chaos/stage';
import { type BrokerKind, mosquittoPath } from '../chaos/world/broker';
import { makeTemplate, removeWorld } from '../chaos/world/world';
import { inCheckout } from '../../src/run/checkout';
import { StopWith } from '../../src/run/stop-with';
import { planOf } from './plan';
import { asMarkdown, asText } from './report';
import { runSoak } from './soak';

const usage = `npm run lab -- soak                           30 minutes of 2,000 devices, staff and consoles; account in docs/results/lifecycle.md and docs/results/lifecycle.json
npm run lab -- soak --minutes 1 --devices 200 the same in short (calls go up after 10 s), without a report
Options: --seed 1  --broker embedded  --out <folder> (a report of a short run, too)`;

/** `npm run lab -- soak`: the lives of faults and calls, held to an account. Exit code 2: it does not close. */
async function soak(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '30' },
      devices: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      broker: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void console.log(usage);
  if (process.platform !== 'linux')
    throw new StopWith('The soak reads the memory of processes from /proc: it runs on Linux.');
  const [minutes, devices, seed] = [Number(values.minutes), Number(values.devices), Number(values.seed)];
  if (!(minutes > 0) || !Number.isInteger(devices) || devices < 2 || !Number.isInteger(seed)) throw new StopWith(usage);
  const plan = planOf({ minutes, devices, seed });
  const broker: BrokerKind = values.broker === 'embedded' || mosquittoPath() === '' ? 'embedded' : 'mosquitto';
  const loadBefore = Math.round((loadavg()[0] ?? 0) * 100) / 100;

  const dir = join(tmpdir(), `headland-soak-${process.pid}`);
  const cleanUp = async (): Promise<void> => {
    await endEverything();
    removeWorld(join(dir, 'template'));
    removeWorld(join(dir, 'world'));
    rmSync(dir, { recursive: true, force: true });
  };
  const interrupted = (): void => void cleanUp().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    const template = await makeTemplate(join(dir, 'template'), devices);
    console.log(
      `${devices} devices for ${minutes} min, ${plan.faultsPerMinute} faults and ${plan.sosPerMinute} calls a minute, seed ${seed}, broker ${broker}, load ${loadBefore}`,
    );
    const result = await runSoak(plan, {
      template,
      dir,
      broker,
      keepIn: inCheckout('.data', 'soak'),
      log: (line) => console.log(line),
    });
    console.log(asText(result));
    if (!result.closed) {
      console.log(`logs and ledger: ${inCheckout('.data', 'soak')}`);
      process.exitCode = 2;
    }
    const out = values.out ?? (plan.short ? null : inCheckout('docs/results'));
    if (out === null) return;
    const machine = {
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      cpu: cpus()[0]?.model ?? 'unknown',
      node: process.versions.node,
      loadBefore,
    };
    const report = { at: new Date().toISOString(), machine, result };
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'lifecycle.json'), `${JSON.stringify(report, null, 1)}\n`);
    writeFileSync(join(out, 'lifecycle.md'), asMarkdown(report));
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await cleanUp();
  }
}

try {
  await soak(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StopWith)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
