import type { VehicleState } from '@headland/contracts/vehicle';

/**
 * How a vehicle does, from the newest that was heard of it. A machine whose terminal said goodbye, or whose engine runs while it says nothing
 * for three of its reporting intervals, is offline: what it last said is no longer true. A parked machine sleeps between reports of hours, so
 * its silence means nothing.
 */
export interface LastContact {
  /** the terminal's own connection: false after its goodbye or its last will */
  online: boolean;
  /** null: no sensor says so */
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  /** epoch ms; null: nothing was ever heard */
  lastSeenAt: number | null;
  /** reporting interval of the terminal in seconds */
  intervalS: number;
}

export function vehicleState(heard: LastContact, now: number): VehicleState {
  if (heard.lastSeenAt === null) return 'never';
  if (!heard.online) return 'offline';
  if (!runs(heard)) return 'off';
  if (now - heard.lastSeenAt > silentIntervals * heard.intervalS * 1000) return 'offline';
  return heard.work ?? 'idle';
}

/** Reports that may be missing before a running machine counts as offline. */
export const silentIntervals = 3;

export const isOnline = (state: VehicleState): boolean => state !== 'offline' && state !== 'never';
export const isEngineOn = (state: VehicleState): boolean => state === 'idle' || state === 'work' || state === 'drive';

/** What one sample of a track says; null where it says nothing of the engine. */
export function sampleState(
  engine: boolean | null,
  work: LastContact['work'],
): 'off' | 'idle' | 'work' | 'drive' | null {
  if (engine === false) return 'off';
  return work ?? (engine === true ? 'idle' : null);
}

/** A machine that says what it does is running, though its engine signal may be missing. */
const runs = ({ engine, work }: Pick<LastContact, 'engine' | 'work'>): boolean => engine ?? work !== null;
