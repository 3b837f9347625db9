import { Consoles } from '../consoles/consoles';
import { pause } from '../world/program';
import { closeAccount } from './close-account';
import { direct, fewInFlight, fleetOf, Lives, receiveMaximum, simpleClients, slowFlush } from './parts';
import type { Scenario } from './scenario';

/** The ingest processes die at any moment; what they had acknowledged is committed, the rest is sent again. */
export const ingestKilled: Scenario = {
  number: 1,
  name: 'ingest killed',
  fault:
    'kill -9 of RUN=ingest at random moments, every third time of RUN=alerts too, started again after a pause; clients that trust the PUBACK alone',
  pass: 'everything acknowledged is stored once; at most the receive maximum comes again per kill',
  devices: 40,
  async run(stage) {
    const { promise, deaf } = simpleClients(stage);
    const world = await stage.world({
      roles: ['ingest', 'alerts', 'api'],
      deaf,
      serverEnv: fewInFlight,
      postgresSettings: slowFlush,
    });
    const consoles = await Consoles.open(world, direct(4));
    const fleet = await world.fleet(fleetOf(stage, 40, { promise }));
    const ingest = world.server('ingest');
    const alerts = world.server('alerts');
    const lives = new Lives(ingest);
    const kills = stage.pick(10, 3);
    for (let i = 0; i < kills; i++) {
      await pause(stage.random.between(300, stage.pick(2_500, 1_200)));
      const both = i % 3 === 2;
      await Promise.all([lives.kill(), both ? alerts.program.kill() : undefined]);
      await pause(stage.pick(2_000, 300));
      await Promise.all([ingest.start(), both ? alerts.start() : undefined]);
    }
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise }], consoles });
    await lives.count();
    stage.figure('kills', kills);
    stage.figure('redelivered', lives.duplicates);
    stage.figure('ingest peak MiB', ingest.program.peakMemoryMiB());
    if (promise === 'puback')
      stage.check(
        'redelivered per kill ≤ receive maximum',
        lives.most <= receiveMaximum,
        `${lives.most} of ${receiveMaximum}`,
      );
    return { findings };
  },
};
