import type { Tx } from '../../platform/database/rows';
import { Hook } from '../../platform/hook';

/** Vehicles belong to another organisation now: `vehicle.organization_id` names it. */
export const vehiclesReassigned = new Hook<[tx: Tx, vehicleIds: readonly number[]]>();

/**
 * The consequences of vehicles moving to another organisation, by any way: a form of status, production or sales, a shipment, an
 * upload. Called after `vehicle.organization_id` names the new one. Who was in charge and does not work there is not any more. The live map,
 * and the consoles that show it, learn at once of the new organisation.
 */
export async function reassignVehicle(tx: Tx, vehicleIds: readonly number[]): Promise<void> {
  if (vehicleIds.length === 0) return;
  await tx.query(
    `UPDATE vehicle v SET person_id = NULL WHERE v.id = ANY($1::int[]) AND v.person_id IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM user_account u WHERE u.id = v.person_id AND u.organization_id = v.organization_id)`,
    [vehicleIds],
  );
  await vehiclesReassigned.run(tx, vehicleIds);
  // as ingest locks them
  await tx.query(
    'SELECT 1 FROM vehicle_state WHERE vehicle_id = ANY($1::int[]) ORDER BY vehicle_id FOR NO KEY UPDATE',
    [vehicleIds],
  );
  await tx.query(
    'UPDATE vehicle_state SET revision = revision + 1, changed = pg_current_xact_id() WHERE vehicle_id = ANY($1::int[])',
    [vehicleIds],
  );
}
