import type { Tx } from '../../platform/database/rows';
import { faultIsOpen } from '../../platform/database/open-sql';

/** Each act on a report locks it before the state of its vehicle; so does an exchange and a move, which change both. */
export async function lockFaults(tx: Tx, vehicleIds: readonly number[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM fault_report WHERE vehicle_id = ANY($1::int[]) AND ${faultIsOpen()} ORDER BY id FOR UPDATE`,
    [vehicleIds],
  );
}

/**
 * Open reports of a vehicle continue with its present device: one report per vehicle and code, whichever terminal reports it. Where late messages opened
 * another, the one that is worked on continues, else the first; the other keeps its terminal and stays open until somebody completes it, since what was
 * reported and done in either must not be lost.
 */
export async function adoptFaults(tx: Tx, vehicleId: number, deviceId: string): Promise<void> {
  await tx.query(
    `UPDATE fault_report SET device_id = $2, signal_boot = 0, signal_seq = 0
     WHERE ${faultIsOpen()} AND id IN (
       SELECT DISTINCT ON (f.code) f.id FROM fault_report f
       WHERE f.vehicle_id = $1 AND ${faultIsOpen('f')} AND f.device_id <> $2
         AND NOT EXISTS (SELECT 1 FROM fault_report o WHERE o.device_id = $2 AND o.vehicle_id = $1 AND o.code = f.code AND ${faultIsOpen('o')})
       ORDER BY f.code, f.status = 'accepted' DESC, f.id)`,
    [vehicleId, deviceId],
  );
}

/** Unaccepted reports move with their vehicles to the new organisation; an accepted one stays with the agency that works on it. */
export async function moveUnacceptedFaults(tx: Tx, vehicleIds: readonly number[]): Promise<void> {
  await lockFaults(tx, vehicleIds);
  await tx.query(
    `UPDATE fault_report f SET organization_id = v.organization_id, version = f.version + 1
     FROM vehicle v WHERE v.id = f.vehicle_id AND f.vehicle_id = ANY($1::int[]) AND f.status = 'occurred' AND f.organization_id <> v.organization_id`,
    [vehicleIds],
  );
}
