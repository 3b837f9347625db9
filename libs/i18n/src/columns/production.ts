import type { production } from '@headland/contracts/production';
import type { ColumnsOf } from './list-column';

export const productionListColumns = [
  { key: 'vin', title: 'production.vin', kind: 'text', sort: 'vin', width: 20, value: (r) => r.vin },
  { key: 'model', title: 'production.model', kind: 'text', sort: 'model', value: (r) => r.model },
  { key: 'modelType', title: 'production.modelType', kind: 'text', value: (r, c) => c.t(`modelType.${r.modelType}`) },
  {
    key: 'releaseYear',
    title: 'production.releaseYear',
    kind: 'number',
    sort: 'releaseYear',
    grouped: false,
    value: (r) => r.releaseYear,
  },
  { key: 'horsepower', title: 'production.horsepower', kind: 'number', value: (r) => r.horsepower },
  { key: 'transmission', title: 'production.transmission', kind: 'text', value: (r) => r.transmission },
  { key: 'deviceId', title: 'production.deviceId', kind: 'text', value: (r) => r.deviceId },
  {
    key: 'deviceStatus',
    title: 'production.deviceStatus',
    kind: 'text',
    value: (r, c) => (r.deviceStatus === null ? null : c.t(`production.deviceStatus.${r.deviceStatus}`)),
  },
  { key: 'matchedOn', title: 'production.matchedOn', kind: 'day', sort: 'matchedOn', value: (r) => r.matchedOn },
  { key: 'shippedOn', title: 'production.shippedOn', kind: 'day', sort: 'shippedOn', value: (r) => r.shippedOn },
  { key: 'dealer', title: 'production.dealer', kind: 'text', sort: 'dealer', width: 20, value: (r) => r.dealer?.name },
  { key: 'soldOn', title: 'production.soldOn', kind: 'day', sort: 'soldOn', value: (r) => r.soldOn },
  { key: 'customer', title: 'production.customer', kind: 'text', value: (r) => r.customer?.name },
] as const satisfies ColumnsOf<typeof production.list>;
