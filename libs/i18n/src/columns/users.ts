import { listedContactFields, type users } from '@headland/contracts/user';
import { type ColumnsOf, fieldColumns } from './list-column';

export const userListColumns = [
  { key: 'loginId', title: 'user.loginId', kind: 'text', sort: 'loginId', value: (r) => r.loginId },
  { key: 'name', title: 'user.field.name', kind: 'text', sort: 'name', value: (r) => r.name },
  { key: 'email', title: 'user.field.email', kind: 'text', width: 28, value: (r) => r.email },
  { key: 'role', title: 'user.field.role', kind: 'text', width: 10, value: (r, c) => c.t(`role.${r.role}`) },
  { key: 'groupType', title: 'user.field.groupType', kind: 'text', value: (r, c) => c.t(`groupType.${r.groupType}`) },
  {
    key: 'organization',
    title: 'user.field.organizationId',
    kind: 'text',
    sort: 'organization',
    value: (r) => r.organization.name,
  },
  {
    key: 'active',
    title: 'user.field.active',
    kind: 'text',
    width: 12,
    value: (r, c) => c.t(!r.active ? 'user.isInactive' : r.joinedAt === null ? 'user.isInvited' : 'user.isActive'),
  },
  ...fieldColumns('user', listedContactFields, { phone: { width: 16 } }),
  { key: 'lastLogin', title: 'user.lastLogin', kind: 'moment', sort: 'lastLogin', value: (r) => r.lastLoginAt },
  { key: 'joined', title: 'export.invitedAt', kind: 'moment', value: (r) => r.invitedAt },
  { key: 'joined', title: 'user.joined', kind: 'moment', value: (r) => r.joinedAt },
] as const satisfies ColumnsOf<typeof users.list>;
