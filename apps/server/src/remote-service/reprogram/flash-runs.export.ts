import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { reprogram } from '@headland/contracts/reprogram';
import { flashRunListColumns } from '@headland/i18n/columns/flash-runs';
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
      columns: flashRunListColumns,
    });
  }
}
