import { Consoles } from '../consoles/consoles';
import { pause, until } from '../world/program';
import { deviceNames } from '../world/registry';
import type { World } from '../world/world';
import { closeAccount, round } from './close-account';
import { direct, fleetOf, untilTaken } from './parts';
import type { Scenario } from './scenario';

/** Without the fan-out each console is behind by the round of a second at the most, and by what the machine is late. */
const behindWithinMs = 2_000;

/** The line between ingest and api is cut, and either end dies, while consoles watch vehicles. */
export const fanoutCut: Scenario = {
  number: 23,
  name: 'fan-out cut',
  fault:
    'the Redis of the fan-out killed, kill -9 of RUN=ingest, kill -9 of RUN=api, in turn, with every vehicle watched',
  pass: `vehicles go on moving within ${behindWithinMs / 1000} s by the questions of each second, nothing is shown older than before, in the end each console shows what the database holds`,
  devices: 40,
  needs: ['redis'],
  async run(stage) {
    const world = await stage.world({
      roles: ['ingest', 'alerts', 'api'],
      redis: true,
      serverEnv: { FANOUT: 'redis' },
    });
    const { redis } = world;
    if (redis === null) throw new Error('this world has a Redis');
    const watched = await vehiclesOf(world, deviceNames(40));
    const consoles = await Consoles.open(world, direct(6), {
      map: { zoom: 7, west: 124, south: 33, east: 132, north: 39 },
      vehicles: watched,
    });
    const fleet = await world.fleet(fleetOf(stage, 40));
    const [ingest, api] = [world.server('ingest'), world.server('api')];
    let behindMs = 0;
    for (let i = 0; i < stage.pick(5, 1); i++) {
      await untilTold(world);
      await untilTaken(fleet, 200);
      await redis.program.kill();
      const until = performance.now() + stage.pick(8_000, 4_000);
      // longer than a sender may be silent: until then its lines are missed, from then on it is away
      while (performance.now() < until) {
        await pause(100);
        for (const console of consoles.list) behindMs = Math.max(behindMs, performance.now() - console.movedAtMs);
      }
      await ingest.program.kill();
      await pause(stage.random.between(100, 600));
      await ingest.start();
      redis.forget();
      await redis.start();
      await untilTold(world);
      await pause(stage.random.between(300, 1_500));
      await api.program.kill();
      await pause(stage.random.between(100, 600));
      await api.start();
      await consoles.allLive(60_000);
    }
    await untilTold(world);
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }], consoles });
    stage.figure('longest without a newer state in ms, no fan-out', round(behindMs));
    const maxMs = behindWithinMs * stage.pick(1, 5);
    stage.check(`vehicles move within ${maxMs} ms without the fan-out`, behindMs <= maxMs, `${round(behindMs)} ms`);
    return { findings };
  },
};

/** The api process is told of commits again. */
const untilTold = (world: World): Promise<void> =>
  until('the api to be told of commits', async () => (await world.server('api').metric('headland_live_fanout')) === 1, {
    withinMs: 60_000,
    everyMs: 100,
  });

async function vehiclesOf(world: World, devices: readonly string[]): Promise<number[]> {
  const { rows } = await world.pool.query<{ id: number }>(
    'SELECT id FROM vehicle WHERE device_id = ANY($1) ORDER BY id',
    [devices],
  );
  return rows.map((row) => row.id);
}
