import type { rollOuts } from '@headland/contracts/roll-out';
import type { ColumnsOf } from './list-column';

export const rollOutListColumns = [
  { key: 'name', title: 'rollOut.name', kind: 'text', width: 28, value: (r) => r.name },
  { key: 'state', title: 'rollOut.state', kind: 'text', width: 20, value: (r, c) => c.t(`rollOutState.${r.state}`) },
  {
    key: 'file',
    title: 'rollOut.file',
    kind: 'text',
    width: 28,
    value: (r) => `${r.file.target.toUpperCase()} ${r.file.version} (${r.file.name})`,
  },
  { key: 'wave', title: 'rollOut.wave', kind: 'text', value: (r) => `${r.wave} / ${r.waves}` },
  { key: 'vehicles', title: 'rollOut.vehicles', kind: 'number', value: (r) => r.vehicles },
  { key: 'done', title: 'rollOutVehicle.done', kind: 'number', value: (r) => r.counts.done },
  { key: 'failed', title: 'rollOutVehicle.failed', kind: 'number', value: (r) => r.counts.failed },
  { key: 'validUntil', title: 'rollOut.validUntil', kind: 'moment', sort: 'validUntil', value: (r) => r.validUntil },
  { key: 'by', title: 'rollOut.by', kind: 'text', value: (r) => r.by },
  { key: 'organization', title: 'rollOut.organization', kind: 'text', width: 20, value: (r) => r.organization },
  { key: 'approvedBy', title: 'rollOut.approvedBy', kind: 'text', value: (r) => r.approvedBy },
  { key: 'createdAt', title: 'rollOut.createdAt', kind: 'moment', sort: 'createdAt', value: (r) => r.createdAt },
  { key: 'endedAt', title: 'rollOut.endedAt', kind: 'moment', value: (r) => r.endedAt },
] as const satisfies ColumnsOf<typeof rollOuts.list>;
