import type { afterService } from '@headland/contracts/after-service';
import type { ColumnsOf } from './list-column';

export const serviceJobListColumns = [
  { key: 'id', title: 'serviceJob.no', kind: 'number', sort: 'id', grouped: false, value: (r) => r.id },
  { key: 'state', title: 'serviceJob.state', kind: 'text', value: (r, c) => c.t(`serviceJobState.${r.state}`) },
  { key: 'symptom', title: 'serviceJob.symptom', kind: 'text', width: 40, value: (r) => r.symptom },
  {
    key: 'fault',
    title: 'serviceJob.fault',
    kind: 'text',
    width: 28,
    value: (r, c) => (r.fault === null ? null : `${r.fault.code} ${r.fault.name[c.language]}`),
  },
  { key: 'visitOn', title: 'serviceJob.visitOn', kind: 'day', sort: 'visitOn', value: (r) => r.visitOn },
  { key: 'workDone', title: 'serviceJob.workDone', kind: 'text', width: 40, value: (r) => r.workDone },
  {
    key: 'parts',
    title: 'serviceJob.parts',
    kind: 'text',
    width: 28,
    value: (r) => r.parts.map((p) => `${p.partCode} × ${p.count}`).join(', '),
  },
  { key: 'labourMinutes', title: 'serviceJob.labour', kind: 'number', value: (r) => r.labourMinutes },
  { key: 'writes', title: 'serviceJob.writes', kind: 'number', value: (r) => r.writes },
  {
    key: 'result',
    title: 'serviceJob.result',
    kind: 'text',
    value: (r, c) => (r.result === null ? null : c.t(`serviceJobResult.${r.result}`)),
  },
  { key: 'startedAt', title: 'serviceJob.startedAt', kind: 'moment', sort: 'startedAt', value: (r) => r.startedAt },
  { key: 'begunAt', title: 'serviceJob.begunAt', kind: 'moment', value: (r) => r.begunAt },
  { key: 'closedAt', title: 'serviceJob.closedAt', kind: 'moment', sort: 'closedAt', value: (r) => r.closedAt },
  { key: 'by', title: 'serviceJob.by', kind: 'text', value: (r) => r.by },
  { key: 'organization', title: 'serviceJob.organization', kind: 'text', width: 20, value: (r) => r.organization },
  { key: 'closedBy', title: 'serviceJob.closedBy', kind: 'text', value: (r) => r.closedBy },
] as const satisfies ColumnsOf<typeof afterService.jobs>;
