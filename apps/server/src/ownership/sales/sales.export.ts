import { Injectable } from '@nestjs/common';
import { sales } from '@headland/contracts/sale';
import { saleListColumns } from '@headland/i18n/columns/sales';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { saleColumns, saleConditions, saleFrom, saleOrder, toSale, type SaleColumns } from './sale.reads';

/** The list of sales as a workbook: the filtered rows in the shown order; customers stay masked. */
@Injectable()
export class SalesExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'sales',
      file: 'sale',
      title: 'screen.sale',
      endpoint: sales.list,
      open: (filter, caller) =>
        selected({
          select: saleColumns,
          from: saleFrom,
          countFrom: 'vehicle v',
          where: saleConditions(filter, caller),
          order: saleOrder(filter),
          toRows: (rows: SaleColumns[]) => rows.map(toSale),
        }),
      columns: saleListColumns,
    });
  }
}
