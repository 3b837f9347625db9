import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterService } from '@headland/contracts/after-service';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { jobConditions, jobListColumns, type JobListColumns, jobOrder, toJobRow } from './job.reads';
import { jobFrom } from './service-job.row';

/** The jobs of one vehicle as a workbook. */
@Injectable()
export class ServiceJobsExport {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'serviceJobs',
      file: 'afterServiceHistory',
      title: 'eventKind.serviceJob',
      endpoint: afterService.jobs,
      open: async (filter, caller) => {
        await mustSee(database.manager, caller.scope, filter.id);
        return selected({
          select: jobListColumns,
          from: jobFrom,
          countFrom: 'service_job j',
          where: jobConditions(filter.id, filter),
          order: jobOrder(filter),
          toRows: (rows: JobListColumns[]) => rows.map(toJobRow),
        });
      },
      columns: [
        { key: 'id', title: 'serviceJob.no', kind: 'number', value: (r) => r.id },
        { key: 'state', title: 'serviceJob.state', kind: 'text', value: (r, c) => c.say(`serviceJobState.${r.state}`) },
        { key: 'symptom', title: 'serviceJob.symptom', kind: 'text', width: 40, value: (r) => r.symptom },
        {
          key: 'fault',
          title: 'serviceJob.fault',
          kind: 'text',
          width: 28,
          value: (r, c) => (r.fault === null ? null : `${r.fault.code} ${r.fault.name[c.language]}`),
        },
        { key: 'visitOn', title: 'serviceJob.visitOn', kind: 'day', value: (r) => r.visitOn },
        { key: 'workDone', title: 'serviceJob.workDone', kind: 'text', width: 40, value: (r) => r.workDone },
        {
          key: 'parts',
          title: 'serviceJob.parts',
          kind: 'text',
          width: 28,
          value: (r) => r.parts.map((p) => `${p.partCode} × ${p.count}`).join(', '),
        },
        { key: 'labourMinutes', title: 'serviceJob.labour', kind: 'number', value: (r) => r.labourMinutes },
        { key: 'writes', title: 'serviceJob.writes', kind: 'number', value: (r) => r.writes },
        {
          key: 'result',
          title: 'serviceJob.result',
          kind: 'text',
          value: (r, c) => (r.result === null ? null : c.say(`serviceJobResult.${r.result}`)),
        },
        { key: 'startedAt', title: 'serviceJob.startedAt', kind: 'moment', value: (r) => new Date(r.startedAt) },
        {
          key: 'begunAt',
          title: 'serviceJob.begunAt',
          kind: 'moment',
          value: (r) => (r.begunAt === null ? null : new Date(r.begunAt)),
        },
        {
          key: 'closedAt',
          title: 'serviceJob.closedAt',
          kind: 'moment',
          value: (r) => (r.closedAt === null ? null : new Date(r.closedAt)),
        },
        { key: 'by', title: 'serviceJob.by', kind: 'text', value: (r) => r.by },
        {
          key: 'organization',
          title: 'serviceJob.organization',
          kind: 'text',
          width: 20,
          value: (r) => r.organization,
        },
        { key: 'closedBy', title: 'serviceJob.closedBy', kind: 'text', value: (r) => r.closedBy },
      ],
    });
  }
}
