import type { Reply } from '@headland/contracts/endpoint';
import type { factory } from '@headland/contracts/factory';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { isDealerSql } from '../../platform/database/dealer-sql';

/** Keys of the factory belong to the house and see every unit; of its customer they learn nothing. */
export async function vehicleState(tx: Tx, vin: string): Promise<Reply<typeof factory.vehicle>> {
  const [row] = await tx.query<Reply<typeof factory.vehicle>[]>(
    `SELECT v.vin, m.name AS model, v.release_year AS "releaseYear", v.horsepower, v.transmission, v.device_id AS "deviceId", v.matched_on::text AS "matchedOn",
       v.shipped_on::text AS "shippedOn", CASE WHEN ${isDealerSql('o')} THEN json_build_object('name', o.name, 'erpCode', o.erp_code) END AS dealer,
       v.sold_on IS NOT NULL AS sold
     FROM vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id WHERE v.vin = $1`,
    [vin],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

type DeviceState = Reply<typeof factory.device>;
export async function deviceState(tx: Tx, id: string): Promise<DeviceState> {
  const [row] = await tx.query<
    (Omit<DeviceState, 'lastSeenAt' | 'registeredAt' | 'unregisteredAt'> & {
      lastSeenAt: Date | null;
      registeredAt: Date;
      unregisteredAt: Date | null;
    })[]
  >(
    `SELECT d.id, d.type, d.status, d.sim, d.activation, d.firmware, v.vin, d.online, (SELECT max(received_at) FROM device_stream s WHERE s.device_key = d.key) AS "lastSeenAt",
       d.registered_at AS "registeredAt", d.unregistered_at AS "unregisteredAt"
     FROM device d LEFT JOIN vehicle v ON v.device_id = d.id WHERE d.id = $1`,
    [id],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    ...row,
    lastSeenAt: iso(row.lastSeenAt),
    registeredAt: row.registeredAt.toISOString(),
    unregisteredAt: iso(row.unregisteredAt),
  };
}
