import type { afterService } from '@headland/contracts/after-service';
import { reasonLabel } from '../diagnosis-labels';
import { writtenNew, writtenOld, writtenWhere } from '../service-labels';
import type { ColumnContext, ColumnsOf } from './list-column';

export const serviceWriteListColumns = [
  { key: 'at', title: 'serviceWork.at', kind: 'moment', sort: 'at', value: (r) => r.at },
  { key: 'item', title: 'serviceWork.item', kind: 'text', value: (r, c) => c.t(`serviceWrite.item.${r.item}`) },
  { key: 'where', title: 'serviceWrite.where', kind: 'text', value: (r, c) => writtenWhere(formatterOf(c), r) },
  { key: 'partCode', title: 'serviceJob.partCode', kind: 'text', value: (r) => r.partCode },
  { key: 'serial', title: 'serviceWork.serial', kind: 'text', value: (r) => r.serial },
  { key: 'hours', title: 'serviceWork.hours', kind: 'number', value: (r) => r.hours },
  { key: 'old', title: 'serviceWork.old', kind: 'text', width: 26, value: (r, c) => writtenOld(formatterOf(c), r) },
  { key: 'new', title: 'serviceWork.after', kind: 'text', width: 26, value: (r, c) => writtenNew(formatterOf(c), r) },
  { key: 'readBack', title: 'serviceWork.readBack', kind: 'text', width: 26, value: (r) => r.readBack },
  {
    key: 'result',
    title: 'serviceWork.result',
    kind: 'text',
    value: (r, c) => c.t(`serviceWriteResult.${r.result}`),
  },
  {
    key: 'reason',
    title: 'serviceWrite.reason',
    kind: 'text',
    width: 30,
    value: (r, c) => reasonLabel(formatterOf(c), r.reason),
  },
  {
    key: 'restored',
    title: 'serviceWrite.restored',
    kind: 'text',
    value: (r, c) =>
      r.restored === null ? null : c.t(r.restored ? 'serviceWrite.restored.yes' : 'serviceWrite.restored.no'),
  },
  { key: 'by', title: 'serviceJob.by', kind: 'text', value: (r) => r.by },
  { key: 'approvedBy', title: 'serviceWork.approvedBy', kind: 'text', value: (r) => r.approvedBy },
  { key: 'organization', title: 'serviceJob.organization', kind: 'text', width: 20, value: (r) => r.organization },
  { key: 'job', title: 'serviceJob.no', kind: 'number', grouped: false, value: (r) => r.jobId },
] as const satisfies ColumnsOf<typeof afterService.writes>;

const formatterOf = ({ language, t }: ColumnContext) => ({
  t,
  number: (value: number, digits: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value),
  // a reason is about no item here
  item: () => null,
});
