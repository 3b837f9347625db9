import { pause } from '../world/program';
import { deviceNames } from '../world/registry';
import { callForHelp, judgeLadder, periodS, soonAlarms, untilClimbed } from './alarms';
import { closeAccount } from './close-account';
import { fleetOf } from './parts';
import type { Scenario } from './scenario';

/** D2 allows a stalled job its lock of 30 s and 30 s more; the sweep over the tables is what brings it back here, within seconds. */
const patienceS = 20;

/** The worker dies during an alarm: the alarm fires all the same, and once. */
export const jobsKilled: Scenario = {
  number: 3,
  name: 'worker killed',
  fault: 'kill -9 of RUN=jobs while unacknowledged calls climb the ladder and messages go out',
  pass: `every step of every call is taken once, never early and at most ${patienceS} s late; each has its messages once`,
  devices: 60,
  async run(stage) {
    const world = await stage.world({ roles: ['alerts', 'ingest', 'api', 'jobs'], serverEnv: soonAlarms });
    const devices = deviceNames(stage.pick(30, 12));
    const fleet = await world.fleet(
      fleetOf(stage, devices.length, { ratePerS: 5, behaviour: { faultsPerDay: 0, sosPerDay: 0 } }),
    );
    await callForHelp(world, fleet, devices);
    const jobs = world.server('jobs');
    const kills = stage.pick(8, 3);
    for (let i = 0; i < kills; i++) {
      // alarms of simultaneous SOS are due together: the kill falls among them
      await untilClimbed(world, stage.random.whole(1, devices.length), 60_000);
      await jobs.program.kill();
      await pause(stage.random.between(0, stage.pick(4_000, 1_500)));
      await jobs.start();
    }
    await untilClimbed(world, devices.length, 60_000);
    const { findings } = await judgeLadder(stage, world, patienceS);
    const account = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }] });
    stage.figure('kills', kills);
    stage.figure('period in s', periodS);
    return { findings: [...findings, ...account.findings] };
  },
};
