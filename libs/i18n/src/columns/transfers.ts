import type { ownerTransfers } from '@headland/contracts/owner-transfer';
import type { ColumnsOf } from './list-column';

export const transferListColumns = [
  {
    key: 'status',
    title: 'transfer.status',
    kind: 'text',
    sort: 'status',
    width: 14,
    value: (r, c) => c.t(`transferStatus.${r.status}`),
  },
  {
    key: 'requestedAt',
    title: 'transfer.requestedAt',
    kind: 'moment',
    sort: 'requestedAt',
    value: (r) => r.requestedAt,
  },
  { key: 'vin', title: 'transfer.vin', kind: 'text', sort: 'vin', width: 20, value: (r) => r.vehicle.vin },
  { key: 'model', title: 'transfer.model', kind: 'text', value: (r) => r.vehicle.model },
  { key: 'from', title: 'transfer.from', kind: 'text', value: (r) => r.from.name },
  { key: 'to', title: 'transfer.to', kind: 'text', value: (r) => r.to.name },
  { key: 'acceptedAt', title: 'transfer.acceptedAt', kind: 'moment', sort: 'acceptedAt', value: (r) => r.acceptedAt },
  { key: 'decidedAt', title: 'transfer.decidedAt', kind: 'moment', sort: 'decidedAt', value: (r) => r.decidedAt },
  {
    key: 'decidedBy',
    title: 'transfer.decidedBy',
    kind: 'text',
    width: 20,
    value: (r, c) => r.decidedBy ?? (r.ending === null ? null : c.t(`transferEnding.${r.ending}`)),
  },
  {
    key: 'document',
    title: 'transfer.document',
    kind: 'text',
    value: (r, c) => (r.document === null ? null : c.t(`rdiState.${r.document.state}`)),
  },
] as const satisfies ColumnsOf<typeof ownerTransfers.list>;
