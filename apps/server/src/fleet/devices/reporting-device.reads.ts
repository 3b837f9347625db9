import type { Tx } from '../../platform/database/rows';

/** The device behind an alert, in its transaction. A device without a vehicle reports to the root organisation: its call counts all the same. */
export interface ReportingDevice {
  id: string;
  key: number;
  vehicleId: number | null;
  organizationId: number;
  /** organisations from the head office down to that one */
  path: number[];
  /** last known position of the vehicle */
  lat: number | null;
  lon: number | null;
  positionAt: Date | null;
  /** when it came out of the last vehicle that it was in before; null: it never moved */
  leftAt: Date | null;
  /** the vehicle is one that it was in before, and is not in now */
  isFormer: boolean;
}

/** `at`: with the vehicle that it was in then, where it has left one since. */
export async function reportingDevice(
  tx: Tx,
  deviceId: string,
  at: Date | null = null,
): Promise<ReportingDevice | null> {
  const [row] = await tx.query<ReportingDevice[]>(
    `SELECT d.id, d.key, v.id AS "vehicleId", o.id AS "organizationId", o.path, s.lat, s.lon, s.position_ts AS "positionAt",
       (SELECT max(ended_at) FROM device_installation WHERE device_id = d.id) AS "leftAt", v.id IS NOT NULL AND v.device_id IS DISTINCT FROM d.id AS "isFormer"
     FROM device d LEFT JOIN vehicle v ON v.id = COALESCE(
         (SELECT vehicle_id FROM device_installation WHERE device_id = d.id AND matched_at <= $2 AND ended_at > $2 ORDER BY matched_at DESC LIMIT 1),
         (SELECT id FROM vehicle WHERE device_id = d.id)) LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
     JOIN organization o ON o.id = COALESCE(v.organization_id, (SELECT min(id) FROM organization WHERE parent_id IS NULL))
     WHERE d.id = $1`,
    [deviceId, at],
  );
  return row ?? null;
}

/**
 * The device with the vehicle that it was in when a message was measured: a terminal without a network may send it after a move to another vehicle.
 * Only a confirmed clock can decide; with any other the message belongs to the present vehicle.
 */
export async function deviceAt(
  tx: Tx,
  device: ReportingDevice,
  { at, clockKnown }: { at: Date; clockKnown: boolean },
): Promise<ReportingDevice> {
  const before = clockKnown && device.leftAt !== null && at < device.leftAt;
  return (before ? await reportingDevice(tx, device.id, at) : null) ?? device;
}
