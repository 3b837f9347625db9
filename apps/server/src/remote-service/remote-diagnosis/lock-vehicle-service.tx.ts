import { advisoryLockClasses } from '../../platform/database/advisory-locks';
import type { Tx } from '../../platform/database/rows';

/** Serialises changes to a vehicle's jobs and tests: a start and the connect, a close and the test. */
export const inTurnOn = (tx: Tx, vehicleId: number): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(${advisoryLockClasses.vehicleService}, $1)`, [vehicleId]);
