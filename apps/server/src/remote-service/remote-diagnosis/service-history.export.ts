import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { diagnosis, type ServiceHistoryRow } from '@headland/contracts/diagnosis';
import { limitLabel, measuredLabel, reasonLabel, testLabel } from '@headland/i18n/diagnosis-labels';
import { type ExportColumn, type ExportContext, ExportRegistry } from '../../platform/exports/export-registry';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { formatterOf } from './diagnosis-formatter';
import { historyCount, historyRows } from './history.reads';

/** The history of a vehicle's service as a workbook. */
@Injectable()
export class ServiceHistoryExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'serviceHistory',
      file: 'remoteHistory',
      title: 'serviceHistory.title',
      endpoint: diagnosis.history,
      open: async ({ id, ...filter }, caller) => {
        await mustSee(database.manager, caller.scope, id);
        return { count: (tx) => historyCount(tx, id, filter), rows: (tx) => historyRows(tx, id, filter) };
      },
      columns: historyColumns,
    });
  }
}

const resultText = (r: ServiceHistoryRow, c: ExportContext, label: typeof measuredLabel): string | null =>
  r.decisive === null ? null : label(formatterOf(c.language), r.decisive);
export const historyColumns: ExportColumn<ServiceHistoryRow>[] = [
  { key: 'startedAt', title: 'serviceHistory.start', kind: 'moment', value: (r) => new Date(r.startedAt) },
  {
    key: 'endedAt',
    title: 'serviceHistory.end',
    kind: 'moment',
    value: (r) => (r.endedAt === null ? null : new Date(r.endedAt)),
  },
  {
    key: 'duration',
    title: 'serviceHistory.seconds',
    kind: 'number',
    value: (r) => (r.endedAt === null ? null : Math.round((Date.parse(r.endedAt) - Date.parse(r.startedAt)) / 1000)),
  },
  { key: 'kind', title: 'serviceHistory.kind', kind: 'text', value: (r, c) => c.t(`serviceHistory.kind.${r.kind}`) },
  {
    key: 'service',
    title: 'serviceHistory.service',
    kind: 'text',
    value: (r, c) => c.t(`serviceHistory.service.${r.service}`),
  },
  {
    key: 'test',
    title: 'serviceHistory.test',
    kind: 'text',
    width: 22,
    value: (r, c) => (r.test === null ? null : testLabel(formatterOf(c.language), r.test)),
  },
  {
    key: 'result',
    title: 'serviceHistory.result',
    kind: 'text',
    value: (r, c) => (r.result === null ? null : c.t(`diagResult.${r.result}`)),
  },
  {
    key: 'measured',
    title: 'serviceHistory.measured',
    kind: 'text',
    width: 16,
    value: (r, c) => resultText(r, c, measuredLabel),
  },
  {
    key: 'limit',
    title: 'serviceHistory.limit',
    kind: 'text',
    width: 20,
    value: (r, c) => resultText(r, c, limitLabel),
  },
  {
    key: 'reason',
    title: 'serviceHistory.reason',
    kind: 'text',
    width: 30,
    value: (r, c) => reasonLabel(formatterOf(c.language), r.reason),
  },
  { key: 'codes', title: 'serviceHistory.codes', kind: 'text', width: 30, value: (r, c) => codesOf(r, c).join(', ') },
  { key: 'by', title: 'serviceHistory.by', kind: 'text', value: (r) => r.by },
  { key: 'organization', title: 'serviceHistory.organization', kind: 'text', width: 20, value: (r) => r.organization },
  { key: 'session', title: 'serviceHistory.session', kind: 'number', value: (r) => r.sessionId },
];
const codesOf = ({ kind, codes }: ServiceHistoryRow, { language }: ExportContext): string[] =>
  kind === 'monitoring' ? codes.map((id) => formatterOf(language).item(id)?.name ?? id) : codes;
