import type { reprogram } from '@headland/contracts/reprogram';
import { flashReasonLabel, programSourceLabel } from '../flash-labels';
import type { ColumnsOf } from './list-column';

export const flashRunListColumns = [
  { key: 'offeredAt', title: 'reprogram.start', kind: 'moment', sort: 'offeredAt', value: (r) => r.offeredAt },
  {
    key: 'duration',
    title: 'reprogram.durationMinutes',
    kind: 'number',
    decimals: 1,
    value: (r) => (r.endedAt === null ? null : (Date.parse(r.endedAt) - Date.parse(r.offeredAt)) / 60_000),
  },
  { key: 'target', title: 'reprogram.target', kind: 'text', value: (r) => r.file.target.toUpperCase() },
  { key: 'file', title: 'reprogram.file', kind: 'text', width: 28, value: (r) => r.file.name },
  { key: 'format', title: 'reprogram.format', kind: 'text', value: (r) => `.${r.file.format}` },
  {
    key: 'source',
    title: 'reprogram.source',
    kind: 'text',
    width: 40,
    value: (r, c) => programSourceLabel(c.t, r.file),
  },
  { key: 'fromVersion', title: 'reprogram.fromVersion', kind: 'text', value: (r) => r.fromVersion },
  { key: 'toVersion', title: 'reprogram.toVersion', kind: 'text', value: (r) => r.file.version },
  { key: 'result', title: 'reprogram.result', kind: 'text', value: (r, c) => c.t(`flashState.${r.state}`) },
  {
    key: 'reason',
    title: 'reprogram.reason',
    kind: 'text',
    width: 40,
    value: (r, c) => (r.reason === null ? null : flashReasonLabel(c.t, r.reason)),
  },
  { key: 'pauses', title: 'reprogram.pauses', kind: 'number', value: (r) => r.pauses },
  { key: 'by', title: 'reprogram.by', kind: 'text', value: (r) => r.by },
  { key: 'organization', title: 'reprogram.organization', kind: 'text', width: 20, value: (r) => r.organization },
] as const satisfies ColumnsOf<typeof reprogram.runs>;
