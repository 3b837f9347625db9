import { Inject, Injectable } from '@nestjs/common';
import { diagnosis, type ServiceRow } from '@headland/contracts/diagnosis';
import { serviceVehicleListColumns } from '@headland/i18n/columns/service-vehicles';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import {
  serviceColumns,
  serviceConditions,
  serviceFrom,
  serviceNarrow,
  serviceOrder,
  toServiceRow,
  type ServiceColumns,
} from './service-vehicle.reads';

/** The vehicles that may be served as a workbook: the filtered rows in the shown order; customers stay masked. */
@Injectable()
export class RemoteExport {
  constructor(registry: ExportRegistry, @Inject(CLOCK) now: Clock) {
    registry.register({
      list: 'remote',
      file: 'remote',
      title: 'screen.remote',
      endpoint: diagnosis.list,
      open: (filter, caller) => {
        const where = serviceConditions(filter, caller);
        return selected({
          select: serviceColumns,
          from: serviceFrom,
          countFrom: serviceNarrow(filter, where),
          where,
          order: serviceOrder(filter),
          toRows: (rows: ServiceColumns[]): ServiceRow[] => rows.map((r) => toServiceRow(r, caller, now().getTime())),
        });
      },
      columns: serviceVehicleListColumns,
    });
  }
}
