import type { Tx } from '../../platform/database/rows';

/** Serialises changes to a vehicle's jobs and tests: a start and the connect, a close and the test. */
export const inTurnOn = (tx: Tx, vehicleId: number): Promise<unknown> =>
  tx.query('SELECT pg_advisory_xact_lock(7250, $1)', [vehicleId]);
