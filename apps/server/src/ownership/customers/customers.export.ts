import type { CustomerRow } from '@headland/contracts/customer';
import { customerListColumns } from '@headland/i18n/columns/customers';
import type { RecordExport } from '../../platform/records/record';

/** The list of customers as a workbook, masked as on the screen. What for is asked, and recorded. */
export const customersExport: RecordExport<CustomerRow> = {
  list: 'customers',
  file: 'customer',
  title: 'screen.customer',
  purpose: 'required',
  columns: customerListColumns,
};
