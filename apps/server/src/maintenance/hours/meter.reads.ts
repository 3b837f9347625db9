import type { MeterCorrection } from '@headland/contracts/vehicle';
import type { Tx } from '../../platform/database/rows';

/**
 * Telemetry is found by its device (the only index): the keys of all devices that ever reported for the vehicle. A moved
 * device's rows keep their vehicle in `t.vehicle_id`. Read before telemetry, not with it (platform/database/distributed).
 */
export async function devicesOf(tx: Tx, vehicle: number): Promise<number[]> {
  const rows = await tx.query<{ key: number | null }[]>(
    `SELECT d.key FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = $1
     UNION SELECT d.key FROM device_installation i JOIN device d ON d.id = i.device_id WHERE i.vehicle_id = $1
     UNION SELECT device_key FROM vehicle_state WHERE vehicle_id = $1 UNION SELECT device_key FROM engine_run WHERE vehicle_id = $1`,
    [vehicle],
  );
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}

/** Corrections of the meters, newest first. */
export async function correctionsOf(tx: Tx, id: number): Promise<MeterCorrection[]> {
  const rows = await tx.query<(Omit<MeterCorrection, 'at'> & { at: Date })[]>(
    'SELECT meter, value, since::text, reason, by_name AS by, at FROM meter_correction WHERE vehicle_id = $1 ORDER BY id DESC',
    [id],
  );
  return rows.map((r) => ({ ...r, at: r.at.toISOString() }));
}
