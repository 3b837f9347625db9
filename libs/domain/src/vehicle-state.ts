import type { VehicleState } from '@headland/contracts/vehicle';

/**
 * The state of a vehicle from its latest data. A machine whose terminal disconnected, or whose engine runs without a
 * report for three of its intervals, is offline: its last data is out of date. A parked machine sleeps for hours
 * between reports, so its silence means nothing.
 */
export interface LastContact {
  /** the terminal's own connection: false after its disconnect or its last will */
  online: boolean;
  /** null: no sensor */
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  /** epoch ms; null: no data yet */
  lastSeenAt: number | null;
  /** reporting interval of the terminal in seconds */
  intervalS: number;
}

export function vehicleState(contact: LastContact, now: number): VehicleState {
  if (contact.lastSeenAt === null) return 'never';
  if (!contact.online) return 'offline';
  if (!runs(contact)) return 'off';
  if (now - contact.lastSeenAt > silentIntervals * contact.intervalS * 1000) return 'offline';
  return contact.work ?? 'idle';
}

/** Reports that may be missing before a running machine counts as offline. */
export const silentIntervals = 3;

export const isOnline = (state: VehicleState): boolean => state !== 'offline' && state !== 'never';
export const isEngineOn = (state: VehicleState): boolean => state === 'idle' || state === 'work' || state === 'drive';

/** The engine state of one track sample; null if unknown. */
export function sampleState(
  engine: boolean | null,
  work: LastContact['work'],
): 'off' | 'idle' | 'work' | 'drive' | null {
  if (engine === false) return 'off';
  return work ?? (engine === true ? 'idle' : null);
}

/** A machine with a work mode is running, though its engine signal may be missing. */
const runs = ({ engine, work }: Pick<LastContact, 'engine' | 'work'>): boolean => engine ?? work !== null;
