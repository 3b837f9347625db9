import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { rollOuts } from '@headland/contracts/roll-out';
import { rollOutVehicleListColumns } from '@headland/i18n/columns/roll-out-vehicles';
import { rollOutListColumns } from '@headland/i18n/columns/roll-outs';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import type { RollOutRow } from './roll-out-row';
import { itemColumns, itemConditions, itemFrom, itemOrder, toItem, type ItemColumns } from './roll-out-vehicle-row';
import { mustSeeRollOut, rollOutConditions, rollOutOrder, withCounts } from './roll-out.reads';

/** The roll-outs, and the vehicles of one, as workbooks. */
@Injectable()
export class RollOutExports {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'rollOuts',
      file: 'rollOut',
      title: 'rollOut.list',
      endpoint: rollOuts.list,
      open: (filter, caller) =>
        selected({
          select: 'r.*',
          from: 'roll_out r',
          where: rollOutConditions(filter, caller.scope),
          order: rollOutOrder(filter),
          toRows: (rows: RollOutRow[], tx) => withCounts(tx, rows),
        }),
      columns: rollOutListColumns,
    });
    registry.register({
      list: 'rollOutVehicles',
      file: 'rollOutVehicles',
      title: 'rollOut.vehicles',
      endpoint: rollOuts.vehicles,
      open: async (filter, caller) => {
        await mustSeeRollOut(database.manager, caller.scope, filter.id);
        return selected({
          select: itemColumns,
          from: itemFrom,
          countFrom: 'roll_out_vehicle i JOIN vehicle v ON v.id = i.vehicle_id',
          where: itemConditions(filter.id, filter, caller.scope),
          order: itemOrder(filter),
          toRows: (rows: ItemColumns[]) => rows.map(toItem),
        });
      },
      columns: rollOutVehicleListColumns,
    });
  }
}
