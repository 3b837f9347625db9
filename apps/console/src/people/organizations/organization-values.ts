import type { OrganizationRow } from '@headland/contracts/organization';

/** What the form keeps, as texts. */
export const organizationFields = [
  'name',
  'type',
  'parentId',
  'erpCode',
  'phone',
  'postalCode',
  'address',
  'addressDetail',
  'lat',
  'lon',
] as const;
export type OrganizationValues = Record<(typeof organizationFields)[number], string>;

export const organizationValues = (o: OrganizationRow): OrganizationValues => ({
  name: o.name,
  type: o.type,
  parentId: o.parent === null ? '' : String(o.parent.id),
  erpCode: o.erpCode ?? '',
  phone: o.phone ?? '',
  postalCode: o.postalCode ?? '',
  address: o.address ?? '',
  addressDetail: o.addressDetail ?? '',
  lat: o.lat === null ? '' : String(o.lat),
  lon: o.lon === null ? '' : String(o.lon),
});
export const newOrganization = (parentId: number | null): OrganizationValues => ({
  name: '',
  type: '',
  parentId: parentId === null ? '' : String(parentId),
  erpCode: '',
  phone: '',
  postalCode: '',
  address: '',
  addressDetail: '',
  lat: '',
  lon: '',
});

/** Two fields in one row of the panel. */
export const twoCss = { display: 'grid', gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)', gap: '12px' } as const;
