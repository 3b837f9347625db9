import type { SosType } from '@headland/contracts/device/up';
import type { Tx } from '../../platform/database/rows';

export interface SosOwner {
  /** null: the device is in no vehicle; the SOS belongs to the device */
  vehicleId: number | null;
  deviceId: string;
  type: SosType;
}

/**
 * Locks the open SOS of a type of a vehicle, whichever of its terminals raised it. Until the commit nobody can close it
 * or open another. If an earlier release left two, the one of this device.
 */
export async function lockOpenSos(tx: Tx, { vehicleId, deviceId, type }: SosOwner): Promise<number | null> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    vehicleId === null ? `sos of device ${deviceId}` : `sos of vehicle ${vehicleId}`,
  ]);
  const condition = vehicleId === null ? 'device_id = $2' : 'vehicle_id = $3';
  const [sos] = await tx.query<{ id: number }[]>(
    `SELECT id FROM sos_call WHERE ${condition} AND type = $1 AND status IN ('raised', 'acknowledged', 'dispatched') ORDER BY device_id = $2 DESC, id LIMIT 1 FOR UPDATE`,
    vehicleId === null ? [type, deviceId] : [type, deviceId, vehicleId],
  );
  return sos?.id ?? null;
}
