import type { FaultRow, faults } from '@headland/contracts/fault';
import { isMessageKey } from '../catalogue';
import type { ColumnContext, ColumnsOf } from './list-column';

/** An age is of the clock of whoever shows it: `now`, epoch ms. */
export const faultListColumns = (now: () => number) =>
  [
    {
      key: 'severity',
      title: 'fault.severity',
      kind: 'text',
      sort: 'severity',
      width: 10,
      value: (r, c) => c.t(`severity.${r.severity}`),
    },
    {
      key: 'status',
      title: 'fault.status',
      kind: 'text',
      width: 10,
      value: (r, c) => c.t(`faultStatus.${r.status}`),
    },
    { key: 'occurredAt', title: 'fault.occurred', kind: 'moment', sort: 'occurredAt', value: (r) => r.occurredAt },
    {
      key: 'age',
      title: 'fault.age',
      kind: 'number',
      sort: 'age',
      decimals: 1,
      unit: 'h',
      value: (r) => hoursOf(r, now()),
    },
    { key: 'age', title: 'export.due', kind: 'moment', value: (r) => (r.status === 'occurred' ? r.dueAt : null) },
    { key: 'code', title: 'export.faultCode', kind: 'text', sort: 'code', width: 14, value: (r) => r.code },
    { key: 'name', title: 'export.faultName', kind: 'text', width: 36, value: (r, c) => r.name[c.language] },
    { key: 'part', title: 'fault.part', kind: 'text', value: (r, c) => r.part[c.language] },
    { key: 'count', title: 'fault.count', kind: 'number', width: 8, value: (r) => r.count },
    { key: 'count', title: 'export.lastAt', kind: 'moment', value: (r) => r.lastAt },
    { key: 'lamp', title: 'fault.lamp', kind: 'text', width: 16, value: (r, c) => lampLabel(c, r.lamp) },
    { key: 'vin', title: 'fault.vin', kind: 'text', sort: 'vin', width: 22, value: (r) => r.vehicle.vin },
    { key: 'model', title: 'fault.model', kind: 'text', value: (r) => r.vehicle.model },
    { key: 'customer', title: 'fault.customer', kind: 'text', value: (r) => r.customer?.name },
    { key: 'customer', title: 'export.phone', kind: 'text', value: (r) => r.customer?.phone },
    { key: 'place', title: 'fault.place', kind: 'text', width: 28, value: (r, c) => r.place?.[c.language] },
    { key: 'agency', title: 'fault.agency', kind: 'text', sort: 'agency', value: (r) => r.agency.name },
    { key: 'person', title: 'fault.person', kind: 'text', sort: 'person', value: (r) => r.personInCharge?.name },
    { key: 'cleared', title: 'export.clearedAt', kind: 'moment', value: (r) => r.clearedAt },
    { key: 'acceptedAt', title: 'export.acceptedAt', kind: 'moment', value: (r) => r.acceptedAt },
    { key: 'completedAt', title: 'export.completedAt', kind: 'moment', value: (r) => r.completedAt },
    { key: 'memo', title: 'fault.memo', kind: 'text', width: 40, value: (r) => r.memo },
  ] as const satisfies ColumnsOf<typeof faults.list>;

/** How old it is, or was when it was completed. */
const hoursOf = ({ occurredAt, completedAt }: FaultRow, now: number): number =>
  ((completedAt === null ? now : Date.parse(completedAt)) - Date.parse(occurredAt)) / 3_600_000;

/** A lamp that has no words keeps its own. */
function lampLabel({ t }: ColumnContext, lamp: string | null): string | null {
  const key = `lamp.${lamp}`;
  return isMessageKey(key) ? t(key) : lamp;
}
