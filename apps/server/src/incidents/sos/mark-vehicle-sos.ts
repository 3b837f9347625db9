import { write, type PipelinedTx, type Tx } from '../../platform/database/rows';
import { sosIsOpen } from '../../platform/database/open-sql';

/**
 * Updates the open SOS in a vehicle's state. The state row is locked first, so that concurrent changes of one vehicle
 * see each other. If an SOS has its own position (`at`: corrected time) and nothing newer is known, it becomes the
 * vehicle's position.
 */
export async function markVehicleSos(
  tx: Tx | PipelinedTx,
  vehicleId: number | null,
  position: { lat: number; lon: number; at: Date } | null = null,
): Promise<void> {
  if (vehicleId === null) return;
  await write(
    tx,
    'INSERT INTO vehicle_state (vehicle_id) VALUES ($1) ON CONFLICT (vehicle_id) DO UPDATE SET revision = vehicle_state.revision + 1, changed = pg_current_xact_id()',
    [vehicleId],
  );
  await write(
    tx,
    `UPDATE vehicle_state SET (open_sos, sos_raised) = (
       SELECT count(*), COALESCE(bool_or(status = 'raised'), false) FROM sos_call WHERE vehicle_id = $1 AND ${sosIsOpen()})
     WHERE vehicle_id = $1`,
    [vehicleId],
  );
  if (position === null) return;
  await write(
    tx,
    'UPDATE vehicle_state SET lat = $2, lon = $3, position_ts = $4 WHERE vehicle_id = $1 AND (position_ts IS NULL OR position_ts < $4)',
    [vehicleId, position.lat, position.lon, position.at],
  );
}
