import { Injectable } from '@nestjs/common';
import { production } from '@headland/contracts/production';
import { productionListColumns } from '@headland/i18n/columns/production';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { unitConditions, unitOrder } from './production.reads';
import { toUnit, unitColumns, unitFrom, type UnitRow } from './unit';

/** The list of units as a workbook: the filtered rows in the shown order; customers stay masked. */
@Injectable()
export class ProductionExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'production',
      file: 'production',
      title: 'screen.production',
      endpoint: production.list,
      open: (filter, caller) =>
        selected({
          select: unitColumns,
          from: unitFrom,
          countFrom: 'vehicle v',
          where: unitConditions(filter, caller.scope),
          order: unitOrder(filter),
          toRows: (rows: UnitRow[]) => rows.map(toUnit),
        }),
      columns: productionListColumns,
    });
  }
}
