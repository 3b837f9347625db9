import type { Pool } from 'pg';
import { deviceNames } from '../world/registry';
import type { Fleet } from '../world/fleet';
import { until } from '../world/program';
import type { World } from '../world/world';
import type { Consoles } from '../consoles/consoles';
import type { Finding } from '../account/compare';
import { callForHelp } from './alarms';
import { policiesAreDone } from './api-killed';
import { fleetOf } from './parts';
import type { Stage } from './scenario';

/** For scenarios in which the database itself loses something: SOS before, during and after. */
export const sosEach = (stage: Stage): number => stage.pick(12, 6);
export const callers = (stage: Stage, part: 0 | 1 | 2): string[] => deviceNames(sosEach(stage), part * sosEach(stage));
export const callingFleet = (stage: Stage, world: World): Promise<Fleet> =>
  world.fleet(fleetOf(stage, 3 * sosEach(stage), { ratePerS: 5, behaviour: { faultsPerDay: 0, sosPerDay: 0 } }));

/** An SOS of a dealer without members goes to the dealer's telephone. */
export const withTelephones = { prepare: (pool: Pool) => pool.query("UPDATE organization SET phone = '02-555-0100'") };

/** Raises SOS and waits until every policy and message about them is done: readers are at the head of the log. */
export async function callAndSettle(world: World, fleet: Fleet, devices: string[]): Promise<void> {
  await callForHelp(world, fleet, devices);
  await settled(world);
}

async function settled(world: World): Promise<void> {
  await until('the policies to read the whole log', () => policiesAreDone(world), { withinMs: 90_000 });
  await until('the messages to leave', async () => (await count(world, "delivery WHERE state = 'queued'")) === 0, {
    withinMs: 90_000,
  });
  await until('the policies to read the whole log', () => policiesAreDone(world), { withinMs: 90_000 });
}

/** Every SOS in the database has its messages and is on every console, and no other is. */
export async function judgeDelivery(stage: Stage, world: World, consoles: Consoles, lost: boolean): Promise<Finding[]> {
  await settled(world);
  const { rows } = await world.pool.query<{ calls: number; silent: number; twice: number }>(
    `SELECT count(*)::int AS calls, count(*) FILTER (WHERE n.sms = 0)::int AS silent, count(*) FILTER (WHERE n.twice)::int AS twice FROM sos_call c CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE d.state = 'delivered') AS sms, COALESCE(bool_or(1 < (SELECT count(*) FROM mail m WHERE m.delivery_id = d.id)), false) AS twice
       FROM delivery d WHERE d.subject = 'sos' AND d.subject_id = c.id AND d.channel <> 'panel' AND d.reason LIKE 'sos.raised:%') n`,
  );
  const [found] = rows;
  stage.figure('calls in the database', found?.calls ?? 0);
  stage.check('every call went out', found?.silent === 0, `${found?.silent} without a message`);
  stage.check('no message left twice', found?.twice === 0, `${found?.twice}`);
  const restarts = await Promise.all(
    (['api', 'jobs'] as const).map((role) => world.server(role).metric('headland_event_log_restarts_total')),
  );
  stage.check(
    lost ? 'api and jobs noticed that the log is another one' : 'no process treated the log as another one',
    restarts.every((n) => (lost ? n > 0 : n === 0)),
    restarts.join(', '),
  );
  const reported = await count(world, "event_log WHERE name = 'system.eventsLost'");
  const notified = await count(world, "notification WHERE kind = 'system'");
  stage.check(
    lost ? 'administrators are notified once of what is gone' : 'nothing is reported as gone',
    lost ? reported === 1 && notified > 0 : reported === 0,
    `${reported} events, ${notified} notifications`,
  );
  return consoles.agree(30_000);
}

const count = async (world: World, from: string): Promise<number> =>
  (await world.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`)).rows[0]?.n ?? 0;
