import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { rollOuts } from '@headland/contracts/roll-out';
import { rollOutReasonLabel } from '@headland/i18n/roll-out-labels';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import type { RollOutRow } from './roll-out-row';
import { itemColumns, itemConditions, itemFrom, itemOrder, toItem, type ItemColumns } from './roll-out-vehicle-row';
import { mustSeeRollOut, rollOutConditions, rollOutOrder, withCounts } from './roll-out.reads';

/** The roll-outs, and the vehicles of one, as workbooks. */
@Injectable()
export class RollOutExports {
  constructor(registry: ExportRegistry, @InjectDataSource() database: DataSource) {
    registry.register({
      list: 'rollOuts',
      file: 'rollOut',
      title: 'rollOut.list',
      endpoint: rollOuts.list,
      open: (filter, caller) =>
        selected({
          select: 'r.*',
          from: 'roll_out r',
          where: rollOutConditions(filter, caller.scope),
          order: rollOutOrder(filter),
          toRows: (rows: RollOutRow[], tx) => withCounts(tx, rows),
        }),
      columns: [
        { key: 'name', title: 'rollOut.name', kind: 'text', width: 28, value: (r) => r.name },
        {
          key: 'state',
          title: 'rollOut.state',
          kind: 'text',
          width: 20,
          value: (r, c) => c.say(`rollOutState.${r.state}`),
        },
        {
          key: 'file',
          title: 'rollOut.file',
          kind: 'text',
          width: 28,
          value: (r) => `${r.file.target.toUpperCase()} ${r.file.version} (${r.file.name})`,
        },
        { key: 'wave', title: 'rollOut.wave', kind: 'text', value: (r) => `${r.wave} / ${r.waves}` },
        { key: 'vehicles', title: 'rollOut.vehicles', kind: 'number', value: (r) => r.vehicles },
        { key: 'done', title: 'rollOutVehicle.done', kind: 'number', value: (r) => r.counts.done },
        { key: 'failed', title: 'rollOutVehicle.failed', kind: 'number', value: (r) => r.counts.failed },
        { key: 'validUntil', title: 'rollOut.validUntil', kind: 'moment', value: (r) => r.validUntil },
        { key: 'by', title: 'rollOut.by', kind: 'text', value: (r) => r.by },
        { key: 'organization', title: 'rollOut.organization', kind: 'text', width: 20, value: (r) => r.organization },
        { key: 'approvedBy', title: 'rollOut.approvedBy', kind: 'text', value: (r) => r.approvedBy },
        { key: 'createdAt', title: 'rollOut.createdAt', kind: 'moment', value: (r) => r.createdAt },
        { key: 'endedAt', title: 'rollOut.endedAt', kind: 'moment', value: (r) => r.endedAt },
      ],
    });
    registry.register({
      list: 'rollOutVehicles',
      file: 'rollOutVehicles',
      title: 'rollOut.vehicles',
      endpoint: rollOuts.vehicles,
      open: async (filter, caller) => {
        await mustSeeRollOut(database.manager, caller.scope, filter.id);
        return selected({
          select: itemColumns,
          from: itemFrom,
          countFrom: 'roll_out_vehicle i JOIN vehicle v ON v.id = i.vehicle_id',
          where: itemConditions(filter.id, filter, caller.scope),
          order: itemOrder(filter),
          toRows: (rows: ItemColumns[]) => rows.map(toItem),
        });
      },
      columns: [
        { key: 'wave', title: 'rollOut.wave', kind: 'number', value: (r) => r.wave },
        { key: 'vin', title: 'rollOut.vin', kind: 'text', width: 20, value: (r) => r.vin },
        { key: 'model', title: 'rollOut.model', kind: 'text', value: (r) => r.model },
        { key: 'dealer', title: 'rollOut.dealer', kind: 'text', width: 20, value: (r) => r.dealer.name },
        {
          key: 'online',
          title: 'rollOut.connection',
          kind: 'text',
          value: (r, c) => c.say(r.online ? 'rollOut.online' : 'rollOut.offline'),
        },
        { key: 'state', title: 'rollOut.state', kind: 'text', value: (r, c) => c.say(`rollOutVehicle.${r.state}`) },
        {
          key: 'reason',
          title: 'rollOut.reason',
          kind: 'text',
          width: 40,
          value: (r, c) => rollOutReasonLabel(c.say, r),
        },
        { key: 'attempts', title: 'rollOut.attempts', kind: 'number', value: (r) => r.attempts },
        {
          key: 'run',
          title: 'rollOut.run',
          kind: 'text',
          value: (r, c) => (r.run === null ? null : c.say(`flashState.${r.run.state}`)),
        },
        { key: 'triedAt', title: 'rollOut.triedAt', kind: 'moment', value: (r) => r.triedAt },
        { key: 'endedAt', title: 'rollOut.endedAt', kind: 'moment', value: (r) => r.endedAt },
      ],
    });
  }
}
