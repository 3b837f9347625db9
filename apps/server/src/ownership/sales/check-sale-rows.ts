import type { CellError } from '@headland/contracts/sale';
import { phoneText } from '@headland/domain/phone-text';
import { knownErrors, type KnownDealer, type KnownVehicle, personErrors, type ReadRow } from '@headland/domain/sale';
import { dialledDigits, phoneDigits } from '@headland/domain/sms-code';
import { digitsOf, activeCustomer } from '../../people/customer-base/customer-phone.tx';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { sosIsOpen } from '../../platform/database/open-sql';
import type { Scope } from '../../platform/caller';
import { type Acting, vehiclesInService } from '../../fleet/vehicles/in-service.reads';
import { openSosOf } from '../../fleet/vehicles/open-sos.reads';

export const openSosSql = `EXISTS (SELECT 1 FROM sos_call c WHERE c.vehicle_id = v.id AND ${sosIsOpen('c')})`;

export interface CheckedRows {
  errors: CellError[];
  /** by VIN; those that the scope sees */
  vehicles: ReadonlyMap<string, KnownVehicle>;
  /** by ERP code */
  dealers: ReadonlyMap<string, KnownDealer & { name: string }>;
}

/** Rows (one at least) against the database, all at once. With `lock` nothing that was found changes before the transaction ends; vehicles in the order of their ids, as everywhere. */
export async function checkSaleRows(
  tx: Tx,
  scope: Scope,
  rows: readonly ReadRow[],
  acting: Acting,
  lock = false,
): Promise<CheckedRows> {
  const vins = new Where(scope, 'v.organization_id').andIf(
    rows.map((r) => r.cells.vin),
    (p) => `v.vin = ANY(${p}::text[])`,
  );
  const codes = new Where(scope, 'o.id')
    .and('o.removed_at IS NULL')
    .andIf([...new Set(rows.map((r) => r.cells.dealer))], (p) => `o.erp_code = ANY(${p}::text[])`);
  const vehicles = await tx.query<(Omit<KnownVehicle, 'held' | 'openSos'> & { vin: string })[]>(
    `SELECT v.id, v.vin, v.shipped_on::text AS "shippedOn", v.sold_on::text AS "soldOn", v.organization_id AS "organizationId"
     FROM vehicle v WHERE ${vins.sql} ${lock ? 'ORDER BY v.id FOR NO KEY UPDATE OF v' : ''}`,
    vins.parameters,
  );
  const dealers = await tx.query<(KnownDealer & { code: string; name: string })[]>(
    `SELECT o.id, o.type, o.name, o.erp_code AS code FROM organization o WHERE ${codes.sql} ${lock ? 'ORDER BY o.id FOR KEY SHARE OF o' : ''}`,
    codes.parameters,
  );
  const ids = vehicles.map((v) => v.id);
  const held = await vehiclesInService(tx, ids, acting);
  const openSos = await openSosOf(tx, ids);
  const byVin = new Map(
    vehicles.map(({ vin, ...v }) => [vin, { ...v, openSos: openSos.has(v.id), held: held.get(v.id) ?? null }]),
  );
  const byCode = new Map(dealers.map(({ code, ...d }) => [code, d]));
  const names = await namesByPhone(tx, rows);
  const errors = rows.flatMap((r) => [
    ...knownErrors(r, byVin.get(r.cells.vin), byCode.get(r.cells.dealer)),
    ...personErrors(r, names.get(r.cells.phone) ?? []),
  ]);
  return { errors, vehicles: byVin, dealers: byCode };
}

/**
 * Names of the customers with the phones of the rows. A phone is unique beyond every scope. Rows have it as it is
 * dialled in Korea, some records with the calling code.
 */
async function namesByPhone(tx: Tx, rows: readonly ReadRow[]): Promise<Map<string, string[]>> {
  const phones = [...new Set(rows.map((r) => r.cells.phone).filter((p) => p !== ''))];
  if (phones.length === 0) return new Map();
  const written = phones.flatMap((phone) => [
    { phone, digits: phoneDigits(phone) },
    { phone, digits: dialledDigits('82', phone) },
  ]);
  const found = await tx.query<{ phone: string; names: string[] }[]>(
    `SELECT g.phone, array_agg(c.name) AS names FROM jsonb_to_recordset($1::jsonb) AS g(phone text, digits text)
     JOIN customer c ON ${digitsOf('c.phone')} = g.digits WHERE ${activeCustomer} GROUP BY g.phone`,
    [JSON.stringify(written)],
  );
  return new Map(found.map((f) => [f.phone, f.names]));
}

/**
 * Persons of the rows, each once, with the customer that has this name and phone already, and the phone as the form of
 * a customer wants it. A customer who withdrew or was deleted does not match.
 */
export async function customersOf(
  tx: Tx,
  rows: readonly ReadRow[],
): Promise<{ name: string; digits: string; phone: string; birthOn: string | null; id: number | null }[]> {
  const given = rows
    .filter((r) => r.cells.customer !== '')
    .map(({ cells }) => ({ name: cells.customer, phone: phoneText(cells.phone), birthOn: cells.birthOn || null }));
  if (given.length === 0) return [];
  return tx.query(
    `SELECT g.name, g.digits, g.phone, g."birthOn", (SELECT min(c.id) FROM customer c
         WHERE ${digitsOf('c.phone')} IN (g.digits, '82' || ltrim(g.digits, '0')) AND c.name = g.name AND ${activeCustomer}) AS id
     FROM (SELECT r.name, ${digitsOf('r.phone')} AS digits, min(r.phone) AS phone, min(r."birthOn") AS "birthOn"
           FROM jsonb_to_recordset($1::jsonb) AS r(name text, phone text, "birthOn" text) GROUP BY 1, 2) g`,
    [JSON.stringify(given)],
  );
}
