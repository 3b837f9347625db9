import type { SosType } from '@headland/contracts/device/up';
import type { Tx } from '../../platform/database/rows';

export interface WhoseCall {
  /** null: the device is in no vehicle, and what it has open is its own */
  vehicleId: number | null;
  deviceId: string;
  type: SosType;
}

/**
 * The open call of a type that a vehicle has, whichever of its terminals raised it; locked, so that nobody closes it meanwhile. Until the commit nobody
 * else can open one. Where a release before has left two, the one of this device.
 */
export async function lockOpenCall(tx: Tx, { vehicleId, deviceId, type }: WhoseCall): Promise<number | null> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    vehicleId === null ? `sos of device ${deviceId}` : `sos of vehicle ${vehicleId}`,
  ]);
  const whose = vehicleId === null ? 'device_id = $2' : 'vehicle_id = $3';
  const [call] = await tx.query<{ id: number }[]>(
    `SELECT id FROM sos_call WHERE ${whose} AND type = $1 AND status IN ('raised', 'acknowledged', 'dispatched') ORDER BY device_id = $2 DESC, id LIMIT 1 FOR UPDATE`,
    vehicleId === null ? [type, deviceId] : [type, deviceId, vehicleId],
  );
  return call?.id ?? null;
}
