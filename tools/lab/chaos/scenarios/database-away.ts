import type { Fleet } from '../world/fleet';
import { pause } from '../world/program';
import type { World } from '../world/world';
import { Consoles } from '../consoles/consoles';
import { closeAccount, round } from './close-account';
import { catchUp, direct, fewInFlight, fleetOf, Lives, simpleClients } from './parts';
import type { Scenario, Stage } from './scenario';

/** How much a process may grow while nothing can be committed: its unacknowledged messages are bounded. */
const maxGrowthMiB = 150;
const readyAgainS = 15;

/** The database is away, then back: the broker holds the queue, the server acknowledges nothing and stays small. */
export const databaseAway: Scenario = {
  number: 6,
  name: 'database away',
  fault:
    'PostgreSQL frozen (SIGSTOP) for a minute; then stopped for a minute, with kill -9 of RUN=ingest in the middle; clients that trust the PUBACK alone',
  pass: `no PUBACK while nothing can be committed; the telemetry process grows by less than ${maxGrowthMiB} MiB; nothing dropped; everything acknowledged is stored once`,
  devices: 40,
  async run(stage) {
    const { promise, deaf } = simpleClients(stage);
    const world = await stage.world({ roles: ['ingest', 'alerts', 'api'], deaf, tap: true, serverEnv: fewInFlight });
    const consoles = await Consoles.open(world, direct(4));
    const fleet = await world.fleet(fleetOf(stage, 40, { promise }));
    const ingest = world.server('ingest');
    const lives = new Lives(ingest);
    await fleet.reach('traffic', (s) => s.puback > 500, 60_000);
    const beforeMiB = ingest.program.peakMemoryMiB();

    world.database.freeze();
    await outage(stage, world, fleet, 'frozen');
    world.database.thaw();
    await back(stage, world, fleet, 'freeze');

    await world.database.stop();
    // messages in its memory that it cannot commit die with it
    await outage(stage, world, fleet, 'stopped', () => lives.kill());
    await world.database.again();
    await ingest.start();
    await back(stage, world, fleet, 'stop');

    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise }], consoles });
    const grownMiB = ingest.program.peakMemoryMiB() - beforeMiB;
    stage.figure('ingest peak MiB', ingest.program.peakMemoryMiB());
    stage.check(`ingest grows by less than ${maxGrowthMiB} MiB`, grownMiB < maxGrowthMiB, `${grownMiB} MiB`);
    return { findings };
  },
};

/** Meanwhile the broker accepts messages of the fleet, and the server none of the broker. */
async function outage(
  stage: Stage,
  world: World,
  fleet: Fleet,
  how: string,
  inTheMiddle?: () => Promise<void>,
): Promise<void> {
  const halfMs = stage.pick(30_000, 4_000);
  const last = await lastPubacks(world);
  const from = (await fleet.stats()).puback;
  await pause(halfMs);
  await inTheMiddle?.();
  await pause(halfMs);
  const pubacks = (world.tap?.pubacks ?? 0) - last;
  const taken = (await fleet.stats()).puback - from;
  stage.figure(`queued while ${how}`, taken);
  stage.check(`no PUBACK while the database is ${how}`, pubacks === 0, `${pubacks}`);
  stage.check(`the fleet goes on while it is ${how}`, taken > 0, `${taken} messages`);
}

/**
 * What was committed before may still be acknowledged now; two equal readings mean that this is over. A server that
 * goes on acknowledging is found below.
 */
async function lastPubacks(world: World): Promise<number> {
  let last = world.tap?.pubacks ?? 0;
  for (let looks = 0; looks < 20; looks++) {
    await pause(250);
    const now = world.tap?.pubacks ?? 0;
    if (now === last) break;
    last = now;
  }
  return last;
}

async function back(stage: Stage, world: World, fleet: Fleet, after: string): Promise<void> {
  const startedMs = performance.now();
  await Promise.all((['ingest', 'alerts', 'api'] as const).map((role) => world.server(role).ready()));
  const readyS = (performance.now() - startedMs) / 1000;
  const { seconds, perS, backlog } = await catchUp(world, fleet, 120_000);
  stage.figure(`caught up after the ${after} in s`, seconds);
  stage.figure(`backlog after the ${after}`, backlog);
  stage.figure(`messages/s after the ${after}`, perS);
  const maxS = stage.pick(readyAgainS, 3 * readyAgainS);
  stage.check(`everything is ready again ${maxS} s after the ${after}`, readyS <= maxS, `${round(readyS)} s`);
}
