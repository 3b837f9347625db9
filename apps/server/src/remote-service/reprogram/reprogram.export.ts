import { Inject, Injectable } from '@nestjs/common';
import { reprogram, type ReprogramRow } from '@headland/contracts/reprogram';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { nothing, runsNow } from './flash-vehicle.reads';
import { serviceVehicleColumns } from '../remote-diagnosis/service-workbook.reads';
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
      columns: [
        ...serviceVehicleColumns,
        { key: 'ecuSoftware', title: 'reprogram.ecuSoftware', kind: 'text', value: (r) => r.ecuSoftware },
        {
          key: 'ecuCalibration',
          title: 'reprogram.ecuCalibration',
          kind: 'text',
          width: 18,
          value: (r) => r.ecuCalibration,
        },
        { key: 'dcuSoftware', title: 'reprogram.dcuSoftware', kind: 'text', value: (r) => r.dcuSoftware },
        {
          key: 'dcuCalibration',
          title: 'reprogram.dcuCalibration',
          kind: 'text',
          width: 18,
          value: (r) => r.dcuCalibration,
        },
        { key: 'lastFlashAt', title: 'reprogram.lastFlash', kind: 'moment', value: (r) => r.lastFlashAt },
        {
          key: 'lastFlash',
          title: 'reprogram.lastResult',
          kind: 'text',
          value: (r, c) => (r.lastFlash === null ? null : c.say(`flashState.${r.lastFlash}`)),
        },
      ],
    });
  }
}
