import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterService } from '@headland/contracts/after-service';
import { serviceJobListColumns } from '@headland/i18n/columns/service-jobs';
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
      columns: serviceJobListColumns,
    });
  }
}
