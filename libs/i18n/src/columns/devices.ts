import type { devices } from '@headland/contracts/device';
import type { ColumnsOf } from './list-column';

export const deviceListColumns = [
  { key: 'deviceId', title: 'device.id', kind: 'text', sort: 'deviceId', width: 18, value: (r) => r.deviceId },
  { key: 'type', title: 'device.type', kind: 'number', value: (r) => r.type },
  {
    key: 'status',
    title: 'device.status',
    kind: 'text',
    sort: 'status',
    value: (r, c) => c.t(`device.status.${r.status}`),
  },
  {
    key: 'online',
    title: 'device.connection',
    kind: 'text',
    value: (r, c) => c.t(r.online ? 'device.online' : 'device.offline'),
  },
  { key: 'vin', title: 'device.vin', kind: 'text', width: 22, value: (r) => r.vehicle?.vin },
  { key: 'model', title: 'device.model', kind: 'text', value: (r) => r.vehicle?.model },
  { key: 'firmware', title: 'device.firmware', kind: 'text', sort: 'firmware', value: (r) => r.firmware },
  { key: 'sim', title: 'device.sim', kind: 'text', width: 24, value: (r) => r.sim },
  { key: 'activation', title: 'device.activation', kind: 'text', width: 16, value: (r) => r.activation },
  { key: 'rssi', title: 'device.signal', kind: 'number', value: (r) => r.rssi },
  { key: 'lastSeenAt', title: 'device.lastSeen', kind: 'moment', sort: 'lastSeenAt', value: (r) => r.lastSeenAt },
  { key: 'intervalSeconds', title: 'device.intervalS', kind: 'number', value: (r) => r.intervalSeconds },
  {
    key: 'skewMs',
    title: 'device.skewS',
    kind: 'number',
    decimals: 1,
    value: (r) => (r.skewMs === null ? null : r.skewMs / 1000),
  },
] as const satisfies ColumnsOf<typeof devices.list>;
