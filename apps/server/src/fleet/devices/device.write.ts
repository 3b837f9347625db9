import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import type { Scope } from '../../platform/caller';
import { deviceInScope } from './device.reads';
import { lockVehicles } from './install-device.tx';

export interface LockedDevice {
  id: string;
  key: number;
  version: number;
  status: 'in_use' | 'not_in_use';
  online: boolean;
  sim: string | null;
  activation: string | null;
  intervalSeconds: number;
  type: number;
  vehicleId: number | null;
  vin: string | null;
  organizationId: number | null;
}

/**
 * The device that a form was made of, with its vehicle and the one that it is to go into, locked in the order of install-device. Throws NOT_FOUND,
 * DEVICE_NOT_IN_USE, and CHANGED_MEANWHILE where the form is older than the record.
 */
export async function lockDevice(
  tx: Tx,
  scope: Scope,
  key: number,
  version: number,
  alsoVehicleId: number | null = null,
): Promise<LockedDevice> {
  const seen = await deviceInScope(tx, scope, key);
  const vehicleIds = [seen.vehicleId, alsoVehicleId].filter((id) => id !== null);
  await lockVehicles(tx, vehicleIds);
  await tx.query('SELECT 1 FROM device WHERE key = $1 FOR NO KEY UPDATE', [key]);
  // read only now: what was read before the locks were granted may have changed while waiting
  const [device] = await tx.query<LockedDevice[]>(
    `SELECT d.id, d.key, d.version, d.status, d.online, d.sim, d.activation, d.interval_s AS "intervalSeconds", d.type, v.id AS "vehicleId", v.vin, v.organization_id AS "organizationId"
     FROM device d LEFT JOIN vehicle v ON v.device_id = d.id WHERE d.key = $1`,
    [key],
  );
  if (device === undefined) throw new Problem('NOT_FOUND');
  if (device.version !== version || device.vehicleId !== seen.vehicleId)
    return refuseChangedMeanwhile(tx, 'device', device.id);
  if (device.status !== 'in_use') throw new Problem('DEVICE_NOT_IN_USE');
  return device;
}
