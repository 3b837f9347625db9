import type { DataSource } from 'typeorm';

/**
 * The scope within which transaction ids can be compared: one run of one server, and one creation of the table. A
 * fail-over or a restored data directory has another start time, a restored dump another database or table. No special
 * privilege is needed to read it.
 */
const cluster = `concat_ws(' ', pg_postmaster_start_time(), (SELECT oid FROM pg_database WHERE datname = current_database()), 'vehicle_state'::regclass::oid)`;

/** A moment of the database. */
export interface FleetMark {
  cluster: string;
  /** all transactions below it had ended */
  xmin: bigint;
  /** the last number of `fleet_change`, read after the snapshot: each transaction that had ended by then drew its own before */
  drawn: number;
}

export async function fleetMark(database: Pick<DataSource, 'query'>): Promise<FleetMark> {
  const [row] = await database.query<[{ xmin: string; cluster: string; drawn: string }]>(
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, ${cluster} AS cluster,
       (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM fleet_change) AS drawn`,
  );
  return { cluster: row.cluster, xmin: BigInt(row.xmin), drawn: Number(row.drawn) };
}

/** An id above that of each transaction that has one; a snapshot's xmax may be below those that still run. */
export async function nextTransaction(database: Pick<DataSource, 'query'>): Promise<bigint> {
  const [row] = await database.query<[{ id: string }]>('SELECT pg_current_xact_id()::text AS id');
  return BigInt(row.id);
}
