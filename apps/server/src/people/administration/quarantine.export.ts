import { Injectable } from '@nestjs/common';
import { administration } from '@headland/contracts/administration';
import { quarantineListColumns } from '@headland/i18n/columns/quarantine';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { periodOf } from './period-list';
import {
  quarantineColumns,
  quarantineConditions,
  quarantineFrom,
  quarantineOrder,
  type RawQuarantine,
  withSame,
} from './quarantine.reads';

/** What could not be read, as a workbook; the bytes stay on the screen. */
@Injectable()
export class QuarantineExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'quarantine',
      file: 'memberHistory',
      title: 'history.tab.quarantine',
      endpoint: administration.quarantine,
      open: (filter, { scope }) => {
        const period = periodOf(filter);
        return selected({
          select: quarantineColumns,
          from: quarantineFrom,
          where: quarantineConditions(filter, period, scope),
          order: quarantineOrder(filter),
          toRows: (rows: RawQuarantine[], tx) => withSame(tx, rows, period),
        });
      },
      columns: quarantineListColumns,
    });
  }
}
