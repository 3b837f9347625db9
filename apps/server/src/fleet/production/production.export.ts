import { Injectable } from '@nestjs/common';
import { production } from '@headland/contracts/production';
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
      columns: [
        { key: 'vin', title: 'production.vin', kind: 'text', width: 20, value: (r) => r.vin },
        { key: 'model', title: 'production.model', kind: 'text', value: (r) => r.model },
        {
          key: 'modelType',
          title: 'production.modelType',
          kind: 'text',
          value: (r, c) => c.say(`modelType.${r.modelType}`),
        },
        { key: 'releaseYear', title: 'production.releaseYear', kind: 'number', value: (r) => r.releaseYear },
        { key: 'horsepower', title: 'production.horsepower', kind: 'number', value: (r) => r.horsepower },
        { key: 'transmission', title: 'production.transmission', kind: 'text', value: (r) => r.transmission },
        { key: 'deviceId', title: 'production.deviceId', kind: 'text', value: (r) => r.deviceId },
        {
          key: 'deviceStatus',
          title: 'production.deviceStatus',
          kind: 'text',
          value: (r, c) => (r.deviceStatus === null ? null : c.say(`production.deviceStatus.${r.deviceStatus}`)),
        },
        { key: 'matchedOn', title: 'production.matchedOn', kind: 'day', value: (r) => r.matchedOn },
        { key: 'shippedOn', title: 'production.shippedOn', kind: 'day', value: (r) => r.shippedOn },
        { key: 'dealer', title: 'production.dealer', kind: 'text', width: 20, value: (r) => r.dealer?.name },
        { key: 'soldOn', title: 'production.soldOn', kind: 'day', value: (r) => r.soldOn },
        { key: 'customer', title: 'production.customer', kind: 'text', value: (r) => r.customer?.name },
      ],
    });
  }
}
