import type { UserRow } from '@headland/contracts/user';
import { userListColumns } from '@headland/i18n/columns/users';
import type { RecordExport } from '../../platform/records/record';

/** The list of users as a workbook. */
export const usersExport: RecordExport<UserRow> = {
  list: 'users',
  file: 'organization',
  title: 'organization.tab.users',
  columns: userListColumns,
};
