import { markFlags } from '@headland/contracts/live-frame';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import type { Scope } from '../../platform/caller';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { stateColumns, stateFrom, toNow, type StateRow } from './vehicle-row.reads';

/**
 * States of vehicles as the live stream needs them. PostgreSQL packs them as JSON texts: ingest passes them on without
 * reading them, and whoever missed one asks with the same expression. So both ways give the same values.
 */

/** A vehicle on the map: id, revision, latitude, longitude, heading, engine, work, online, last seen (epoch ms), flags (`markFlags`). */
export type MapState = [
  id: number,
  revision: number,
  lat: number | null,
  lon: number | null,
  heading: number | null,
  engine: boolean | null,
  work: 'idle' | 'work' | 'drive' | null,
  online: boolean,
  lastSeenAt: number | null,
  flags: number,
];
const { minor, major, critical, sosRaised, sosOpen } = markFlags;
const mapColumns = `s.revision, s.lat, s.lon, s.heading, s.engine, s.work, s.online, round(date_part('epoch', s.last_seen_at) * 1000),
  CASE WHEN s.open_faults = 0 THEN 0 ELSE CASE s.worst_fault WHEN 1 THEN ${critical} WHEN 2 THEN ${major} WHEN 3 THEN ${minor} ELSE 0 END END
    + CASE WHEN s.sos_raised THEN ${sosRaised} ELSE 0 END + CASE WHEN s.open_sos > 0 THEN ${sosOpen} ELSE 0 END`;
/** `s`: rows of vehicle_state. */
const mapStateSql = `json_build_array(s.vehicle_id, ${mapColumns})`;

/** A vehicle that a console shows with its values; the organization decides who may see it. */
export interface WatchedState extends StateRow {
  revision: number;
  organization_id: number;
}
const watchedColumns = `${stateColumns}, s.revision, v.organization_id`;

/**
 * What `packStates` needs of a changed row `s` of vehicle_state, for RETURNING; `watched`: parameter with the ids of watched vehicles. Of the
 * others the row itself is left out: it has fifty columns, and a batch changes hundreds.
 */
export const stateOf = (watched: string): string =>
  `${mapStateSql} AS map, CASE WHEN s.vehicle_id = ANY(${watched}::int[]) THEN s END AS state`;

/**
 * Texts of the states in `from`, which has columns of `stateOf`, for the values of `fleetStatesOf`. Each is one line: between rows, unlike between
 * values of JSON, `json_agg` would begin a new one.
 */
export const packStates = (from: string): string => `
  (SELECT json_agg(map) FROM ${from})::text AS map,
  (SELECT json_agg(to_json(w)) FROM (SELECT ${watchedColumns} FROM (SELECT (state).* FROM ${from} WHERE state IS DISTINCT FROM NULL) s
    JOIN vehicle v ON v.id = s.vehicle_id LEFT JOIN device d ON d.id = v.device_id) AS w)::text AS watched`;

/** What belongs to a vehicle on the map and is not told by its machine. */
export interface PlacedState {
  state: MapState;
  /** organizations that may see it */
  path: number[];
  intervalS: number;
}
/** Which vehicles, as a condition with its parameters. */
export interface Which {
  sql: string;
  parameters: unknown[];
}

/**
 * In one text, which costs an api process a tenth of as many rows. `ahead`: there are rows of a restored dump, with
 * transaction ids that this cluster has not reached.
 */
export async function placedStates(
  tx: Tx,
  { sql, parameters }: Which,
): Promise<{ placed: PlacedState[]; ahead: boolean }> {
  const [row] = await tx.query<{ list: string | null; ahead: boolean | null }[]>(
    `SELECT json_agg(json_build_array(json_build_array(v.id, ${mapColumns}), to_json(o.path), d.interval_s))::text AS list,
       bool_or(s.changed >= pg_snapshot_xmax(pg_current_snapshot())) AS ahead
     FROM vehicle v JOIN organization o ON o.id = v.organization_id LEFT JOIN device d ON d.id = v.device_id JOIN vehicle_state s ON s.vehicle_id = v.id
     WHERE ${sql}`,
    parameters,
  );
  const list = JSON.parse(row?.list ?? '[]') as [MapState, number[], number | null][];
  return {
    placed: list.map(([state, path, intervalS]) => ({ state, path, intervalS: intervalS ?? 30 })),
    ahead: row?.ahead === true,
  };
}

/** The newest of these vehicles, as far as the scope sees them. */
export async function watchedStates(tx: Tx, scope: Scope, ids: readonly number[]): Promise<WatchedState[]> {
  const where = new Where(scope, 'v.organization_id').andIf([...ids], (p) => `v.id = ANY(${p}::int[])`);
  const [row] = await tx.query<{ list: string | null }[]>(
    `SELECT json_agg(w)::text AS list FROM (SELECT ${watchedColumns} ${stateFrom} WHERE ${where.sql}) AS w`,
    where.parameters,
  );
  return parseWatched(row?.list ?? '[]');
}

/** Of a text that PostgreSQL packed: times are texts there. */
export const parseWatched = (text: string): WatchedState[] => (JSON.parse(text) as WatchedState[]).map(withDates);

/** Sets the times of rows that were packed as JSON. */
export function withDates(row: WatchedState): WatchedState {
  for (const name of ['ts', 'last_seen_at', 'started_at', 'position_ts'] as const) {
    const at = row[name] as unknown as string | null;
    row[name] = at === null ? null : new Date(at);
  }
  return row;
}

export const nowOf = (row: WatchedState, now: number): VehicleNow => toNow(row, now);
