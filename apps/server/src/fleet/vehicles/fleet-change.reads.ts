import { withDates, type MapState, type WatchedState } from './fleet-state.reads';

/** What one commit changed, as PostgreSQL packed it; null: nothing. */
export interface PackedChange {
  /** of the sequence fleet_change */
  number: number;
  map: string | null;
  watched: string | null;
}
/** The same for its readers. */
export interface FleetChange {
  number: number;
  map: MapState[];
  watched: WatchedState[];
}

/** The line of a commit: the texts of the database as they are. */
export const fleetChangeLine = (changes: readonly PackedChange[]): string =>
  `[${changes.map(({ number, map, watched }) => `{"number":${number},"map":${map ?? '[]'},"watched":${watched ?? '[]'}}`).join(',')}]\n`;

/** Throws on a line of another program. */
export function readFleetChanges(line: string): FleetChange[] {
  const changes = JSON.parse(line) as FleetChange[];
  for (const { watched } of changes) watched.forEach(withDates);
  return changes;
}
