import { Injectable } from '@nestjs/common';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import {
  customerColumns,
  customerFrom,
  maskedCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { summaryColumns, summaryFrom, toSummary, type SummaryRow } from './sos-summary';
import { sosConditions, sosOrder } from './sos.reads';

/** SOS calls as a workbook. The queue shows whom to ring in full; a file that leaves the house does not, whoever writes it. */
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
          from: `${summaryFrom} ${customerFrom}`,
          where: sosConditions(filter, caller.scope),
          order: sosOrder(filter),
          toRows: (rows: (SummaryRow & CustomerColumns)[]) =>
            rows.map((row): SosRow => ({ ...toSummary(row), customer: maskedCustomer(row) })),
        }),
      columns: [
        {
          key: 'status',
          title: 'sos.status',
          kind: 'text',
          width: 12,
          value: (r, c) => c.say(`sosStatus.${r.status}`),
        },
        { key: 'raisedAt', title: 'export.raisedAt', kind: 'moment', value: (r) => r.raisedAt },
        { key: 'type', title: 'sos.type', kind: 'text', width: 12, value: (r, c) => c.say(`sosType.${r.type}`) },
        { key: 'vin', title: 'sos.vin', kind: 'text', width: 22, value: (r) => r.vehicle.vin },
        { key: 'model', title: 'sos.model', kind: 'text', value: (r) => r.vehicle.model },
        { key: 'customer', title: 'vehicle.customer', kind: 'text', value: (r) => r.customer?.name },
        { key: 'phone', title: 'export.phone', kind: 'text', value: (r) => r.customer?.phone },
        { key: 'place', title: 'vehicle.place', kind: 'text', width: 28, value: (r, c) => r.place?.[c.language] },
        { key: 'place', title: 'export.lat', kind: 'number', decimals: 6, value: (r) => r.lat },
        { key: 'place', title: 'export.lon', kind: 'number', decimals: 6, value: (r) => r.lon },
        { key: 'agency', title: 'sos.agency', kind: 'text', value: (r) => r.agency.name },
        { key: 'handler', title: 'sos.handler', kind: 'text', value: (r) => r.handler?.name },
        { key: 'escalationLevel', title: 'export.escalation', kind: 'number', value: (r) => r.escalationLevel },
        { key: 'acknowledgedAt', title: 'export.acknowledgedAt', kind: 'moment', value: (r) => r.acknowledgedAt },
        {
          key: 'timeToAcknowledge',
          title: 'export.secondsToAcknowledge',
          kind: 'number',
          width: 16,
          value: secondsToAcknowledge,
        },
        { key: 'closedAt', title: 'export.closedAt', kind: 'moment', value: (r) => r.closedAt },
        { key: 'resolution', title: 'sos.resolution', kind: 'text', width: 40, value: (r) => r.resolution },
      ],
    });
  }
}

const secondsToAcknowledge = ({ acknowledgedAt, receivedAt }: SosRow): number | null =>
  acknowledgedAt === null ? null : Math.round((Date.parse(acknowledgedAt) - Date.parse(receivedAt)) / 1000);
