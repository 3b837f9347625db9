import type { RemoteControl, StartCommand } from '@headland/contracts/device/down';

/**
 * A machine is started from afar only while it stands parked with its engine off, its terminal is there to answer, and nobody calls for help from
 * it. What is not known counts against it: an engine of which nothing was heard may run. Its model has to be made for it. One request at a time; it
 * has succeeded when the engine runs within half a minute.
 */
export const startWithinMs = 30_000;
/** What a receiver of a parked machine says of its speed: it trembles a little. */
const standingKmh = 0.5;

export const startRefusals = ['notFitted', 'noDevice', 'offline', 'openSos', 'engineOn', 'engineUnknown', 'moving', 'underway'] as const;
export type StartRefusal = (typeof startRefusals)[number];

export interface Parked {
  remoteControl: RemoteControl;
  hasDevice: boolean;
  online: boolean;
  engine: 'on' | 'off' | null;
  /** km/h; a sleeping receiver says none */
  speed: number | null;
  openSos: number;
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
  if (machine.underway) return 'underway';
  if (machine.engine === 'on') return 'engineOn';
  if (machine.engine === null) return 'engineUnknown';
  if (machine.speed !== null && machine.speed >= standingKmh) return 'moving';
  return null;
}
