import type { Tx } from './rows';

/**
 * Tables that may lie on other nodes, by the key of a device (docs/scale.md); all others are on one. The rule for every
 * statement: of these, or of the others, never of both. Keys are read first and cross as parameters, so a statement runs
 * where its rows are, whatever the installation. testing/one-side holds every spec to it.
 *
 * Received ranges (`device_stream`) are not among them: SOS and faults write theirs with the event log, and a commit in two
 * phases would hold the lock of the log while it waits for other machines. `telemetry_late` has rows only where days are
 * packed, which those of a distributed table are not.
 */
export const distributedTables = ['telemetry'] as const;

/** Whether telemetry is distributed here: a commit that writes it is then one of several machines. */
export async function isDistributed(tx: Tx): Promise<boolean> {
  const [installed] = await tx.query<{ yes: boolean }[]>("SELECT to_regclass('pg_dist_partition') IS NOT NULL AS yes");
  if (installed?.yes !== true) return false;
  const rows = await tx.query<unknown[]>("SELECT 1 FROM pg_dist_partition WHERE logicalrelid = 'telemetry'::regclass");
  return rows.length > 0;
}
