import { write, type PipelinedTx, type Tx } from '../../platform/database/rows';
import { faultIsOpen } from '../../platform/database/open-sql';

/**
 * Updates the open reports in a vehicle's state. The state row is locked first, so that concurrent changes of one
 * vehicle see each other.
 */
export async function markVehicleFaults(tx: Tx | PipelinedTx, vehicleId: number | null): Promise<void> {
  if (vehicleId === null) return;
  await write(
    tx,
    'INSERT INTO vehicle_state (vehicle_id) VALUES ($1) ON CONFLICT (vehicle_id) DO UPDATE SET revision = vehicle_state.revision + 1, changed = pg_current_xact_id()',
    [vehicleId],
  );
  await write(
    tx,
    `UPDATE vehicle_state SET (open_faults, worst_fault) = (SELECT count(*), COALESCE(min(severity), 0) FROM fault_report WHERE vehicle_id = $1 AND ${faultIsOpen()}) WHERE vehicle_id = $1`,
    [vehicleId],
  );
}
