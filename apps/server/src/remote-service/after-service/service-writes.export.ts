import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterService } from '@headland/contracts/after-service';
import { serviceWriteListColumns } from '@headland/i18n/columns/service-writes';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { toWriteRow, writeColumns, type WriteColumns, writeConditions, writeFrom, writeOrder } from './write.reads';

/** What was written into the engine of one vehicle, as a workbook. */
@Injectable()
export class ServiceWritesExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'serviceWrites',
      file: 'afterServiceWrites',
      title: 'serviceJob.writes',
      endpoint: afterService.writes,
      open: async (filter, caller) => {
        await mustSee(database.manager, caller.scope, filter.id);
        return selected({
          select: writeColumns,
          from: writeFrom,
          where: writeConditions(filter.id, filter),
          order: writeOrder(filter),
          toRows: (rows: WriteColumns[]) => rows.map(toWriteRow),
        });
      },
      columns: serviceWriteListColumns,
    });
  }
}
