import { listedFields, type OrganizationRow, type organizations } from '@headland/contracts/organization';
import { type ColumnsOf, fieldColumns } from './list-column';

export const organizationListColumns = [
  { key: 'name', title: 'organization.field.name', kind: 'text', sort: 'name', value: (r) => r.name },
  { key: 'type', title: 'organization.field.type', kind: 'text', value: (r, c) => c.t(`groupType.${r.type}`) },
  { key: 'parent', title: 'organization.field.parentId', kind: 'text', value: (r) => r.parent?.name },
  ...fieldColumns('organization', listedFields, {
    erpCode: { width: 14 },
    postalCode: { width: 12 },
    address: { width: 40, value: (r: OrganizationRow) => [r.address, r.addressDetail].filter(Boolean).join(' ') },
  }),
  { key: 'users', title: 'organization.users', kind: 'number', value: (r) => r.users },
  { key: 'vehicles', title: 'organization.vehicles', kind: 'number', value: (r) => r.vehicles },
] as const satisfies ColumnsOf<typeof organizations.list>;
