import { Random } from '@headland/testing/random';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Finding } from './account/compare';
import { StopWith } from '../../src/run/stop-with';
import type { Check, Scenario, Stage } from './scenarios/scenario';
import type { BrokerKind } from './world/broker';
import { killAllPrograms } from './world/program';
import { type Template, removeWorld, World, type WorldPlan, worlds } from './world/world';

/** Result of one scenario. */
export interface Result {
  number: number;
  name: string;
  length: 'full' | 'short';
  broker: BrokerKind;
  met: boolean;
  seconds: number;
  figures: Record<string, number | string>;
  checks: Check[];
  findings: Finding[];
  /** where it could not be run to its end */
  failure: string | null;
}

export interface RunOptions {
  template: Template;
  dir: string;
  length: 'full' | 'short';
  seed: number;
  broker: BrokerKind;
  /** sensitivity: the deliberate fault */
  change?: Partial<WorldPlan>;
  /** logs and ledgers of what failed */
  keepIn: string | null;
}

/** One scenario from an empty world to its result. It never throws: an error is part of the result. */
export async function runScenario(scenario: Scenario, options: RunOptions): Promise<Result> {
  const { template, length, seed, broker, change, keepIn } = options;
  const dir = join(options.dir, `world-${scenario.number}-${++worldCount}`);
  mkdirSync(dir, { recursive: true });
  const startedMs = performance.now();
  const result: Result = {
    number: scenario.number,
    name: scenario.name,
    length,
    broker,
    met: false,
    seconds: 0,
    figures: {},
    checks: [],
    findings: [],
    failure: null,
  };
  let world: World | null = null;
  let ofScenario = 0;
  const stage: Stage = {
    length,
    seed,
    broker,
    random: new Random(seed, `scenario ${scenario.number}`),
    pick: (full, short) => (length === 'full' ? full : short),
    world: async (plan) =>
      (world = await World.start(template, ++ofScenario === 1 ? dir : join(dir, `world-${ofScenario}`), {
        broker,
        ...plan,
        ...change,
        serverEnv: { ...plan.serverEnv, ...change?.serverEnv },
        postgresSettings: { ...plan.postgresSettings, ...change?.postgresSettings },
      })),
    figure: (name, value) => {
      result.figures[name] = value;
    },
    check: (name, met, is) => {
      result.checks.push({ name, met, is });
    },
  };
  try {
    result.findings = (await scenario.run(stage)).findings;
  } catch (error) {
    result.failure =
      error instanceof StopWith
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
  }
  result.seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  result.met = result.failure === null && result.findings.length === 0 && result.checks.every((c) => c.met);
  await endWorld(world, result.met ? null : keepIn);
  removeWorld(dir);
  return result;
}

let worldCount = 0;

async function endWorld(world: World | null, keepIn: string | null): Promise<void> {
  // a world that did not come up has parts all the same
  if (world === null) {
    await endEverything();
    return;
  }
  try {
    if (keepIn !== null) world.keep(keepIn);
    await world.end();
  } catch {
    await endEverything();
  }
}

/** Whatever still runs, wherever it came from. */
export async function endEverything(): Promise<void> {
  killAllPrograms();
  await Promise.allSettled([...worlds].flatMap((database) => [database.kill(), database.standby?.stop()]));
  worlds.clear();
}
