import { Consoles } from '../consoles/consoles';
import { pause } from '../world/program';
import { deviceNames } from '../world/registry';
import { callForHelp, judgeLadder, soonAlarms, untilClimbed } from './alarms';
import { closeAccount, committed, round } from './close-account';
import { direct, fleetOf } from './parts';
import type { Scenario } from './scenario';

/** One sweep and what it has to do. */
const patienceS = 8;
const sosWithinMs = 2_000;
/** The short length runs beside a whole test suite: there the alarm is checked, not its delay. */
const paced = 5;

/** The queue is lost and comes back empty: the tables have what is due. */
export const redisLost: Scenario = {
  number: 8,
  name: 'Redis lost',
  fault: 'Redis killed for a minute, then started again empty, while calls climb the ladder and new ones come',
  pass: `telemetry and calls go on as if nothing were; alarms fire once each, at most ${patienceS} s late, before, during and after`,
  devices: 60,
  needs: ['redis'],
  async run(stage) {
    const world = await stage.world({ roles: ['alerts', 'ingest', 'api', 'jobs'], redis: true, serverEnv: soonAlarms });
    const { redis } = world;
    if (redis === null) throw new Error('this world has a Redis');
    const consoles = await Consoles.open(world, direct(4));
    const devices = deviceNames(stage.pick(36, 15));
    const third = devices.length / 3;
    const fleet = await world.fleet(
      fleetOf(stage, devices.length, { ratePerS: stage.pick(300, 100), behaviour: { faultsPerDay: 0, sosPerDay: 0 } }),
    );
    await callForHelp(world, fleet, devices.slice(0, third));
    await untilClimbed(world, third, 60_000);

    await redis.program.kill();
    const before = await committed(world);
    const startedMs = performance.now();
    await callForHelp(world, fleet, devices.slice(third, 2 * third));
    await pause(stage.pick(60_000, 8_000));
    const perS = ((await committed(world)) - before) / ((performance.now() - startedMs) / 1000);
    redis.forget();
    await redis.start();
    await callForHelp(world, fleet, devices.slice(2 * third));
    await untilClimbed(world, devices.length * 2, 120_000);

    const latencies = consoles.list.flatMap((c) => c.sosLatencies);
    const slowestMs = Math.max(0, ...latencies);
    const maxMs = sosWithinMs * stage.pick(1, paced);
    stage.figure('messages/s without Redis', Math.round(perS));
    stage.figure('slowest call in ms', Math.round(slowestMs));
    stage.check('telemetry goes on at its rate', perS >= stage.pick(300 * 0.7, 100 * 0.5), `${round(perS)} a second`);
    stage.check(
      `calls reach every console within ${maxMs} ms`,
      latencies.length > 0 && slowestMs <= maxMs,
      `${latencies.length} arrivals, slowest ${Math.round(slowestMs)} ms`,
    );
    const { findings } = await judgeLadder(stage, world, stage.pick(patienceS, patienceS + 4));
    const account = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }], consoles });
    return { findings: [...findings, ...account.findings] };
  },
};
