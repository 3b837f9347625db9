import { deviceNames } from '../world/registry';
import { until } from '../world/program';
import type { World } from '../world/world';
import { closeAccount, round } from './close-account';
import { fleetOf, untilTaken } from './parts';
import type { Scenario } from './scenario';

const backWithinS = 60;

/** A whole fleet loses its connections at once and reconnects within a second, some with outdated secrets. */
export const reconnectStorm: Scenario = {
  number: 13,
  name: 'reconnect storm',
  fault:
    'all devices connect within a second, lose their connections at once, and come back at once; one in twenty has a wrong secret and goes on trying',
  pass: `all with a good secret are back within ${backWithinS} s, and known as online; nothing is lost`,
  devices: 10_000,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts'] });
    const count = stage.pick(10_000, 1_000);
    const refused = count / 20;
    const devices = deviceNames(count - refused);
    const wrongSecrets = deviceNames(refused, count - refused);
    const quiet = { faultsPerDay: 20, sosPerDay: 5 };
    const outsiders = await world.fleet(
      { devices: wrongSecrets, wrongSecrets, ratePerS: 1, seed: stage.seed, promise: 'kept', connectRate: count },
      'second',
    );
    const startedMs = performance.now();
    const fleet = await world.fleet(
      fleetOf(stage, 0, { devices, ratePerS: 300, connectRate: count, behaviour: quiet }),
    );
    const firstS = (performance.now() - startedMs) / 1000;
    await untilTaken(fleet, stage.pick(1_000, 300));
    const { connects } = await fleet.stats();
    const cutMs = performance.now();
    await fleet.cut(1);
    await fleet.reach(
      'the fleet to be back',
      (s) => s.connected >= devices.length && s.connects >= connects + devices.length,
      120_000,
    );
    const backS = (performance.now() - cutMs) / 1000;
    await untilTaken(fleet, stage.pick(1_000, 300));
    await until('every device to be known as online', async () => (await online(world)) >= devices.length, {
      withinMs: 60_000,
      everyMs: 200,
    });
    const stats = await outsiders.stats();
    stage.check(
      'no device connects with a wrong secret',
      stats.connects === 0 && stats.refused > 0,
      `${stats.connects} of ${stats.refused + stats.connects}`,
    );
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }] });
    stage.figure('devices', count);
    stage.figure('first connects in s', round(firstS));
    stage.figure('back in s', round(backS));
    stage.figure('refused', stats.refused);
    stage.figure('ingest peak MiB', world.server('ingest').program.peakMemoryMiB());
    stage.check(`back within ${backWithinS} s`, backS <= backWithinS, `${round(backS)} s`);
    return { findings };
  },
};

const online = async (world: World): Promise<number> =>
  (await world.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM device WHERE online')).rows[0]?.n ?? 0;
