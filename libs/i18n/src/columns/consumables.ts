import type { consumables } from '@headland/contracts/consumable';
import type { ColumnsOf } from './list-column';

export const consumableListColumns = [
  { key: 'state', title: 'consumable.state', kind: 'text', value: (r, c) => c.t(`cycleState.${r.state}`) },
  { key: 'vin', title: 'consumable.vin', kind: 'text', sort: 'vin', width: 20, value: (r) => r.vin },
  { key: 'model', title: 'consumable.model', kind: 'text', sort: 'model', value: (r) => r.model },
  { key: 'item', title: 'consumable.item', kind: 'text', width: 20, value: (r) => r.item },
  {
    key: 'maintenance',
    title: 'consumable.maintenance',
    kind: 'text',
    value: (r, c) => c.t(`maintenance.${r.maintenance}`),
  },
  { key: 'cycleHours', title: 'consumable.cycleHours', kind: 'number', unit: 'h', value: (r) => r.lengthHours },
  { key: 'cycleDays', title: 'consumable.cycleDays', kind: 'number', value: (r) => r.lengthDays },
  {
    key: 'usedHours',
    title: 'consumable.usedHours',
    kind: 'number',
    unit: 'h',
    decimals: 1,
    value: (r) => r.usedHours,
  },
  { key: 'usedDays', title: 'consumable.usedDays', kind: 'number', value: (r) => r.usedDays },
  { key: 'percent', title: 'consumable.percent', kind: 'number', sort: 'percent', unit: '%', value: (r) => r.percent },
  {
    key: 'remainingHours',
    title: 'consumable.remainingHours',
    kind: 'number',
    unit: 'h',
    decimals: 1,
    value: (r) => (r.hours === null ? null : r.dueHours - r.hours),
  },
  { key: 'dueOn', title: 'consumable.dueOn', kind: 'day', value: (r) => r.dueOn },
  { key: 'alarmedOn', title: 'consumable.alarmedOn', kind: 'day', sort: 'alarmedOn', value: (r) => r.alarmedOn },
  { key: 'replacedOn', title: 'consumable.replacedOn', kind: 'day', sort: 'replacedOn', value: (r) => r.replacedOn },
  { key: 'customer', title: 'consumable.customer', kind: 'text', value: (r) => r.customer?.name },
  { key: 'dealer', title: 'consumable.dealer', kind: 'text', sort: 'dealer', width: 20, value: (r) => r.dealer?.name },
  { key: 'sentAt', title: 'consumable.sentAt', kind: 'moment', value: (r) => r.sentAt },
] as const satisfies ColumnsOf<typeof consumables.list>;
