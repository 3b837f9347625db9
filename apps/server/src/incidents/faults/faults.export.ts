import { Inject, Injectable } from '@nestjs/common';
import { type FaultRow, faults } from '@headland/contracts/fault';
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
      columns: [
        {
          key: 'severity',
          title: 'fault.severity',
          kind: 'text',
          width: 10,
          value: (r, c) => c.say(`severity.${r.severity}`),
        },
        {
          key: 'status',
          title: 'fault.status',
          kind: 'text',
          width: 10,
          value: (r, c) => c.say(`faultStatus.${r.status}`),
        },
        { key: 'occurredAt', title: 'fault.occurred', kind: 'moment', value: (r) => r.occurredAt },
        { key: 'age', title: 'fault.age', kind: 'number', decimals: 1, unit: 'h', value: (r) => hoursOf(r, now()) },
        { key: 'age', title: 'export.due', kind: 'moment', value: (r) => (r.status === 'occurred' ? r.dueAt : null) },
        { key: 'code', title: 'export.faultCode', kind: 'text', width: 14, value: (r) => r.code },
        { key: 'name', title: 'export.faultName', kind: 'text', width: 36, value: (r, c) => r.name[c.language] },
        { key: 'part', title: 'fault.part', kind: 'text', value: (r, c) => r.part[c.language] },
        { key: 'count', title: 'fault.count', kind: 'number', width: 8, value: (r) => r.count },
        { key: 'count', title: 'export.lastAt', kind: 'moment', value: (r) => r.lastAt },
        { key: 'lamp', title: 'fault.lamp', kind: 'text', width: 16, value: (r, c) => lampLabel(r.lamp, c.say) },
        { key: 'vin', title: 'fault.vin', kind: 'text', width: 22, value: (r) => r.vehicle.vin },
        { key: 'model', title: 'fault.model', kind: 'text', value: (r) => r.vehicle.model },
        { key: 'customer', title: 'vehicle.customer', kind: 'text', value: (r) => r.customer?.name },
        { key: 'customer', title: 'export.phone', kind: 'text', value: (r) => r.customer?.phone },
        { key: 'place', title: 'fault.place', kind: 'text', width: 28, value: (r, c) => r.place?.[c.language] },
        { key: 'agency', title: 'fault.agency', kind: 'text', value: (r) => r.agency.name },
        { key: 'person', title: 'fault.person', kind: 'text', value: (r) => r.personInCharge?.name },
        { key: 'cleared', title: 'export.clearedAt', kind: 'moment', value: (r) => r.clearedAt },
        { key: 'acceptedAt', title: 'export.acceptedAt', kind: 'moment', value: (r) => r.acceptedAt },
        { key: 'completedAt', title: 'export.completedAt', kind: 'moment', value: (r) => r.completedAt },
        { key: 'memo', title: 'fault.memo', kind: 'text', width: 40, value: (r) => r.memo },
      ],
    });
  }
}

/** How old it is, or was when it was completed. */
const hoursOf = ({ occurredAt, completedAt }: FaultRow, now: Date): number =>
  ((completedAt === null ? now.getTime() : Date.parse(completedAt)) - Date.parse(occurredAt)) / 3_600_000;

const lamps = ['MIL', 'RSL', 'AWL', 'PL'] as const;
function lampLabel(lamp: string | null, say: (key: `lamp.${(typeof lamps)[number]}`) => string): string | null {
  const known = lamps.find((l) => l === lamp);
  return known ? say(`lamp.${known}`) : lamp;
}
