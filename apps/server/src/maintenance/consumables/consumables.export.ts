import { Inject, Injectable } from '@nestjs/common';
import { consumables } from '@headland/contracts/consumable';
import { consumableListColumns } from '@headland/i18n/columns/consumables';
import { CONFIG, type Config } from '../../platform/config';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { cycleColumns, type CycleColumns, cycleFrom, productDay, toRow } from './consumable-row';
import { consumableConditions, consumableOrder } from './consumable.reads';

/** The list of consumables as a workbook: the filtered rows in the shown order; customers stay masked. */
@Injectable()
export class ConsumablesExport {
  constructor(registry: ExportRegistry, @Inject(CONFIG) config: Config) {
    registry.register({
      list: 'consumables',
      file: 'expendable',
      title: 'screen.expendable',
      endpoint: consumables.list,
      open: (filter, caller, at) => {
        const { where, cycle } = consumableConditions(filter, caller);
        const day = productDay(at, config);
        return selected({
          select: cycleColumns,
          from: cycleFrom,
          countFrom: 'consumable_cycle c JOIN vehicle v ON v.id = c.vehicle_id',
          where: where.and(cycle),
          order: consumableOrder(filter),
          toRows: (rows: CycleColumns[]) => rows.map((r) => toRow(r, day)),
        });
      },
      columns: consumableListColumns,
    });
  }
}
