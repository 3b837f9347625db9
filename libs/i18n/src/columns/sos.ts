import type { SosRow, sosAlerts } from '@headland/contracts/sos';
import type { ColumnsOf } from './list-column';

export const sosListColumns = [
  {
    key: 'status',
    title: 'sos.status',
    kind: 'text',
    sort: 'status',
    width: 12,
    value: (r, c) => c.t(`sosStatus.${r.status}`),
  },
  { key: 'raisedAt', title: 'export.raisedAt', kind: 'moment', sort: 'raisedAt', value: (r) => r.raisedAt },
  {
    key: 'type',
    title: 'sos.type',
    kind: 'text',
    sort: 'type',
    width: 12,
    value: (r, c) => c.t(`sosType.${r.type}`),
  },
  { key: 'vin', title: 'sos.vin', kind: 'text', sort: 'vin', width: 22, value: (r) => r.vehicle.vin },
  { key: 'model', title: 'sos.model', kind: 'text', value: (r) => r.vehicle.model },
  { key: 'customer', title: 'sos.customer', kind: 'text', value: (r) => r.customer?.name },
  { key: 'phone', title: 'export.phone', kind: 'text', value: (r) => r.customer?.phone },
  { key: 'place', title: 'vehicle.place', kind: 'text', width: 28, value: (r, c) => r.place?.[c.language] },
  { key: 'place', title: 'export.lat', kind: 'number', decimals: 6, value: (r) => r.lat },
  { key: 'place', title: 'export.lon', kind: 'number', decimals: 6, value: (r) => r.lon },
  { key: 'agency', title: 'sos.agency', kind: 'text', value: (r) => r.agency.name },
  { key: 'handler', title: 'sos.handler', kind: 'text', value: (r) => r.handler?.name },
  {
    key: 'escalationLevel',
    title: 'export.escalation',
    kind: 'number',
    sort: 'escalationLevel',
    value: (r) => r.escalationLevel,
  },
  { key: 'acknowledgedAt', title: 'export.acknowledgedAt', kind: 'moment', value: (r) => r.acknowledgedAt },
  {
    key: 'timeToAcknowledge',
    title: 'export.secondsToAcknowledge',
    kind: 'number',
    sort: 'timeToAcknowledge',
    width: 16,
    value: (r) => secondsToAcknowledge(r),
  },
  { key: 'closedAt', title: 'export.closedAt', kind: 'moment', value: (r) => r.closedAt },
  { key: 'resolution', title: 'sos.resolution', kind: 'text', width: 40, value: (r) => r.resolution },
] as const satisfies ColumnsOf<typeof sosAlerts.list>;

export const secondsToAcknowledge = ({ acknowledgedAt, receivedAt }: SosRow): number | null =>
  acknowledgedAt === null ? null : Math.round((Date.parse(acknowledgedAt) - Date.parse(receivedAt)) / 1000);
