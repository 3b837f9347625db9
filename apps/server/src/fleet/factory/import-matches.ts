import type { ErrorCode } from '@headland/contracts/errors';
import type { FactoryMatch, FactoryResult } from '@headland/contracts/factory';
import { installDevice, lockVehicles } from '../devices/install-device.tx';
import type { Tx } from '../../platform/database/rows';
import { changesBetween } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { actOf, type Batch } from './batch';
import { ImportErrors } from './import-errors';
import { notifyLists } from './import-vehicles';

interface Known {
  id: number;
  organizationId: number;
  deviceId: string | null;
  matchedOn: string | null;
}
/** Which field of a match a refused installation is about. */
const fieldOf: Partial<Record<ErrorCode, 'vin' | 'deviceId'>> = {
  DEVICE_UNKNOWN: 'deviceId',
  DEVICE_NOT_IN_USE: 'deviceId',
  DEVICE_IN_OTHER_UNIT: 'deviceId',
  VEHICLE_HAS_DEVICE: 'vin',
  VEHICLE_HAS_OPEN_SOS: 'vin',
  VEHICLE_HELD: 'vin',
};

export async function lockVehiclesOf(tx: Tx, records: readonly { vin: string }[]): Promise<void> {
  const rows = await tx.query<{ id: number }[]>('SELECT id FROM vehicle WHERE vin = ANY($1)', [
    records.map((r) => r.vin),
  ]);
  await lockVehicles(
    tx,
    rows.map((r) => r.id),
  );
}

/** Devices go into their vehicles, which are locked. An existing match stays; a vehicle that has another device is refused: exchanges are made in the field. */
export async function importMatches(batch: Batch, records: readonly FactoryMatch[]): Promise<FactoryResult[]> {
  const { tx, emit, now, today, by } = batch;
  const errors = new ImportErrors('matches');
  const rows = await tx.query<(Known & { vin: string })[]>(
    `SELECT id, vin, organization_id AS "organizationId", device_id AS "deviceId", matched_on::text AS "matchedOn" FROM vehicle WHERE vin = ANY($1)`,
    [records.map((r) => r.vin)],
  );
  const known = new Map(rows.map((r) => [r.vin, r]));
  const results: FactoryResult[] = [];
  const changed: Known[] = [];
  for (const [i, { vin, deviceId, matchedOn }] of records.entries()) {
    const before = known.get(vin);
    if (before === undefined) errors.add(i, 'vin', 'field.unknown');
    if (matchedOn !== undefined && matchedOn > today) errors.add(i, 'matchedOn', 'field.pastDay');
    if (before === undefined || (matchedOn ?? today) > today) continue;
    const same = before.deviceId === deviceId;
    const after = { deviceId, matchedOn: matchedOn ?? (same ? before.matchedOn : null) ?? today };
    const changes = changesBetween({ deviceId: before.deviceId, matchedOn: before.matchedOn }, after);
    results.push({ key: vin, act: actOf(same, changes.length) });
    if (changes.length === 0) continue;
    try {
      await installDevice(tx, emit, {
        ...after,
        vehicleId: before.id,
        by,
        reason: null,
        acting: { userId: null, now },
      });
    } catch (error) {
      const field = error instanceof Problem ? fieldOf[error.code] : undefined;
      if (!(error instanceof Problem) || field === undefined) throw error;
      errors.add(i, field, error.code, error.values);
      continue;
    }
    changed.push(before);
    const about = { organizationId: before.organizationId, vehicleId: before.id };
    emit('record.changed', { screen: 'production', kind: 'vehicle', id: String(before.id), name: vin, changes }, about);
  }
  errors.throwIfAny();
  notifyLists(batch, changed);
  return results;
}
