import { Inject, Injectable } from '@nestjs/common';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
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
      columns: [
        {
          key: 'status',
          title: 'transfer.status',
          kind: 'text',
          width: 14,
          value: (r, c) => c.say(`transferStatus.${r.status}`),
        },
        { key: 'requestedAt', title: 'transfer.requestedAt', kind: 'moment', value: (r) => r.requestedAt },
        { key: 'vin', title: 'transfer.vin', kind: 'text', width: 20, value: (r) => r.vehicle.vin },
        { key: 'model', title: 'transfer.model', kind: 'text', value: (r) => r.vehicle.model },
        { key: 'from', title: 'transfer.from', kind: 'text', value: (r) => r.from.name },
        { key: 'to', title: 'transfer.to', kind: 'text', value: (r) => r.to.name },
        { key: 'acceptedAt', title: 'transfer.acceptedAt', kind: 'moment', value: (r) => r.acceptedAt },
        { key: 'decidedAt', title: 'transfer.decidedAt', kind: 'moment', value: (r) => r.decidedAt },
        {
          key: 'decidedBy',
          title: 'transfer.decidedBy',
          kind: 'text',
          width: 20,
          value: (r, c) => r.decidedBy ?? (r.ending === null ? null : c.say(`transferEnding.${r.ending}`)),
        },
        {
          key: 'document',
          title: 'transfer.document',
          kind: 'text',
          value: (r, c) => (r.document === null ? null : c.say(`rdiState.${r.document.state}`)),
        },
      ],
    });
  }
}
