import { Injectable } from '@nestjs/common';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { sosListColumns } from '@headland/i18n/columns/sos';
import {
  customerColumns,
  maskedCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { sosCustomer, summaryColumns, summaryFrom, toSummary, type SummaryRow } from './sos-summary';
import { sosConditions, sosOrder } from './sos.reads';

/** SOS alerts as a workbook. The queue shows phone numbers in full; an exported file does not, whoever creates it. */
@Injectable()
export class SosExport {
  constructor(registry: ExportRegistry) {
    registry.register({
      list: 'sos',
      file: 'sos',
      title: 'screen.sos',
      endpoint: sosAlerts.list,
      open: (filter, caller) =>
        selected({
          select: `${summaryColumns}, ${customerColumns}`,
          from: `${summaryFrom} ${sosCustomer}`,
          where: sosConditions(filter, caller),
          order: sosOrder(filter),
          toRows: (rows: (SummaryRow & CustomerColumns)[]) =>
            rows.map((row): SosRow => ({ ...toSummary(row), customer: maskedCustomer(row) })),
        }),
      columns: sosListColumns,
    });
  }
}
