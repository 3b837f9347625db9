import type { ProductionDetail, ProductionRow } from '@headland/contracts/production';
import {
  maskedCustomer,
  customerColumns,
  customerFrom,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { dealerId, dealerName, isDealerSql } from '../../platform/database/dealer-sql';

/** Columns of a unit with its model, device and dealer, and how they become what a screen shows. */
export type UnitRow = CustomerColumns &
  Omit<ProductionRow, 'dealer' | 'customer'> & {
    dealerId: number | null;
    dealerName: string | null;
  };
export type UnitInFull = UnitRow &
  Omit<ProductionDetail, keyof ProductionRow | 'silent' | 'lastSeenAt'> & {
    lastSeenAt: Date | null;
  };

/** An organisation that is no agency or dealer is the plant: the unit has not been shipped. */
export const unitColumns = `v.id, v.version, v.vin, m.name AS model, m.type AS "modelType", v.release_year AS "releaseYear", v.horsepower, v.transmission, v.device_id AS "deviceId",
  d.status AS "deviceStatus", v.matched_on::text AS "matchedOn", v.shipped_on::text AS "shippedOn", ${dealerId('o')} AS "dealerId",
  ${dealerName('o')} AS "dealerName", v.sold_on::text AS "soldOn", ${customerColumns}`;
export const unitFrom = `vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id LEFT JOIN device d ON d.id = v.device_id ${customerFrom}`;

export const fullUnitColumns = `${unitColumns}, v.model_id AS "modelId", m.image_id AS "imageId", m.image_alt AS "imageAlt", d.key AS "deviceKey",
  d.type AS "deviceType", d.sim, d.activation, d.firmware, s.last_seen_at AS "lastSeenAt",
  (SELECT matched_by FROM device_installation i WHERE i.vehicle_id = v.id AND i.ended_at IS NULL) AS "installedBy",
  CASE WHEN ${isDealerSql('o')} THEN NULLIF(concat_ws(' ', NULLIF(o.address, ''), NULLIF(o.address_detail, '')), '') END AS "dealerAddress", COALESCE(v.memo, '') AS memo`;
export const fullUnitFrom = `${unitFrom} LEFT JOIN vehicle_state s ON s.vehicle_id = v.id`;

/** The customer masked, as in every list; what else the row holds comes along. */
export function toUnit<R extends UnitRow>({
  dealerId,
  dealerName,
  customer_id,
  customer_name,
  customer_phone,
  ...rest
}: R) {
  return {
    ...rest,
    dealer: dealerId === null ? null : { id: dealerId, name: dealerName ?? '' },
    customer: maskedCustomer({ customer_id, customer_name, customer_phone }),
  };
}
