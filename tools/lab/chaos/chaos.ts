import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from '../../src/run/checkout';
import { StopWith } from '../../src/run/stop-with';
import { asMarkdown, asText, type Broken, type ChaosReport, mergeBroken, mergeReports, shownBy } from './report';
import { scenarios, shortOnes } from './scenarios/all';
import { removeCopies, sensitivities } from './sensitivity';
import { endEverything, runScenario, type Result } from './stage';
import { type BrokerKind, mosquittoPath } from './world/broker';
import { fakeTimePath } from './world/moved-clock';
import { redisPath } from './world/redis';
import { releaseBefore } from './world/release-before';
import { makeTemplate, removeWorld } from './world/world';

const usage = `npm run lab -- chaos                  every scenario at its full length, about 20 minutes; results in docs/results/chaos.md and docs/results/chaos.json
npm run lab -- chaos 1 6 12               some of: ${scenarios.map((s) => s.number).join(' ')}
npm run lab -- chaos --short              ${shortOnes.join(' ')} in a few minutes
npm run lab -- chaos --sensitivity        does the suite notice when the product is broken on purpose? (with numbers: these scenarios)
Options: --seed 1  --broker embedded (the built-in broker instead of Mosquitto)  --out docs/results  --report <file.json>`;

export async function runChaos(args: string[]): Promise<Result[]> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      short: { type: 'boolean', default: false },
      sensitivity: { type: 'boolean', default: false },
      seed: { type: 'string' },
      broker: { type: 'string' },
      out: { type: 'string' },
      report: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return [];
  }
  const chosen = choose(positionals, values.short);
  if (process.platform !== 'linux')
    throw new StopWith('Chaos stops and inspects processes through /proc: it runs on Linux.');
  const broker = brokerOf(values.broker);
  const seed = values.seed === undefined ? 1 : Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0) throw new StopWith(`--seed is a whole number, not ${values.seed}`);
  // a deliberate fault shows within the short length
  const length = values.short || values.sensitivity ? 'short' : 'full';

  const dir = join(tmpdir(), `headland-chaos-${process.pid}`);
  const templateDir = join(dir, 'template');
  const cleanUp = onEnd(dir);
  const results: Result[] = [];
  const missed: string[] = [];
  const broken: Broken[] = [];
  try {
    const asked = new Set(chosen.map((s) => s.number));
    const runs = values.sensitivity
      ? sensitivities().filter(({ scenario }) => positionals.length === 0 || asked.has(scenario.number))
      : chosen.map((scenario) => ({ scenario, change: undefined, label: null, inVain: undefined }));
    const template = await makeTemplate(templateDir, Math.max(...runs.map((r) => r.scenario.devices)));
    console.log(
      `seed ${seed}, ${length}, broker ${broker}, load ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores\n`,
    );
    for (const { scenario, change, label, inVain } of runs) {
      if (!hasNeeds(scenario.needs ?? [], broker)) {
        console.log(
          `${String(scenario.number).padStart(2)}  ${scenario.name}: left out, it needs ${(scenario.needs ?? []).join(' and ')}`,
        );
        continue;
      }
      if (label !== null) console.log(label);
      const keepIn = label === null ? inCheckout('.data', 'chaos', String(scenario.number)) : null;
      const result = await runScenario(scenario, {
        template,
        dir,
        length,
        seed,
        broker,
        keepIn,
        ...(change === undefined ? {} : { change }),
      });
      console.log(asText(result));
      if (label !== null)
        broken.push({
          label,
          number: scenario.number,
          by: noticed(result, inVain) ? shownBy(result) : null,
          at: new Date().toISOString(),
        });
      if (label === null) results.push(result);
      else if (!noticed(result, inVain))
        missed.push(`${label}: scenario ${scenario.number} ${result.met ? 'noticed nothing' : 'could not be run'}`);
      if (label === null && !result.met) console.log(`    logs and ledger: ${keepIn}`);
    }
  } finally {
    await cleanUp();
  }
  const failed = results.filter((r) => !r.met);
  if (values.sensitivity)
    console.log(missed.length === 0 ? '\nthe suite noticed every fault that was built in' : `\n${missed.join('\n')}`);
  else
    console.log(
      `\n${results.length - failed.length} of ${results.length} scenarios held${failed.map((r) => `\n  ${r.number} ${r.name} did not`).join('')}`,
    );
  if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ results, missed }, null, 1));
  const out = values.out ?? inCheckout('docs/results');
  if (values.sensitivity) writeBroken(out, broken);
  else if (length === 'full') writeReport(out, results, seed, broker);
  if (failed.length > 0 || missed.length > 0) process.exitCode = 2;
  return results;
}

/** Found by the account or a check; or by a condition that is never reached, where that is the effect of the fault. */
const noticed = ({ met, failure }: Result, inVain: string | undefined): boolean =>
  !met &&
  (failure === null || (inVain !== undefined && /^waited \d+ s for /u.test(failure) && failure.includes(inVain)));

function choose(numbers: string[], short: boolean) {
  const wanted = numbers.length > 0 ? numbers.map(Number) : short ? shortOnes : scenarios.map((s) => s.number);
  return wanted.map((number) => {
    const found = scenarios.find((s) => s.number === number);
    if (found === undefined) throw new StopWith(`There is no scenario ${number}.\n${usage}`);
    return found;
  });
}

function brokerOf(name: string | undefined): BrokerKind {
  if (name !== undefined && name !== 'embedded' && name !== 'mosquitto')
    throw new StopWith(`--broker is mosquitto or embedded, not ${name}`);
  if (name === 'mosquitto' && mosquittoPath() === '')
    throw new StopWith('mosquitto is not installed (apt install mosquitto)');
  return name ?? (mosquittoPath() === '' ? 'embedded' : 'mosquitto');
}

const hasNeeds = (needs: readonly string[], broker: BrokerKind): boolean =>
  (!needs.includes('mosquitto') || broker === 'mosquitto') &&
  (!needs.includes('redis') || redisPath() !== '') &&
  (!needs.includes('faketime') || fakeTimePath() !== '') &&
  (!needs.includes('release before') || releaseBefore() !== null);

function writeReport(out: string, results: Result[], seed: number, broker: BrokerKind): void {
  const machine = {
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    cpu: cpus()[0]?.model ?? 'unknown',
    node: process.versions.node,
  };
  keepReport(out, mergeReports(reportIn(out), { at: new Date().toISOString(), seed, broker, machine, results }));
}

/** Written beside the results of complete runs; without them it is only printed. */
function writeBroken(out: string, broken: Broken[]): void {
  const before = reportIn(out);
  if (before !== null) keepReport(out, mergeBroken(before, broken));
}

function reportIn(out: string): ChaosReport | null {
  const file = join(out, 'chaos.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ChaosReport) : null;
}

function keepReport(out: string, report: ChaosReport): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'chaos.json'), `${JSON.stringify(report, null, 1)}\n`);
  writeFileSync(join(out, 'chaos.md'), asMarkdown(report, scenarios));
}

/** Cleans up on Ctrl-C, too. */
function onEnd(dir: string): () => Promise<void> {
  const cleanUp = async (): Promise<void> => {
    await endEverything();
    removeCopies();
    removeWorld(join(dir, 'template'));
    rmSync(dir, { recursive: true, force: true });
  };
  const interrupted = (): void => void cleanUp().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  return async () => {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    await cleanUp();
  };
}
