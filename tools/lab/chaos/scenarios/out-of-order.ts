import { Consoles } from '../consoles/consoles';
import { closeAccount } from './close-account';
import { direct, eventful, fleetOf, untilTaken } from './parts';
import type { Scenario } from './scenario';

/** Duplicate, late and out of order: the database has each message once, and the latest state is the newest. */
export const outOfOrder: Scenario = {
  number: 10,
  name: 'twice, late, out of order',
  fault:
    'one message in five sent twice, three in ten held back by up to two seconds, half of the devices with a day of old telemetry in between',
  pass: 'the stored set is the sent set; the state of each vehicle is its newest message, not the last that came; faults end in the state of their newest message',
  devices: 40,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts', 'api'] });
    const consoles = await Consoles.open(world, direct(4));
    const behaviour = {
      ...eventful,
      duplicates: 0.2,
      reorder: { share: 0.3, windowMs: 2_000 },
      backlog: { share: 0.5, messages: 40, hours: 24 },
    };
    const fleet = await world.fleet(fleetOf(stage, 40, { ratePerS: 300, behaviour }));
    await untilTaken(fleet, stage.pick(20_000, 2_500), 180_000);
    const { duplicates } = await fleet.stats();
    const { findings } = await closeAccount(stage, world, { fleets: [{ fleet, promise: 'kept' }], consoles });
    const absorbed = await world.server('ingest').metric('headland_ingest_duplicates_total');
    stage.figure('sent twice', duplicates);
    stage.figure('absorbed', absorbed);
    return { findings };
  },
};
