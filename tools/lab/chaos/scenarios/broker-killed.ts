import { Consoles } from '../consoles/consoles';
import { pause } from '../world/program';
import { closeAccount } from './close-account';
import { direct, fleetOf, untilTaken } from './parts';
import type { Scenario } from './scenario';

/** The broker dies and loses what it had acknowledged: the terminals have kept it. */
export const brokerKilled: Scenario = {
  number: 4,
  name: 'broker killed',
  fault: 'kill -9 of the broker with messages in it (the telemetry process is held), started again',
  pass: 'what only the broker had acknowledged is counted; after the terminals have sent again what is missing, everything is stored once',
  devices: 40,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts', 'api'] });
    const consoles = await Consoles.open(world, direct(4));
    const fleet = await world.fleet(fleetOf(stage, 40, { ratePerS: stage.pick(300, 200) }));
    const ingest = world.server('ingest');
    let forgotten = 0;
    for (let i = 0; i < stage.pick(3, 1); i++) {
      await untilTaken(fleet, 300);
      // nothing consumes them: they exist only in the broker's memory
      ingest.program.freeze();
      await untilTaken(fleet, 500);
      const { puback, committed } = await fleet.stats();
      forgotten += puback - committed;
      await world.broker.program.kill();
      ingest.program.thaw();
      await pause(stage.pick(2_000, 500));
      await world.broker.start();
      await fleet.reach('the fleet to be back', (s) => s.connected === s.devices, 90_000);
    }
    await Promise.all([ingest.ready(), world.server('alerts').ready()]);
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }], consoles });
    stage.figure('acknowledged by the broker alone', forgotten);
    return { findings };
  },
};
