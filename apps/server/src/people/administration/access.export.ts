import { Injectable } from '@nestjs/common';
import { administration } from '@headland/contracts/administration';
import { accessListColumns } from '@headland/i18n/columns/access';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { accessColumns, accessConditions, accessFrom, accessOrder, type RawAccess, toAccessRow } from './access.reads';
import { periodOf } from './period-list';

/** Who came in, as a workbook. */
@Injectable()
export class AccessExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'access',
      file: 'memberHistory',
      title: 'history.tab.access',
      endpoint: administration.access,
      open: (filter, { scope }) =>
        selected({
          select: accessColumns,
          from: accessFrom,
          where: accessConditions(filter, periodOf(filter), scope),
          order: accessOrder(filter),
          toRows: (rows: RawAccess[]) => rows.map(toAccessRow),
        }),
      columns: accessListColumns,
    });
  }
}
