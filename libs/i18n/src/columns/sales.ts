import type { sales } from '@headland/contracts/sale';
import type { ColumnsOf } from './list-column';

export const saleListColumns = [
  { key: 'vin', title: 'sale.vin', kind: 'text', sort: 'vin', width: 20, value: (r) => r.vin },
  { key: 'model', title: 'sale.model', kind: 'text', sort: 'model', value: (r) => r.model },
  { key: 'dealer', title: 'sale.dealer', kind: 'text', sort: 'dealer', width: 20, value: (r) => r.dealer?.name },
  { key: 'soldOn', title: 'sale.soldOn', kind: 'day', sort: 'soldOn', value: (r) => r.soldOn },
  { key: 'state', title: 'sale.state', kind: 'text', value: (r, c) => c.t(`sale.state.${r.state}`) },
  { key: 'customer', title: 'sale.customer', kind: 'text', value: (r) => r.customer?.name },
  { key: 'phone', title: 'sale.phone', kind: 'text', value: (r) => r.customer?.phone },
  {
    key: 'appStatus',
    title: 'sale.appStatus',
    kind: 'text',
    value: (r, c) => (r.customer === null ? null : c.t(`sale.app.${r.appStatus ?? 'none'}`)),
  },
  { key: 'registeredBy', title: 'sale.registeredBy', kind: 'text', value: (r) => r.registeredBy },
  {
    key: 'registeredAt',
    title: 'sale.registeredAt',
    kind: 'moment',
    sort: 'registeredAt',
    value: (r) => r.registeredAt,
  },
] as const satisfies ColumnsOf<typeof sales.list>;
