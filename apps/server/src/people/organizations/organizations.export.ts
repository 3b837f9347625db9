import type { OrganizationRow } from '@headland/contracts/organization';
import { organizationListColumns } from '@headland/i18n/columns/organizations';
import type { RecordExport } from '../../platform/records/record';

/** The list of organisations as a workbook. */
export const organizationsExport: RecordExport<OrganizationRow> = {
  list: 'organizations',
  file: 'organization',
  title: 'organization.tab.organizations',
  columns: organizationListColumns,
};
