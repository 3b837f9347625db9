import type { RemoteControl, StartCommand } from '@headland/contracts/device/down';

/**
 * A machine is started remotely only while it is parked with its engine off, its terminal is online, it has no open SOS
 * and no other member services it. Unknown values count against it: an engine without data may be running, a machine
 * without a speed may be moving. Its model must support it. One request at a time; the machine has half a minute to
 * start.
 */
export const startWithinMs = 30_000;
/** A sample arrives within this time, besides the wait for its terminal's next report: they are 10 s apart. */
const onItsWayMs = 10_000;
/**
 * The deadline of an answer: only a sample shows a running engine, and a terminal sends its samples once per interval.
 */
export const startAnsweredWithinMs = (intervalS: number): number => startWithinMs + intervalS * 1000 + onItsWayMs;
/** The speed that a receiver of a parked machine reports varies a little. */
const standingKmh = 0.5;

export const startRefusals = [
  'notFitted',
  'noDevice',
  'offline',
  'openSos',
  'held',
  'engineOn',
  'engineUnknown',
  'moving',
  'speedUnknown',
  'underway',
] as const;
export type StartRefusal = (typeof startRefusals)[number];

export interface Parked {
  remoteControl: RemoteControl;
  hasDevice: boolean;
  online: boolean;
  engine: 'on' | 'off' | null;
  /** km/h; null: unknown */
  speed: number | null;
  openSos: number;
  /** somebody else services it (served-machine) */
  held: boolean;
  /** a request in progress */
  underway: boolean;
}

/** Which starts a model supports. */
export const startsOf = (remoteControl: RemoteControl): readonly StartCommand[] =>
  remoteControl === 'startClimate' ? ['start', 'startClimate'] : remoteControl === 'start' ? ['start'] : [];

/** Why it may not be started now, the plainest reason first; null if it may. */
export function startRefusal(command: StartCommand, machine: Parked): StartRefusal | null {
  if (!startsOf(machine.remoteControl).includes(command)) return 'notFitted';
  if (!machine.hasDevice) return 'noDevice';
  if (!machine.online) return 'offline';
  if (machine.openSos > 0) return 'openSos';
  if (machine.held) return 'held';
  if (machine.underway) return 'underway';
  if (machine.engine === 'on') return 'engineOn';
  if (machine.engine === null) return 'engineUnknown';
  if (machine.speed === null) return 'speedUnknown';
  if (machine.speed >= standingKmh) return 'moving';
  return null;
}
