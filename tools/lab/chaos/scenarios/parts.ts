import type { Line } from '../consoles/consoles';
import type { FleetPromise } from '../account/expect';
import type { Fleet, FleetPlan } from '../world/fleet';
import { pause } from '../world/program';
import { deviceNames } from '../world/registry';
import type { ServerProcess } from '../world/server';
import type { World } from '../world/world';
import { committed, round } from './close-account';
import type { Stage } from './scenario';

/** Unacknowledged messages with the telemetry process: few, so that what a crash or an outage does shows at the rates of a small machine. */
export const receiveMaximum = 500;
export const fewInFlight = { INGEST_RECEIVE_MAXIMUM: String(receiveMaximum) };

/** A slow disk: a commit lasts long enough for a crash to fall into it. */
export const slowFlush = { commit_delay: '50000', commit_siblings: '0' };

/** Faults and SOS of a fleet of a few dozen, about two and one a second. */
export const eventful = { faultsPerDay: 5_000, sosPerDay: 2_500 };

/** Only Mosquitto can keep `down/ack` from devices; with the built-in broker terminals are all there is. */
export const simpleClients = (stage: Stage): { promise: FleetPromise; deaf: boolean } =>
  stage.broker === 'mosquitto' ? { promise: 'puback', deaf: true } : { promise: 'kept', deaf: false };

export const direct = (count: number): Line[] => Array.from({ length: count }, () => ({ kind: 'direct' }));

export const fleetOf = (stage: Stage, count: number, more: Partial<FleetPlan> = {}): FleetPlan => ({
  devices: deviceNames(count),
  ratePerS: stage.pick(500, 300),
  seed: stage.seed,
  promise: 'kept',
  behaviour: eventful,
  ...more,
});

/** What the lives of one process add up to: its counters begin at 0 with each. */
export class Lives {
  duplicates = 0;
  /** the most of one life */
  most = 0;

  constructor(private readonly part: ServerProcess) {}

  async kill(): Promise<void> {
    await this.count();
    await this.part.program.kill();
  }

  async count(): Promise<void> {
    const duplicates = await this.part.metric('headland_ingest_duplicates_total');
    this.duplicates += duplicates;
    this.most = Math.max(this.most, duplicates);
  }
}

/** Time until what the broker has accepted by now is committed, with its rate. */
export async function catchUp(
  world: World,
  fleet: Fleet,
  withinMs: number,
): Promise<{ seconds: number; perS: number; backlog: number }> {
  const { puback } = await fleet.stats();
  const from = await committed(world);
  const startedMs = performance.now();
  while ((await committed(world)) < puback && performance.now() - startedMs < withinMs) await pause(50);
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    seconds: round(seconds),
    perS: Math.round((puback - from) / Math.max(seconds, 0.001)),
    backlog: puback - from,
  };
}

/** Waits until the fleet has published a number of further messages. */
export async function untilTaken(fleet: Fleet, messages: number, withinMs = 60_000): Promise<void> {
  const { puback } = await fleet.stats();
  await fleet.reach(`${messages} more messages`, (s) => s.puback >= puback + messages, withinMs);
}
