import { Inject, Injectable } from '@nestjs/common';
import { type ConsumableRow, consumables } from '@headland/contracts/consumable';
import { CONFIG, type Config } from '../../platform/config';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { cycleColumns, type CycleColumns, cycleFrom, productDay, toRow } from './consumable-row';
import { consumableConditions, consumableOrder } from './consumable.reads';

/** The list of consumables as a workbook: the filtered rows in the shown order; customers stay masked. */
@Injectable()
export class ConsumablesExport {
  constructor(registry: ExportRegistry, @Inject(CONFIG) config: Config) {
    registry.register({
      list: 'consumables',
      file: 'expendable',
      title: 'screen.expendable',
      endpoint: consumables.list,
      open: (filter, caller, at) => {
        const { where, cycle } = consumableConditions(filter, caller);
        const day = productDay(at, config);
        return selected({
          select: cycleColumns,
          from: cycleFrom,
          countFrom: 'consumable_cycle c JOIN vehicle v ON v.id = c.vehicle_id',
          where: where.and(cycle),
          order: consumableOrder(filter),
          toRows: (rows: CycleColumns[]) => rows.map((r) => toRow(r, day)),
        });
      },
      columns: [
        { key: 'state', title: 'consumable.state', kind: 'text', value: (r, c) => c.say(`cycleState.${r.state}`) },
        { key: 'vin', title: 'consumable.vin', kind: 'text', width: 20, value: (r) => r.vin },
        { key: 'model', title: 'consumable.model', kind: 'text', value: (r) => r.model },
        { key: 'item', title: 'consumable.item', kind: 'text', width: 20, value: (r) => r.item },
        {
          key: 'maintenance',
          title: 'consumable.maintenance',
          kind: 'text',
          value: (r, c) => c.say(`maintenance.${r.maintenance}`),
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
        { key: 'percent', title: 'consumable.percent', kind: 'number', unit: '%', value: (r) => r.percent },
        {
          key: 'remainingHours',
          title: 'consumable.remainingHours',
          kind: 'number',
          unit: 'h',
          decimals: 1,
          value: remainingHours,
        },
        { key: 'dueOn', title: 'consumable.dueOn', kind: 'day', value: (r) => r.dueOn },
        { key: 'alarmedOn', title: 'consumable.alarmedOn', kind: 'day', value: (r) => r.alarmedOn },
        { key: 'replacedOn', title: 'consumable.replacedOn', kind: 'day', value: (r) => r.replacedOn },
        { key: 'customer', title: 'consumable.customer', kind: 'text', value: (r) => r.customer?.name },
        { key: 'dealer', title: 'consumable.dealer', kind: 'text', width: 20, value: (r) => r.dealer?.name },
        { key: 'sentAt', title: 'consumable.sentAt', kind: 'moment', value: (r) => r.sentAt },
      ],
    });
  }
}

const remainingHours = (r: ConsumableRow): number | null => (r.hours === null ? null : r.dueHours - r.hours);
