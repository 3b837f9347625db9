import { Injectable } from '@nestjs/common';
import { devices } from '@headland/contracts/device';
import { deviceListColumns } from '@headland/i18n/columns/devices';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { countFrom, deviceConditions, deviceOrder, rowColumns, rowFrom, toRow, type Row } from './device-row';

/** The device list as a workbook. */
@Injectable()
export class DevicesExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'devices',
      file: 'device',
      title: 'screen.device',
      endpoint: devices.list,
      open: (filter, { scope }) =>
        selected({
          select: rowColumns,
          from: rowFrom,
          countFrom: countFrom(scope),
          where: deviceConditions(filter, scope),
          order: deviceOrder(filter),
          toRows: (rows: Row[]) => rows.map(toRow),
        }),
      columns: deviceListColumns,
    });
  }
}
