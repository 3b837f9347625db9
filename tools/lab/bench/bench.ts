import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StopWith } from '../../src/run/stop-with';
import { brokerKinds, hasMosquitto } from './parts/broker';
import { profileText } from './measure/profile';
import { repositoryRoot, stopAllParts } from './parts/part';
import { asMarkdown, asTable, merge, type BenchReport, type Figure } from './report';
import { charts } from './runs/charts';
import { consoles } from './runs/consoles';
import type { Bench, BenchContext } from './runs/context';
import { devices } from './runs/devices';
import { fairness } from './runs/fairness';
import { flash } from './runs/flash';
import { ingest } from './runs/ingest';
import { latency } from './runs/latency';
import { map } from './runs/map';
import { remote } from './runs/remote';
import { queue } from './runs/queue';
import { rates } from './runs/rates';
import { rebuild } from './runs/rebuild';
import { soak } from './runs/soak';
import { sos } from './runs/sos';
import { stalled } from './runs/stalled';
import { startMachine } from './targets/machine';
import { startMinimal } from './targets/minimal-target';
import { type ProductTarget, startProduct } from './targets/product-target';
import type { Target } from './targets/target';

const benches: Record<string, Bench> = {
  ingest,
  latency,
  devices,
  consoles,
  stalled,
  sos,
  fairness,
  rebuild,
  queue,
  map,
  charts,
  remote,
  flash,
};
/** By name alone: what it measures has no limit beside it and no goal. */
const onlyByName: Record<string, Bench> = { rates };
const usage = `npm run lab -- bench [${Object.keys(benches).join(' ')}] [--pairs 3] [--seconds 10] [--warm-up 4] [--quick]
npm run lab -- bench soak --minutes 30 [--share 2]     at twice the rate that the product can commit
npm run lab -- bench rates
Without a name everything but these two is run. Results: docs/results/bench.md and docs/results/bench.json (--out <folder> for another).
--profile <folder>: where the time of each server process went (V8 CPU profiles and their hottest functions); the figures themselves are then a little worse.`;
/** The most devices that a benchmark uses. */
const fleetSize = 10_000;

export async function runBench(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      pairs: { type: 'string' },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      minutes: { type: 'string', default: '30' },
      share: { type: 'string' },
      quick: { type: 'boolean', default: false },
      out: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const names = positionals.length === 0 ? Object.keys(benches) : positionals;
  if (values.help || names.some((n) => n !== 'soak' && !(n in benches) && !(n in onlyByName))) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  if (process.platform !== 'linux')
    throw new StopWith('The benchmark reads the cost of processes from /proc: it runs on Linux.');
  if (names.some((n) => n !== 'map' && n !== 'charts' && n !== 'fairness') && !hasMosquitto())
    throw new StopWith('The benchmark needs the broker of production: install mosquitto (apt install mosquitto).');

  const settings = {
    pairs: numberOf(values.pairs, values.quick ? 1 : 3),
    seconds: numberOf(values.seconds, values.quick ? 5 : 10),
    warmUpS: numberOf(values['warm-up'], values.quick ? 2 : 4),
  };
  const profileDir = values.profile === undefined ? undefined : resolve(values.profile);
  const session = new Session(settings, profileDir);
  const figures: Figure[] = [];
  let failed: unknown = null;
  const interrupted = (): void => {
    void session.stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  const loadBefore = loadavg()[0] ?? 0;
  try {
    for (const name of names) {
      console.log(`\n${name}`);
      await session.loginAgain();
      const list =
        name === 'soak'
          ? await soak(session.context, numberOf(values.minutes, 30), numberOf(values.share, 2))
          : await (benches[name] ?? onlyByName[name] ?? ingest)(session.context);
      console.log(asTable(list));
      figures.push(...list);
    }
  } catch (error) {
    // keep what was measured until then
    failed = error;
  } finally {
    await session.stop();
  }

  if (profileDir !== undefined) {
    const text = profileText(profileDir, repositoryRoot());
    writeFileSync(join(profileDir, 'hottest.txt'), text);
    console.log(`\n${text}`);
  }
  const out = values.out ?? join(repositoryRoot(), 'docs', 'results');
  const json = join(out, 'bench.json');
  const report = merge(existsSync(json) ? (JSON.parse(readFileSync(json, 'utf8')) as BenchReport) : null, {
    at: new Date().toISOString(),
    machine: {
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      cpu: cpus()[0]?.model ?? 'unknown',
      node: process.versions.node,
      platform: process.platform,
      loadBefore: Math.round(loadBefore * 100) / 100,
    },
    settings: { pairs: settings.pairs, 'seconds a run': settings.seconds, 'warm-up in seconds': settings.warmUpS },
    figures,
    notes: session.notes,
  });
  mkdirSync(out, { recursive: true });
  writeFileSync(json, `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(join(out, 'bench.md'), asMarkdown(report));
  const missed = figures.filter((f) => f.met === false);
  console.log(
    `\n${figures.filter((f) => f.met === true).length} goals met, ${missed.length} missed${missed.map((f) => `\n  ${f.bench}: ${f.name}`).join('')}`,
  );
  for (const note of session.notes) console.log(`note: ${note}`);
  if (failed !== null) throw failed;
  if (missed.length > 0) process.exitCode = 2;
}

/** Parts are started once for all benchmarks of a call, and only if one needs them. */
class Session {
  readonly notes: string[] = [];
  readonly context: BenchContext;
  private readonly dir = join(tmpdir(), `headland-bench-${process.pid}`);
  private machine: Promise<Awaited<ReturnType<typeof startMachine>>> | null = null;
  private readonly started = new Map<string, Promise<Target>>();
  private stopping: Promise<void> | null = null;

  constructor(settings: { pairs: number; seconds: number; warmUpS: number }, profileDir: string | undefined) {
    this.context = {
      ...settings,
      machine: () => (this.machine ??= startMachine(this.dir)),
      product: (brokerKind = 'mosquitto') =>
        this.once(`product ${brokerKind}`, async () =>
          startProduct(await this.context.machine(), fleetSize, {
            brokerKind,
            ...(profileDir === undefined ? {} : { profileDir }),
          }),
        ),
      limit: (lingerMs = 0) =>
        this.once(`limit ${lingerMs}`, async () => startMinimal(await this.context.machine(), lingerMs)),
      log: (line) => console.log(line),
      note: (line) => {
        this.notes.push(line);
      },
      ceilings: { product: null, limit: null },
    };
  }

  /** Access tokens live 15 minutes, less than a run. */
  async loginAgain(): Promise<void> {
    for (const kind of brokerKinds)
      await ((await this.started.get(`product ${kind}`)) as ProductTarget | undefined)?.login();
  }

  stop(): Promise<void> {
    return (this.stopping ??= (async () => {
      await Promise.allSettled([...this.started.values()].map(async (target) => (await target).stop()));
      await stopAllParts();
      await (await this.machine)?.stop();
      rmSync(this.dir, { recursive: true, force: true });
    })());
  }

  private once<T extends Target>(name: string, start: () => Promise<T>): Promise<T> {
    const known = this.started.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const starting = start();
    this.started.set(name, starting);
    return starting;
  }
}

function numberOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const n = Number(text);
  if (!(n > 0)) throw new StopWith(`${text} is not a number above 0\n${usage}`);
  return n;
}
