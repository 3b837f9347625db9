import { Inject, Injectable } from '@nestjs/common';
import { reprogram, type ReprogramRow } from '@headland/contracts/reprogram';
import { reprogramListColumns } from '@headland/i18n/columns/reprogram';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { nothing, runsNow } from './flash-vehicle.reads';
import {
  lastFlashFrom,
  serviceColumns,
  serviceConditions,
  serviceFrom,
  serviceNarrow,
  serviceOrder,
  toServiceRow,
  type ServiceColumns,
} from '../remote-diagnosis/service-vehicle.reads';

/** The vehicles that may be programmed as a workbook: the filtered rows in the shown order; customers stay masked. */
@Injectable()
export class ReprogramExport {
  constructor(registry: ExportRegistry, @Inject(CLOCK) now: Clock) {
    registry.register({
      list: 'reprogram',
      file: 'reProgram',
      title: 'feature.reProgram',
      endpoint: reprogram.list,
      open: (filter, caller) => {
        const where = serviceConditions(filter, caller);
        return selected({
          select: serviceColumns,
          from: filter.sort === 'lastFlashAt' ? `${serviceFrom} ${lastFlashFrom}` : serviceFrom,
          countFrom: serviceNarrow(filter, where),
          where,
          order: serviceOrder(filter),
          toRows: async (rows: ServiceColumns[], tx): Promise<ReprogramRow[]> => {
            const known = await runsNow(
              tx,
              rows.map((r) => r.id),
            );
            return rows.map((r) => ({ ...toServiceRow(r, caller, now().getTime()), ...(known.get(r.id) ?? nothing) }));
          },
        });
      },
      columns: reprogramListColumns,
    });
  }
}
