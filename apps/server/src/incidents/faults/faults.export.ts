import { Inject, Injectable } from '@nestjs/common';
import { faults } from '@headland/contracts/fault';
import { faultListColumns } from '@headland/i18n/columns/faults';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { faultColumns, faultConditions, faultFrom, faultOrder, toFaultRow, type FaultListRow } from './fault.reads';

/** The fault queue as a workbook. One column of the screen may be several here. */
@Injectable()
export class FaultsExport {
  constructor(registry: ExportRegistry, @Inject(CLOCK) now: Clock) {
    registry.register({
      list: 'faults',
      file: 'breakdown',
      title: 'screen.breakdown',
      endpoint: faults.list,
      open: (filter, caller) =>
        selected({
          select: faultColumns,
          from: faultFrom,
          where: faultConditions(filter, caller),
          order: faultOrder(filter),
          toRows: (rows: FaultListRow[]) => rows.map((row) => toFaultRow(row)),
        }),
      columns: faultListColumns(() => now().getTime()),
    });
  }
}
