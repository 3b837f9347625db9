import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { reprogram } from '@headland/contracts/reprogram';
import { flashReasonLabel, programSourceLabel } from '@headland/i18n/flash-labels';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { runConditions, runFrom, runOrder, withFiles } from './flash.reads';
import type { RunRow } from './flash-row';

/** The programs of one vehicle as a workbook. */
@Injectable()
export class FlashRunsExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'flashRuns',
      file: 'reProgramHistory',
      title: 'screen.reProgramHistory',
      endpoint: reprogram.runs,
      open: async (filter, caller) => {
        await mustSee(database, caller.scope, filter.id);
        return selected({
          select: 'r.*',
          from: runFrom,
          where: runConditions(filter.id, filter),
          order: runOrder(filter),
          toRows: (rows: RunRow[], tx) => withFiles(tx, rows, caller),
        });
      },
      columns: [
        { key: 'offeredAt', title: 'reprogram.start', kind: 'moment', value: (r) => r.offeredAt },
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
          value: (r, c) => programSourceLabel(c.say, r.file),
        },
        { key: 'fromVersion', title: 'reprogram.fromVersion', kind: 'text', value: (r) => r.fromVersion },
        { key: 'toVersion', title: 'reprogram.toVersion', kind: 'text', value: (r) => r.file.version },
        { key: 'result', title: 'reprogram.result', kind: 'text', value: (r, c) => c.say(`flashState.${r.state}`) },
        {
          key: 'reason',
          title: 'reprogram.reason',
          kind: 'text',
          width: 40,
          value: (r, c) => (r.reason === null ? null : flashReasonLabel(c.say, r.reason)),
        },
        { key: 'pauses', title: 'reprogram.pauses', kind: 'number', value: (r) => r.pauses },
        { key: 'by', title: 'reprogram.by', kind: 'text', value: (r) => r.by },
        { key: 'organization', title: 'reprogram.organization', kind: 'text', width: 20, value: (r) => r.organization },
      ],
    });
  }
}
