import type { RemoteControl, StartCommand } from '@headland/contracts/device/down';

/**
 * A machine is started from afar only while it stands parked with its engine off, its terminal is there to answer, nobody calls for help from it and
 * nobody else serves it. What is not known counts against it: an engine of which nothing was heard may run, a machine without a speed may move. Its model has to be made for it. One request at a time; its
 * machine has half a minute to start.
 */
export const startWithinMs = 30_000;
/** A sample takes up to this long to arrive, besides the wait for its terminal's turn to report: they lie 10 s apart. */
const onItsWayMs = 10_000;
/** Until when an answer may come: only a sample tells of a running engine, and a terminal sends its samples once in each interval. */
export const startAnsweredWithinMs = (intervalS: number): number => startWithinMs + intervalS * 1000 + onItsWayMs;
/** What a receiver of a parked machine says of its speed: it trembles a little. */
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
  /** km/h; null: nothing says how fast it moves */
  speed: number | null;
  openSos: number;
  /** somebody else serves it (served-machine) */
  held: boolean;
  /** a request that has not ended yet */
  underway: boolean;
}

/** Which starts a model is made for. */
export const startsOf = (remoteControl: RemoteControl): readonly StartCommand[] =>
  remoteControl === 'startClimate' ? ['start', 'startClimate'] : remoteControl === 'start' ? ['start'] : [];

/** Why it may not be started now, the plainest reason first; null where it may. */
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
