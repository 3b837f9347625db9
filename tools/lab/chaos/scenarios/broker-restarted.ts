import { deviceNames } from '../world/registry';
import { closeAccount, committed } from './close-account';
import { fleetOf, simpleClients, untilTaken } from './parts';
import type { Scenario } from './scenario';

/** An orderly restart, as for an update: the broker keeps its queue. No device sends anything again. */
export const brokerRestarted: Scenario = {
  number: 5,
  name: 'broker restarted',
  fault: 'SIGTERM of the broker with a queue for a telemetry process that is held; its clients have gone home before',
  pass: 'everything acknowledged is stored once, without being sent again; later clients are served',
  devices: 80,
  needs: ['mosquitto'],
  async run(stage) {
    const { promise, deaf } = simpleClients(stage);
    const world = await stage.world({ roles: ['ingest', 'alerts'], deaf });
    const ingest = world.server('ingest');
    const first = await world.fleet(fleetOf(stage, 40, { promise, ratePerS: 300 }));
    await untilTaken(first, 200);
    ingest.program.freeze();
    await untilTaken(first, stage.pick(3_000, 800));
    await first.drain(30_000);
    const { puback } = await first.stats();
    const waiting = puback - (await committed(world));
    const books = await first.end();

    await world.broker.program.stop();
    await world.broker.start();
    ingest.program.thaw();
    await Promise.all([ingest.ready(), world.server('alerts').ready()]);
    const second = await world.fleet(
      fleetOf(stage, 40, { promise, devices: deviceNames(40, 40), ratePerS: 100 }),
      'second',
    );
    await untilTaken(second, 200);
    const { findings } = await closeAccount(stage, world, {
      fleets: [{ fleet: second, promise }],
      closed: [{ books, promise }],
    });
    stage.figure('waited in the broker', waiting);
    return { findings };
  },
};
