import type { customers } from '@headland/contracts/customer';
import type { ColumnsOf } from './list-column';

export const customerListColumns = [
  { key: 'loginId', title: 'customer.field.loginId', kind: 'text', sort: 'loginId', value: (r) => r.loginId },
  { key: 'name', title: 'customer.field.name', kind: 'text', sort: 'name', value: (r) => r.name },
  { key: 'birthOn', title: 'customer.field.birthOn', kind: 'day', value: (r) => r.birthOn },
  { key: 'phone', title: 'customer.field.phone', kind: 'text', width: 18, value: (r) => r.phone },
  { key: 'address', title: 'customer.field.address', kind: 'text', width: 36, value: (r) => r.address },
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
