import type { OwnedDetail, UnsoldVehicle } from '@headland/contracts/customer';
import { maskCustomer } from '@headland/domain/mask';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';
import { isDealerSql } from '../../platform/database/dealer-sql';
import { openSosSql } from '../sales/sale-change.tx';

/** Vehicles that can be sold, by a part of the VIN. */
export function unsoldVehicles(tx: Tx, scope: Scope, text: string): Promise<UnsoldVehicle[]> {
  const where = new Where(scope, 'v.organization_id').and('v.sold_on IS NULL').contains(text, 'v.vin');
  return tx.query<UnsoldVehicle[]>(
    `SELECT v.id, v.vin, m.name AS model, CASE WHEN ${isDealerSql('o')} THEN json_build_object('id', o.id, 'name', o.name) END AS dealer, v.device_id AS "deviceId",
       v.shipped_on::text AS "shippedOn"
     FROM vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id WHERE ${where.sql} ORDER BY v.vin LIMIT 10`,
    where.parameters,
  );
}

/** A vehicle with its owner, masked. Throws NOT_FOUND for one without an owner, too. */
export async function ownedDetail(tx: Tx, scope: Scope, vehicleId: number): Promise<OwnedDetail> {
  const where = new Where(scope, 'v.organization_id').andIf(vehicleId, (p) => `v.id = ${p}`);
  const [row] = await tx.query<OwnedDetail[]>(
    `SELECT v.id, v.version, v.vin, m.name AS model, v.device_id AS "deviceId", v.shipped_on::text AS "shippedOn", v.sold_on::text AS "soldOn",
       json_build_object('id', o.id, 'name', o.name) AS dealer, s.nickname, COALESCE(s.memo, '') AS memo,
       json_build_object('id', c.id, 'name', c.name, 'phone', c.phone) AS customer, c.app_status AS "appStatus", ${openSosSql} AS "openSos"
     FROM vehicle v JOIN customer c ON c.id = v.customer_id JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id
     LEFT JOIN sale s ON s.vehicle_id = v.id AND s.cancelled_at IS NULL WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return { ...row, customer: maskCustomer(row.customer) };
}
