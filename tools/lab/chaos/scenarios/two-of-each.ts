import type { LedgerBook } from '@headland/testing/ledger-book';
import { Consoles } from '../consoles/consoles';
import type { Fleet } from '../world/fleet';
import { pause, until } from '../world/program';
import { deviceNames } from '../world/registry';
import type { ServerProcess, ServerRole } from '../world/server';
import type { World } from '../world/world';
import { policiesAreDone } from './api-killed';
import { callFor, latencies, quantile, type Stretch, stretch, watched } from './calls';
import { closeAccount, round } from './close-account';
import { direct, eventful, fleetOf, untilTaken } from './parts';
import type { Scenario, Stage } from './scenario';

const devices = 40;
/** Longest time without one that works. */
const takenOverWithinS = 5;
/** By how much an end may delay a call for help. */
const laterByS = 2;
const order = ['jobs', 'alerts', 'ingest', 'api'] as const satisfies readonly ServerRole[];
/** 1 in the process that works while the other stands by; each api process works. */
const workMetric: Partial<Record<ServerRole, string>> = {
  jobs: 'headland_jobs_duties_held',
  alerts: 'headland_subscribed',
  ingest: 'headland_subscribed',
};
export type Pair = readonly [ServerProcess, ServerProcess];

/** Two of every process: each of the eight is restarted under load, then each is killed. */
export const twoOfEach: Scenario = {
  number: 24,
  name: 'two of each, one at a time',
  fault:
    'two of each process; under load and calls for help each of the eight is restarted in turn (SIGTERM), then each is killed (-9) and started again, the one that works first',
  pass: `nothing is lost and nothing there twice; the other works within ${takenOverWithinS} s; no call is answered more than ${laterByS} s later than the latest without a restart; every event has been read by the policies`,
  devices,
  async run(stage) {
    const world = await stage.world({ roles: order });
    const pairs = new Map<ServerRole, Pair>();
    for (const role of order) pairs.set(role, [world.server(role), await world.another(role)]);
    const consoles = await Consoles.open(world, direct(2));
    const fleet = await world.fleet(fleetOf(stage, devices, { behaviour: { ...eventful, sosPerDay: 0 } }));
    await untilTaken(fleet, 500);

    const alone = await stretch(() => callFor(fleet, deviceNames(devices), stage.pick(60_000, 10_000)));
    const restarted = await during(fleet, () => endEach(stage, world, fleet, pairs, 'restart'));
    const killed = await during(fleet, () => endEach(stage, world, fleet, pairs, 'kill'));

    const { findings, books } = await closeAccount(stage, world, {
      fleets: [{ fleet, promise: 'kept' }],
      consoles,
    });
    await until('the policies to read the whole log', () => policiesAreDone(world), { withinMs: 60_000 });
    judgeCalls(stage, books[0] as LedgerBook, alone, { restarted, killed });
    return { findings };
  },
};

/** Calls for help as long as the work lasts. */
async function during(fleet: Fleet, work: () => Promise<void>): Promise<Stretch> {
  return stretch(async () => {
    const ending = watched(work());
    while (!ending.over) await callFor(fleet, deviceNames(devices), 1_000);
    await ending.done;
  });
}

/** Ends one after the other, each while its twin runs. */
async function endEach(
  stage: Stage,
  world: World,
  fleet: Fleet,
  pairs: ReadonlyMap<ServerRole, Pair>,
  how: 'restart' | 'kill',
): Promise<void> {
  for (const role of order) {
    const pair = pairs.get(role) as Pair;
    let slowestS = 0;
    // twice: whichever works first, then the one that took over
    for (let turn = 0; turn < 2; turn++) {
      const works = await workerOf(role, pair, turn);
      const twin = pair[0] === works ? pair[1] : pair[0];
      const ended = how === 'kill' ? works.program.kill() : works.program.stop();
      slowestS = Math.max(slowestS, await untilWorks(role, twin));
      await ended;
      await untilTaken(fleet, stage.pick(500, 100));
      await works.start();
    }
    if (workMetric[role] === undefined) continue;
    stage.figure(`${role} taken over in s after a ${how}`, round(slowestS, 2));
    const maxS = stage.pick(takenOverWithinS, 4 * takenOverWithinS);
    stage.check(`${role}: the other works within ${maxS} s of a ${how}`, slowestS <= maxS, `${round(slowestS, 2)} s`);
  }
}

/** The one that works now; of two that both work the one whose turn it is. */
export async function workerOf(role: ServerRole, pair: Pair, turn: number): Promise<ServerProcess> {
  const metric = workMetric[role];
  if (metric === undefined) return pair[turn === 0 ? 0 : 1];
  let found: ServerProcess | undefined;
  await until(
    `one ${role} to work`,
    async () => {
      const held = await Promise.all(pair.map((process) => process.metric(metric)));
      found = pair.find((_, i) => held[i] === 1);
      return held.filter((h) => h === 1).length === 1;
    },
    { withinMs: 30_000 },
  );
  return found as ServerProcess;
}

/** Seconds until this process works. */
export async function untilWorks(role: ServerRole, process: ServerProcess): Promise<number> {
  const metric = workMetric[role];
  if (metric === undefined) return 0;
  const startedMs = performance.now();
  while ((await process.metric(metric)) !== 1 && performance.now() - startedMs < 60_000) await pause(50);
  return (performance.now() - startedMs) / 1000;
}

function judgeCalls(stage: Stage, book: LedgerBook, alone: Stretch, ended: Record<string, Stretch>): void {
  const before = latencies(book, ...alone);
  const latestMs = before.at(-1) ?? Number.POSITIVE_INFINITY;
  stage.figure('call to down/ack in ms alone, p50', round(quantile(before, 0.5)));
  stage.figure('call to down/ack in ms alone, latest', round(latestMs));
  for (const [how, between] of Object.entries(ended)) {
    const times = latencies(book, ...between);
    const laterMs = (times.at(-1) ?? Number.POSITIVE_INFINITY) - latestMs;
    stage.figure(`calls while processes are ${how}`, times.length);
    stage.figure(`call to down/ack in ms while they are ${how}, p50`, round(quantile(times, 0.5)));
    stage.figure(`call to down/ack in ms while they are ${how}, latest`, round(times.at(-1) ?? 0));
    stage.check(
      `no call is answered more than ${laterByS} s later while they are ${how}`,
      laterMs <= stage.pick(laterByS, 4 * laterByS) * 1_000,
      `${round(Math.max(laterMs, 0) / 1000, 2)} s`,
    );
  }
}
