import type { Tx } from '../../platform/database/rows';

/** A program is on its way into a controller: the device that brings it stays where it is, and in use. */
export async function isReprogramming(tx: Tx, deviceId: string): Promise<boolean> {
  return (
    (await tx.query<unknown[]>('SELECT 1 FROM flash_run WHERE device_id = $1 AND ended_at IS NULL', [deviceId]))
      .length > 0
  );
}
