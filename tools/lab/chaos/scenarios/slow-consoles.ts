import { Consoles, type Line } from '../consoles/consoles';
import { pause } from '../world/program';
import { deviceName } from '../world/registry';
import { closeAccount, round } from './close-account';
import { direct, fleetOf } from './parts';
import type { Scenario } from './scenario';

const slow: Line = { kind: 'slow', bytesPerS: 1024 };
const stallable: Line = { kind: 'stallable' };
/** goal 9 of the design: what one stalled browser may cost the api */
const perConsoleMiB = 5;
const sosWithinMs = 2_000;

/** Consoles that read slowly or not at all cost the api little and do not affect the others. */
export const slowConsoles: Scenario = {
  number: 12,
  name: 'slow consoles',
  fault:
    'twenty consoles that look at the whole map over a line of 1 KB/s, or stop reading altogether, beside five healthy ones; a call for help every half second',
  pass: `every call is on every healthy console within ${sosWithinMs} ms; the api grows by less than ${perConsoleMiB} MiB for each slow one; when the lines are free again all show what the database holds`,
  devices: 200,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts', 'api'] });
    const lines = [
      ...direct(5),
      ...Array.from({ length: 10 }, () => slow),
      ...Array.from({ length: 10 }, () => stallable),
    ];
    const look = { map: { zoom: 8, west: 124, south: 33, east: 132, north: 39 }, vehicles: [] };
    const consoles = await Consoles.open(world, lines, look);
    const fleet = await world.fleet(
      fleetOf(stage, 200, { ratePerS: 200, behaviour: { faultsPerDay: 500, sosPerDay: 0 } }),
    );
    const api = world.server('api');
    await fleet.reach('traffic', (s) => s.puback > 1_000, 60_000);
    await pause(stage.pick(5_000, 2_000));
    const beforeMiB = api.program.memoryMiB();
    consoles.stall();
    const calls = stage.pick(100, 16);
    for (let i = 0; i < calls; i++) {
      await fleet.sos(deviceName(i));
      await pause(500);
    }
    const grownMiB = api.program.memoryMiB() - beforeMiB;
    await fleet.drain(60_000);
    const healthy = consoles.healthy;
    const latencies = healthy.flatMap((c) => c.sosLatencies);
    const slowestMs = Math.max(0, ...latencies);
    const maxMs = stage.pick(sosWithinMs, 5 * sosWithinMs);
    // every second vehicle is outside the scope of every second console
    const seen = Math.min(...healthy.map((c) => c.calls.size));
    consoles.flow();
    const backS = await consoles.allLive(90_000);
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }], consoles });
    stage.figure('calls', calls);
    stage.figure('slowest call on a healthy console in ms', Math.round(slowestMs));
    stage.figure('api grew by MiB', grownMiB);
    stage.figure('slow ones back in s', round(backS));
    stage.check(
      `calls reach healthy consoles within ${maxMs} ms`,
      seen >= Math.floor(calls / 2) && slowestMs <= maxMs,
      `${latencies.length} arrivals, slowest ${Math.round(slowestMs)} ms`,
    );
    const maxMiB = perConsoleMiB * (lines.length - healthy.length);
    stage.check(`the api grows by less than ${maxMiB} MiB`, grownMiB < maxMiB, `${grownMiB} MiB`);
    return { findings };
  },
};
