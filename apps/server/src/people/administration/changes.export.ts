import { Injectable } from '@nestjs/common';
import { administration } from '@headland/contracts/administration';
import { changeListColumns } from '@headland/i18n/columns/changes';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import {
  changesColumns,
  changesConditions,
  changesFrom,
  changesOrder,
  type RawChange,
  toChangeRow,
} from './changes.reads';
import { periodOf } from './period-list';

/** Who changed what, as a workbook. */
@Injectable()
export class ChangesExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'changes',
      file: 'memberHistory',
      title: 'history.tab.changes',
      endpoint: administration.changes,
      open: (filter, { scope }) =>
        selected({
          select: changesColumns,
          from: changesFrom,
          where: changesConditions(filter, periodOf(filter), scope),
          order: changesOrder(filter),
          toRows: (rows: RawChange[]) => rows.map(toChangeRow),
        }),
      columns: changeListColumns,
    });
  }
}
