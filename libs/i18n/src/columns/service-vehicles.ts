import type { diagnosis } from '@headland/contracts/diagnosis';
import type { ColumnsOf } from './list-column';

/** What the lists of vehicles of remote service (diagnosis, programs, after-service) share. */
export const serviceVehicleListColumns = [
  { key: 'vin', title: 'remote.vin', kind: 'text', sort: 'vin', width: 20, value: (r) => r.vin },
  { key: 'model', title: 'remote.model', kind: 'text', sort: 'model', value: (r) => r.model },
  { key: 'deviceId', title: 'remote.deviceId', kind: 'text', width: 18, value: (r) => r.deviceId },
  { key: 'customer', title: 'remote.customer', kind: 'text', value: (r) => r.customer?.name },
  { key: 'dealer', title: 'remote.dealer', kind: 'text', sort: 'dealer', width: 20, value: (r) => r.dealer.name },
  {
    key: 'engine',
    title: 'remote.engine',
    kind: 'text',
    value: (r, c) => (r.engine === null ? null : c.t(`remote.engine.${r.engine}`)),
  },
  {
    key: 'key',
    title: 'remote.key',
    kind: 'text',
    value: (r, c) => (r.key === null ? null : c.t(`remote.key.${r.key}`)),
  },
  {
    key: 'online',
    title: 'remote.connection',
    kind: 'text',
    value: (r, c) => c.t(r.online ? 'remote.online' : 'remote.offline'),
  },
  { key: 'battery', title: 'remote.battery', kind: 'number', unit: 'V', decimals: 1, value: (r) => r.battery },
  { key: 'openFaults', title: 'remote.openFaults', kind: 'number', sort: 'openFaults', value: (r) => r.openFaults },
  {
    key: 'session',
    title: 'remote.session',
    kind: 'text',
    width: 28,
    value: (r, c) => (r.holder === null ? c.t('remote.free') : `${r.holder.by}, ${r.holder.organization}`),
  },
  {
    key: 'lastSessionAt',
    title: 'remote.lastSession',
    kind: 'moment',
    sort: 'lastSessionAt',
    value: (r) => r.lastSessionAt,
  },
] as const satisfies ColumnsOf<typeof diagnosis.list>;
