import { Consoles } from '../consoles/consoles';
import { pause, until } from '../world/program';
import type { World } from '../world/world';
import { closeAccount, round } from './close-account';
import { direct, fleetOf, untilTaken } from './parts';
import type { Scenario } from './scenario';

const backWithinS = 5;

/** The api process dies; each console reconnects and gets what it missed. */
export const apiKilled: Scenario = {
  number: 2,
  name: 'api killed',
  fault: 'kill -9 of RUN=api while calls and faults come in, with consoles open',
  pass: `every console has its stream again ${backWithinS} s after the api is up, in the end it shows what the database holds, nothing twice; every event has been read by the policies`,
  devices: 40,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts', 'api', 'jobs'] });
    const consoles = await Consoles.open(world, direct(10));
    const fleet = await world.fleet(fleetOf(stage, 40, { ratePerS: 100 }));
    const api = world.server('api');
    let slowestS = 0;
    for (let i = 0; i < stage.pick(4, 2); i++) {
      await untilTaken(fleet, stage.random.whole(100, 400));
      await api.program.kill();
      await pause(stage.pick(3_000, 500)); // what comes meanwhile must be resent
      await api.start();
      slowestS = Math.max(slowestS, await consoles.allLive(60_000));
    }
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }], consoles });
    stage.figure('consoles back in s', round(slowestS, 2));
    const maxS = stage.pick(backWithinS, 4 * backWithinS);
    stage.check(`consoles are back within ${maxS} s`, slowestS <= maxS, `${round(slowestS, 2)} s`);
    await until('the policies to read the whole log', () => policiesAreDone(world), { withinMs: 30_000 });
    stage.figure('events', await events(world));
    return { findings };
  },
};

export async function policiesAreDone(world: World): Promise<boolean> {
  const { rows } = await world.pool.query<{ done: boolean }>(
    `SELECT (SELECT number FROM log_reader WHERE name = 'policies') >= COALESCE((SELECT max(number) FROM event_log), 0) AS done`,
  );
  return rows[0]?.done === true;
}

const events = async (world: World): Promise<number> =>
  (await world.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM event_log')).rows[0]?.n ?? 0;
