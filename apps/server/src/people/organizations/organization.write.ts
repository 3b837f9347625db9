import type { OrganizationBody } from '@headland/contracts/organization';
import type { Path } from '@headland/domain/organization';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';
import { type OrganizationPlace, placeOf, standing } from './organization.reads';

type Fields = Pick<
  OrganizationBody,
  'name' | 'type' | 'erpCode' | 'phone' | 'postalCode' | 'address' | 'addressDetail' | 'lat' | 'lon'
>;
export interface LockedOrganization extends Fields {
  id: number;
  version: number;
  parentId: number | null;
  parentName: string | null;
  path: Path;
}

/** Whoever puts a user or a vehicle into it waits until the change is through. Throws NOT_FOUND out of scope. */
export async function lockOrganization(tx: Tx, scope: Scope, id: number): Promise<LockedOrganization> {
  const where = new Where(scope, 'o.id').and(standing).andIf(id, (p) => `o.id = ${p}`);
  const [row] = await tx.query<LockedOrganization[]>(
    `SELECT o.id, o.version, o.name, o.type, o.parent_id AS "parentId", p.name AS "parentName", o.path, o.erp_code AS "erpCode", o.phone,
       o.postal_code AS "postalCode", o.address, o.address_detail AS "addressDetail", o.lat, o.lon
     FROM organization o LEFT JOIN organization p ON p.id = o.parent_id WHERE ${where.sql} FOR UPDATE OF o`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

/** The organisation chosen as parent; one that the caller does not see is none. */
export async function parentInScope(tx: Tx, scope: Scope, id: number): Promise<OrganizationPlace> {
  const parent = await placeOf(tx, scope, id);
  if (parent === null) throw new Problem('E0001', {}, { parentId: 'field.invalid' });
  return parent;
}

/** What the log tells of an organisation. */
export const told = (
  { name, type, erpCode, phone, postalCode, address, addressDetail, lat, lon }: Fields,
  parent: string | null,
) => ({
  name,
  type,
  parent,
  erpCode,
  phone,
  postalCode,
  address,
  addressDetail,
  lat,
  lon,
});
