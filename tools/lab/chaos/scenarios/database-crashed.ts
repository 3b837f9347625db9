import { Consoles } from '../consoles/consoles';
import { pause } from '../world/program';
import { closeAccount } from './close-account';
import { direct, eventful, fewInFlight, fleetOf, simpleClients, slowFlush } from './parts';
import type { Scenario } from './scenario';

/** A crash in the middle of commits: what was acknowledged had been written. */
export const databaseCrashed: Scenario = {
  number: 7,
  name: 'database crashed',
  fault:
    'kill -9 of PostgreSQL with all its workers at random moments of a stream of commits, every second time with RUN=ingest, as when a machine goes down; clients that trust the PUBACK alone',
  pass: 'after recovery everything acknowledged is stored once',
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
    // invalid bodies go to quarantine, which needs more than one statement: both ways of committing are tested
    const fleet = await world.fleet(
      fleetOf(stage, 40, { promise, behaviour: { ...eventful, malformed: { share: 0.2, reasons: ['badBody'] } } }),
    );
    const ingest = world.server('ingest');
    const crashes = stage.pick(8, 3);
    for (let i = 0; i < crashes; i++) {
      await pause(stage.random.between(500, stage.pick(3_000, 1_500)));
      const together = i % 2 === 0;
      await Promise.all([world.database.kill(), together ? ingest.program.kill() : undefined]);
      await pause(stage.pick(1_000, 100));
      await world.database.again();
      await (together ? ingest.start() : ingest.ready());
    }
    await Promise.all([world.server('alerts').ready(), world.server('api').ready()]);
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise }], consoles });
    stage.figure('crashes', crashes);
    return { findings };
  },
};
