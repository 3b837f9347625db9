import { Inject, Injectable } from '@nestjs/common';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { transferListColumns } from '@headland/i18n/columns/transfers';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import {
  toTransfer,
  transferColumns,
  transferConditions,
  transferFrom,
  transferOrder,
  type TransferListRow,
} from './transfer.reads';

/** The list of transfers as a workbook: the filtered rows in the shown order; customers stay masked. */
@Injectable()
export class TransfersExport {
  constructor(registry: ExportRegistry, @Inject(CLOCK) now: Clock) {
    registry.register({
      list: 'transfers',
      file: 'ownerTransfer',
      title: 'screen.ownerTransfer',
      endpoint: ownerTransfers.list,
      open: (filter, caller) =>
        selected({
          select: transferColumns,
          from: transferFrom,
          where: transferConditions(filter, caller.scope),
          order: transferOrder(filter),
          toRows: (rows: TransferListRow[]) => rows.map((r) => toTransfer(r, now())),
        }),
      columns: transferListColumns,
    });
  }
}
