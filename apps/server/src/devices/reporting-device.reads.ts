import type { Tx } from '../platform/database/rows';

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
}

export async function reportingDevice(tx: Tx, deviceId: string): Promise<ReportingDevice | null> {
  const [row] = await tx.query<ReportingDevice[]>(
    `SELECT d.id, d.key, v.id AS "vehicleId", o.id AS "organizationId", o.path, s.lat, s.lon, s.position_ts AS "positionAt"
     FROM device d LEFT JOIN vehicle v ON v.device_id = d.id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id
     JOIN organization o ON o.id = COALESCE(v.organization_id, (SELECT min(id) FROM organization WHERE parent_id IS NULL))
     WHERE d.id = $1`,
    [deviceId],
  );
  return row ?? null;
}
