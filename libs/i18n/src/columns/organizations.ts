import type { organizations } from '@headland/contracts/organization';
import type { ColumnsOf } from './list-column';

export const organizationListColumns = [
  { key: 'name', title: 'organization.field.name', kind: 'text', sort: 'name', value: (r) => r.name },
  { key: 'type', title: 'organization.field.type', kind: 'text', value: (r, c) => c.t(`groupType.${r.type}`) },
  { key: 'parent', title: 'organization.field.parentId', kind: 'text', value: (r) => r.parent?.name },
  { key: 'erpCode', title: 'organization.field.erpCode', kind: 'text', width: 14, value: (r) => r.erpCode },
  { key: 'address', title: 'organization.field.postalCode', kind: 'text', width: 12, value: (r) => r.postalCode },
  {
    key: 'address',
    title: 'organization.field.address',
    kind: 'text',
    width: 40,
    value: (r) => [r.address, r.addressDetail].filter(Boolean).join(' '),
  },
  { key: 'users', title: 'organization.users', kind: 'number', value: (r) => r.users },
  { key: 'vehicles', title: 'organization.vehicles', kind: 'number', value: (r) => r.vehicles },
] as const satisfies ColumnsOf<typeof organizations.list>;
