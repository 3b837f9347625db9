import type { Unit } from '@headland/domain/production';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Emit } from '../../platform/event-log/change';
import { changesBetween } from '../../platform/event-log/record-change';
import type { Scope } from '../../platform/caller';
import { dealerId, dealerName } from '../../platform/database/dealer-sql';
import { openSosOf } from '../vehicles/open-sos.reads';

/** A unit that is being changed, as it is until then. */
export interface LockedUnit extends Unit {
  id: number;
  vin: string;
  version: number;
  organizationId: number;
  dealer: string | null;
  horsepower: number;
  transmission: string | null;
  memo: string;
  openSos: boolean;
}

/** Those of the ids that the scope sees, by id. Vehicles are locked before their devices, and in the order of their ids, as everywhere. */
export async function lockUnits(tx: Tx, scope: Scope, ids: readonly number[]): Promise<Map<number, LockedUnit>> {
  const where = new Where(scope, 'v.organization_id').andIf([...ids], (p) => `v.id = ANY(${p}::int[])`);
  const rows = await tx.query<Omit<LockedUnit, 'openSos'>[]>(
    `SELECT v.id, v.vin, v.version, v.organization_id AS "organizationId", v.device_id AS "deviceId", v.matched_on::text AS "matchedOn", v.release_year AS "releaseYear",
       v.horsepower, v.transmission, v.shipped_on::text AS "shippedOn", v.sold_on::text AS "soldOn", COALESCE(v.memo, '') AS memo,
       ${dealerId('o')} AS "dealerId", ${dealerName('o')} AS dealer
     FROM vehicle v JOIN organization o ON o.id = v.organization_id WHERE ${where.sql} ORDER BY v.id FOR NO KEY UPDATE OF v`,
    where.parameters,
  );
  const openSos = await openSosOf(
    tx,
    rows.map((r) => r.id),
  );
  return new Map(rows.map((r) => [r.id, { ...r, openSos: openSos.has(r.id) }]));
}

/** The fields of a unit in the log of changes. */
export const fieldsInLog = (
  u: Omit<LockedUnit, 'id' | 'vin' | 'version' | 'organizationId' | 'dealerId' | 'soldOn' | 'openSos'>,
) => ({
  deviceId: u.deviceId,
  matchedOn: u.matchedOn,
  releaseYear: u.releaseYear,
  horsepower: u.horsepower,
  transmission: u.transmission,
  shippedOn: u.shippedOn,
  dealer: u.dealer,
  memo: u.memo,
});

/** Emits what changed of units, for the organizations that have them now and those that lost them. */
export function notifyUnits(emit: Emit, changed: readonly { before: LockedUnit; after: LockedUnit }[]): void {
  const learn = new Map<number, Set<number>>();
  for (const { before, after } of changed) {
    const { id, vin, organizationId } = after;
    const changes = changesBetween(fieldsInLog(before), fieldsInLog(after));
    emit(
      'record.changed',
      { screen: 'production', kind: 'vehicle', id: String(id), name: vin, changes },
      { organizationId, vehicleId: id },
    );
    for (const o of [before.organizationId, organizationId]) learn.set(o, (learn.get(o) ?? new Set()).add(id));
  }
  for (const [organizationId, vehicleIds] of learn)
    emit('vehicle.changed', { vehicleIds: [...vehicleIds] }, { organizationId });
}
