import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../world/program';
import { deviceNames } from '../world/registry';
import type { ServerProcess } from '../world/server';
import { callForHelp, judgeLadder, soonAlarms, untilClimbed } from './alarms';
import { closeAccount, round } from './close-account';
import { withTelephones } from './lost-events';
import { fleetOf } from './parts';
import type { Scenario } from './scenario';

/** Longest time without a leader for single duties. */
const takenOverWithinS = 5;
const patienceS = 20;

/** Two jobs processes do not disturb each other, and one continues alone. */
export const twoWorkers: Scenario = {
  number: 21,
  name: 'two workers, one killed',
  fault:
    'two RUN=jobs; kill -9, again and again, of the one that does what only one may do, while calls climb the ladder',
  pass: `one of them has the single duties, the other one within ${takenOverWithinS} s of a kill; no client id is fought over at the broker; every step of every call is taken once, at most ${patienceS} s late, each with its messages once`,
  devices: 60,
  async run(stage) {
    const world = await stage.world({
      ...withTelephones,
      roles: ['alerts', 'ingest', 'api', 'jobs'],
      serverEnv: soonAlarms,
    });
    const workers = [world.server('jobs'), await world.another('jobs')] as const;
    const devices = deviceNames(stage.pick(30, 12));
    const fleet = await world.fleet(
      fleetOf(stage, devices.length, { ratePerS: 5, behaviour: { faultsPerDay: 0, sosPerDay: 0 } }),
    );
    await callForHelp(world, fleet, devices);
    let most = 0;
    let slowestS = 0;
    for (let i = 0; i < stage.pick(6, 3); i++) {
      await untilClimbed(world, stage.random.whole(1, devices.length), 60_000);
      const held = await Promise.all(workers.map(holds));
      most = Math.max(most, held.filter(Boolean).length);
      const [killed, other] = held[0] ? workers : [workers[1], workers[0]];
      await killed.program.kill();
      const startedMs = performance.now();
      while (!(await holds(other)) && performance.now() - startedMs < 60_000) await pause(50);
      slowestS = Math.max(slowestS, (performance.now() - startedMs) / 1000);
      await killed.start();
    }
    await untilClimbed(world, devices.length, 60_000);
    stage.figure('taken over in s, slowest', round(slowestS, 2));
    const maxS = stage.pick(takenOverWithinS, 4 * takenOverWithinS);
    stage.check(`the other takes over within ${maxS} s`, slowestS <= maxS, `${round(slowestS, 2)} s`);
    stage.check('one at a time has the single duties', most === 1, `${most}`);
    const { findings } = await judgeLadder(stage, world, patienceS);
    const account = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }] });
    const fights = [
      ...readFileSync(join(world.dir, 'logs', 'broker.log'), 'utf8').matchAll(/headland-\S+ already connected/g),
    ].length;
    stage.check('no client id is fought over', fights === 0, `${fights} take-overs`);
    return { findings: [...findings, ...account.findings] };
  },
};

const holds = async (worker: ServerProcess): Promise<boolean> =>
  (await worker.metric('headland_jobs_duties_held')) === 1;
