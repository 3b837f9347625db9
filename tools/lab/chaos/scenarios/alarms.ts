import { sosAlerts } from '@headland/contracts/sos';
import { accessHeader } from '@headland/contracts/session';
import { judgeAlarms, readRung, type AlarmVerdict } from '../account/alarms';
import { login } from '../consoles/api';
import type { Fleet } from '../world/fleet';
import { until } from '../world/program';
import type { World } from '../world/world';
import { policiesAreDone } from './api-killed';
import { round } from './close-account';
import type { Stage } from './scenario';

/** Period between two escalations; short, so that a minute has many of them. */
export const periodS = 3;
/** Dealer, agency, region, office (world/registry.ts). */
const stepsToTop = 3;
export const soonAlarms = { SOS_ESCALATE_S: String(periodS) };

/** One SOS of each of these devices; resolves when all are stored. */
export async function callForHelp(world: World, fleet: Fleet, devices: string[]): Promise<void> {
  const before = await countSos(world);
  for (const device of devices) await fleet.sos(device);
  await until('the calls to be recorded', async () => (await countSos(world)) >= before + devices.length, {
    withinMs: 30_000,
  });
}

/** Waits for this many further escalations of all SOS together. */
export async function untilClimbed(world: World, steps: number, withinMs: number): Promise<void> {
  const before = await countSteps(world);
  await until(`${steps} steps of the ladder`, async () => (await countSteps(world)) >= before + steps, { withinMs });
}

/**
 * Acknowledges every SOS, which ends the escalation, so that it can be checked. `patienceS`: how late an alarm of a
 * disturbed world may be.
 */
export async function judgeLadder(stage: Stage, world: World, patienceS: number): Promise<AlarmVerdict> {
  const { url } = world.server('api');
  const token = await login(url, 'duty', world.pool);
  const { rows } = await world.pool.query<{ id: number }>("SELECT id FROM sos_call WHERE status = 'raised'");
  for (const { id } of rows) {
    const answer = await fetch(url + sosAlerts.acknowledge.path.replace(':id', String(id)), {
      method: sosAlerts.acknowledge.method,
      headers: { [accessHeader]: token },
    });
    if (!answer.ok) throw new Error(`cannot acknowledge call ${id}: ${await answer.text()}`);
  }
  await until('the policies to read the whole log', () => policiesAreDone(world), { withinMs: 60_000 });
  await until('the messages to leave', async () => (await queued(world)) === 0, { withinMs: 60_000 });
  // what the last messages have written to the log is read, too
  await until('the policies to read the whole log', () => policiesAreDone(world), { withinMs: 60_000 });
  const rung = await readRung(world.pool);
  const verdict = judgeAlarms(rung, periodS * 1000, patienceS * 1000, stepsToTop);
  stage.figure('calls', rung.calls.length);
  stage.figure('alarms', verdict.fired);
  stage.figure('messages', rung.deliveries.length);
  stage.figure('latest alarm in s', round(verdict.latestS));
  return verdict;
}

const count = async (world: World, sql: string): Promise<number> =>
  (await world.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`)).rows[0]?.n ?? 0;
const countSos = (world: World): Promise<number> => count(world, 'sos_call');
const countSteps = (world: World): Promise<number> => count(world, "event_log WHERE name = 'sos.escalated'");
const queued = (world: World): Promise<number> => count(world, "delivery WHERE state = 'queued'");
