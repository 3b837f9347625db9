import { Injectable } from '@nestjs/common';
import { administration } from '@headland/contracts/administration';
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
      columns: [
        { key: 'at', title: 'history.at', kind: 'moment', value: (r) => r.at },
        { key: 'topic', title: 'quarantine.topic', kind: 'text', width: 40, value: (r) => r.topic },
        { key: 'device', title: 'quarantine.device', kind: 'text', value: (r) => r.device },
        {
          key: 'reason',
          title: 'quarantine.reason',
          kind: 'text',
          value: (r, { say }) => say(`quarantineReason.${r.reason}`),
        },
        { key: 'reason', title: 'quarantine.detail', kind: 'text', width: 40, value: (r) => r.detail },
        { key: 'size', title: 'export.bytes', kind: 'number', width: 16, value: (r) => r.bytes },
        { key: 'same', title: 'quarantine.same', kind: 'number', value: (r) => r.same },
      ],
    });
  }
}
