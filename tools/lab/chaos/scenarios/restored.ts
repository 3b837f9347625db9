import { join } from 'node:path';
import { Consoles } from '../consoles/consoles';
import { callAndSettle, callers, callingFleet, judgeDelivery, withTelephones } from './lost-events';
import { direct } from './parts';
import type { Scenario } from './scenario';

/** Yesterday's database files are restored while everything else runs. */
export const restored: Scenario = {
  number: 19,
  name: 'restore under running processes',
  fault:
    'the files of an older back-up put in the place of the database while api, alerts and jobs run; calls for help before and after',
  pass: 'every call that the database holds then goes out once and is on every console, nothing else is; api and jobs notice, and administrators are notified',
  devices: 60,
  async run(stage) {
    const world = await stage.world({ ...withTelephones, roles: ['ingest', 'alerts', 'api', 'jobs'] });
    const consoles = await Consoles.open(world, direct(4));
    const fleet = await callingFleet(stage, world);
    await callAndSettle(world, fleet, callers(stage, 0));
    const backUp = join(world.dir, 'back-up');
    await world.database.backUp(backUp);
    await callAndSettle(world, fleet, callers(stage, 1));
    await world.database.restore(backUp);
    await callAndSettle(world, fleet, callers(stage, 2));
    return { findings: await judgeDelivery(stage, world, consoles, true) };
  },
};
