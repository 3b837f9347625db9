import { Inject, Injectable } from '@nestjs/common';
import { afterService, type AfterServiceRow } from '@headland/contracts/after-service';
import { afterServiceListColumns } from '@headland/i18n/columns/after-service';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import {
  newestJobFrom,
  serviceColumns,
  serviceConditions,
  serviceFrom,
  serviceNarrow,
  serviceOrder,
  toServiceRow,
  type ServiceColumns,
} from '../remote-diagnosis/service-vehicle.reads';
import { newestJobs } from './after-service-vehicle.reads';

/** The vehicles of after-service as a workbook: the filtered rows in the shown order; customers stay masked. */
@Injectable()
export class AfterServiceExport {
  constructor(registry: ExportRegistry, @Inject(CLOCK) now: Clock) {
    registry.register({
      list: 'afterService',
      file: 'afterService',
      title: 'feature.afterService',
      endpoint: afterService.list,
      open: (filter, caller) => {
        const where = serviceConditions(filter, caller);
        return selected({
          select: serviceColumns,
          from: `${serviceFrom} ${newestJobFrom(filter)}`,
          countFrom: serviceNarrow(filter, where),
          where,
          order: serviceOrder(filter),
          toRows: async (rows: ServiceColumns[], tx): Promise<AfterServiceRow[]> => {
            const jobs = await newestJobs(
              tx,
              rows.map((r) => r.id),
            );
            return rows.map((r) => ({ ...toServiceRow(r, caller, now().getTime()), job: jobs.get(r.id) ?? null }));
          },
        });
      },
      columns: afterServiceListColumns,
    });
  }
}
