import type { Tx } from '../platform/database/rows';
import { Problem } from '../platform/problem';

/** A program is on its way into a controller: the device that brings it stays where it is, and in use. */
export async function isReprogramming(tx: Tx, deviceId: string): Promise<boolean> {
  return (await tx.query<unknown[]>('SELECT 1 FROM flash_run WHERE device_id = $1 AND ended_at IS NULL', [deviceId])).length > 0;
}
export async function refuseReprogramming(tx: Tx, deviceId: string): Promise<void> {
  if (await isReprogramming(tx, deviceId)) throw new Problem('DEVICE_BUSY');
}

/** While somebody diagnoses a machine through a device, or programs one, it leaves the vehicle by nobody's form. */
export async function refuseBusy(tx: Tx, deviceId: string): Promise<void> {
  await refuseReprogramming(tx, deviceId);
  const held = await tx.query<unknown[]>('SELECT 1 FROM diagnosis_session WHERE device_id = $1 AND ended_at IS NULL', [deviceId]);
  if (held.length > 0) throw new Problem('DEVICE_BUSY');
}
