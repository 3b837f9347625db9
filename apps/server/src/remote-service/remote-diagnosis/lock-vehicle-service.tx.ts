import type { Tx } from '../../platform/database/rows';

/** What is done to the jobs of a vehicle and to its tests waits for each other here: a start and the connect, a close and the test. */
export const inTurnOn = (tx: Tx, vehicleId: number): Promise<unknown> =>
  tx.query('SELECT pg_advisory_xact_lock(7250, $1)', [vehicleId]);
