import type { SosType } from '@headland/contracts/device/up';
import { write, type PipelinedTx, type Tx } from '../../platform/database/rows';
import { sosIsOpen } from '../../platform/database/open-sql';

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
export async function lockOpenSos(
  tx: Tx | PipelinedTx,
  { vehicleId, deviceId, type }: SosOwner,
): Promise<number | null> {
  await write(tx, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    vehicleId === null ? `sos of device ${deviceId}` : `sos of vehicle ${vehicleId}`,
  ]);
  const condition = vehicleId === null ? 'device_id = $2' : 'vehicle_id = $3';
  const [sos] = await tx.query<{ id: number }[]>(
    `SELECT id FROM sos_call WHERE ${condition} AND type = $1 AND ${sosIsOpen()} ORDER BY device_id = $2 DESC, id LIMIT 1 FOR UPDATE`,
    vehicleId === null ? [type, deviceId] : [type, deviceId, vehicleId],
  );
  return sos?.id ?? null;
}

/** The open SOS of the vehicle that a device is in now, of every type. */
export interface OpenSos {
  vehicleId: number | null;
  ids: ReadonlyMap<SosType, number>;
}

/**
 * The same before anything of the device was read, so that it needs no round trip of its own. Null if the device was
 * moved in between.
 */
export async function lockOpenSosOfDevice(tx: PipelinedTx, deviceId: string): Promise<OpenSos | null> {
  const [[locked], [open]] = await Promise.all([
    tx.query<{ vehicleId: number | null }[]>(
      `SELECT v.id AS "vehicleId", pg_advisory_xact_lock(hashtextextended(COALESCE('sos of vehicle ' || v.id, 'sos of device ' || $1), 0))
       FROM (SELECT (SELECT id FROM vehicle WHERE device_id = $1)) AS v(id)`,
      [deviceId],
    ),
    tx.query<{ vehicleId: number | null; list: [SosType, number][] | null }[]>(
      `SELECT v.id AS "vehicleId", (SELECT json_agg(json_build_array(type, id)) FROM (
           SELECT type, id FROM sos_call WHERE id = ANY (ARRAY(
             SELECT id FROM sos_call WHERE vehicle_id = v.id AND ${sosIsOpen()}
             UNION ALL SELECT id FROM sos_call WHERE v.id IS NULL AND device_id = $1 AND ${sosIsOpen()}))
             AND ${sosIsOpen()} ORDER BY device_id = $1, id DESC FOR UPDATE) AS c) AS list
       FROM (SELECT (SELECT id FROM vehicle WHERE device_id = $1)) AS v(id)`,
      [deviceId],
    ),
  ]);
  // of two of a type the last in this order stays: the one of this device, the oldest
  return locked !== undefined && open !== undefined && locked.vehicleId === open.vehicleId
    ? { vehicleId: open.vehicleId, ids: new Map(open.list ?? []) }
    : null;
}
