import { type customers, listedFields } from '@headland/contracts/customer';
import { type ColumnsOf, fieldColumns } from './list-column';

export const customerListColumns = [
  { key: 'loginId', title: 'customer.field.loginId', kind: 'text', sort: 'loginId', value: (r) => r.loginId },
  ...fieldColumns('customer', listedFields, {
    name: { sort: 'name' },
    birthOn: { kind: 'day' },
    phone: { width: 18 },
    address: { width: 36 },
  }),
  { key: 'vehicles', title: 'customer.vehicles', kind: 'number', sort: 'vehicles', value: (r) => r.vehicles },
  {
    key: 'appStatus',
    title: 'customer.appStatus',
    kind: 'text',
    sort: 'appStatus',
    value: (r, c) => c.t(`customer.app.${r.appStatus}`),
  },
  { key: 'appSince', title: 'customer.appSince', kind: 'moment', value: (r) => r.appSince },
  { key: 'dealer', title: 'customer.field.dealer', kind: 'text', width: 20, value: (r) => r.dealer?.name },
  {
    key: 'requiredTerms',
    title: 'customer.requiredTerms',
    kind: 'text',
    value: (r, c) => c.t(`customer.termState.${r.requiredTerms}`),
  },
  {
    key: 'marketing',
    title: 'customer.marketing',
    kind: 'text',
    value: (r, c) => c.t(r.marketing ? 'customer.agreed' : 'customer.notAgreed'),
  },
  {
    key: 'registeredAt',
    title: 'customer.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
] as const satisfies ColumnsOf<typeof customers.list>;
