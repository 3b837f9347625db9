import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterService } from '@headland/contracts/after-service';
import { reasonLabel } from '@headland/i18n/diagnosis-labels';
import { writtenNew, writtenOld, writtenWhere } from '@headland/i18n/service-labels';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { formatterIn } from './formatter';
import { toWriteRow, writeColumns, type WriteColumns, writeConditions, writeFrom, writeOrder } from './write.reads';

/** What was written into the engine of one vehicle, as a workbook. */
@Injectable()
export class ServiceWritesExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'serviceWrites',
      file: 'afterServiceWrites',
      title: 'serviceJob.writes',
      endpoint: afterService.writes,
      open: async (filter, caller) => {
        await mustSee(database.manager, caller.scope, filter.id);
        return selected({
          select: writeColumns,
          from: writeFrom,
          where: writeConditions(filter.id, filter),
          order: writeOrder(filter),
          toRows: (rows: WriteColumns[]) => rows.map(toWriteRow),
        });
      },
      columns: [
        { key: 'at', title: 'serviceWork.at', kind: 'moment', value: (r) => new Date(r.at) },
        { key: 'item', title: 'serviceWork.item', kind: 'text', value: (r, c) => c.say(`serviceWrite.item.${r.item}`) },
        {
          key: 'where',
          title: 'serviceWrite.where',
          kind: 'text',
          value: (r, c) => writtenWhere(formatterIn(c.language), r),
        },
        { key: 'partCode', title: 'serviceJob.partCode', kind: 'text', value: (r) => r.partCode },
        { key: 'serial', title: 'serviceWork.serial', kind: 'text', value: (r) => r.serial },
        { key: 'hours', title: 'serviceWork.hours', kind: 'number', value: (r) => r.hours },
        {
          key: 'old',
          title: 'serviceWork.old',
          kind: 'text',
          width: 26,
          value: (r, c) => writtenOld(formatterIn(c.language), r),
        },
        {
          key: 'new',
          title: 'serviceWork.after',
          kind: 'text',
          width: 26,
          value: (r, c) => writtenNew(formatterIn(c.language), r),
        },
        { key: 'readBack', title: 'serviceWork.readBack', kind: 'text', width: 26, value: (r) => r.readBack },
        {
          key: 'result',
          title: 'serviceWork.result',
          kind: 'text',
          value: (r, c) => c.say(`serviceWriteResult.${r.result}`),
        },
        {
          key: 'reason',
          title: 'serviceWrite.reason',
          kind: 'text',
          width: 30,
          value: (r, c) => reasonLabel(formatterIn(c.language), r.reason),
        },
        {
          key: 'restored',
          title: 'serviceWrite.restored',
          kind: 'text',
          value: (r, c) =>
            r.restored === null ? null : c.say(r.restored ? 'serviceWrite.restored.yes' : 'serviceWrite.restored.no'),
        },
        { key: 'by', title: 'serviceJob.by', kind: 'text', value: (r) => r.by },
        { key: 'approvedBy', title: 'serviceWork.approvedBy', kind: 'text', value: (r) => r.approvedBy },
        {
          key: 'organization',
          title: 'serviceJob.organization',
          kind: 'text',
          width: 20,
          value: (r) => r.organization,
        },
        { key: 'job', title: 'serviceJob.no', kind: 'number', value: (r) => r.jobId },
      ],
    });
  }
}
