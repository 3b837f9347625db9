import { Injectable } from '@nestjs/common';
import { sales } from '@headland/contracts/sale';
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
      columns: [
        { key: 'vin', title: 'sale.vin', kind: 'text', width: 20, value: (r) => r.vin },
        { key: 'model', title: 'sale.model', kind: 'text', value: (r) => r.model },
        { key: 'dealer', title: 'sale.dealer', kind: 'text', width: 20, value: (r) => r.dealer?.name },
        { key: 'soldOn', title: 'sale.soldOn', kind: 'day', value: (r) => r.soldOn },
        { key: 'state', title: 'sale.state', kind: 'text', value: (r, c) => c.say(`sale.state.${r.state}`) },
        { key: 'customer', title: 'sale.customer', kind: 'text', value: (r) => r.customer?.name },
        { key: 'phone', title: 'sale.phone', kind: 'text', value: (r) => r.customer?.phone },
        {
          key: 'appStatus',
          title: 'sale.appStatus',
          kind: 'text',
          value: (r, c) => (r.customer === null ? null : c.say(`sale.app.${r.appStatus ?? 'none'}`)),
        },
        { key: 'registeredBy', title: 'sale.registeredBy', kind: 'text', value: (r) => r.registeredBy },
        { key: 'registeredAt', title: 'sale.registeredAt', kind: 'moment', value: (r) => r.registeredAt },
      ],
    });
  }
}
