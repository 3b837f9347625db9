import { Consoles } from '../consoles/consoles';
import type { Finding } from '../account/compare';
import { callAndSettle, callers, callingFleet, judgeDelivery, withTelephones } from './lost-events';
import { direct } from './parts';
import type { Scenario, Stage } from './scenario';

/** The database dies and a standby replaces it: one that was behind, and one that every commit had waited for. */
export const failedOver: Scenario = {
  number: 18,
  name: 'fail-over to a standby',
  fault:
    'kill -9 of PostgreSQL, and a standby at its address: an asynchronous one that lacks the last calls, then a synchronous one; calls for help before and after',
  pass: 'every call that the database holds goes out once and is on every console; what the asynchronous one lacks is noticed by api and jobs, and administrators are notified; the synchronous one lacks nothing',
  devices: 60,
  async run(stage) {
    const findings = await failOver(stage, 'asynchronous');
    return { findings: [...findings, ...(await failOver(stage, 'synchronous'))] };
  },
};

async function failOver(stage: Stage, kind: 'asynchronous' | 'synchronous'): Promise<Finding[]> {
  const world = await stage.world({
    ...withTelephones,
    roles: ['ingest', 'alerts', 'api', 'jobs'],
    postgresSettings: { wal_keep_size: '1GB' },
  });
  const consoles = await Consoles.open(world, direct(4));
  const fleet = await callingFleet(stage, world);
  const standby = await world.database.follow();
  if (kind === 'synchronous') {
    await world.pool.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await world.pool.query('SELECT pg_reload_conf()');
  }
  await callAndSettle(world, fleet, callers(stage, 0));
  if (kind === 'asynchronous') await standby.cutOff();
  await callAndSettle(world, fleet, callers(stage, 1));
  await world.database.kill();
  await world.database.failOver();
  if (kind === 'synchronous') {
    // without a synchronous standby
    await world.pool.query('ALTER SYSTEM RESET synchronous_standby_names');
    await world.pool.query('SELECT pg_reload_conf()');
  }
  await callAndSettle(world, fleet, callers(stage, 2));
  const findings = await judgeDelivery(stage, world, consoles, kind === 'asynchronous');
  await world.end();
  return findings;
}
