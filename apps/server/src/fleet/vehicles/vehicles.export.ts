import { Inject, Injectable } from '@nestjs/common';
import { vehicles } from '@headland/contracts/vehicle';
import { vehicleListColumns } from '@headland/i18n/columns/vehicles';
import { customerColumns, customerFrom } from '../../people/customer-base/masked-customer.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { fullColumns, fullFrom, listFrom, toRow, type FullRow } from './vehicle-row.reads';
import { vehicleConditions, vehiclePage } from './vehicle.reads';

/** The list of vehicles as a workbook, with their positions. */
@Injectable()
export class VehiclesExport {
  constructor(registry: ExportRegistry, @Inject(CLOCK) now: Clock) {
    registry.register({
      list: 'vehicles',
      file: 'status',
      title: 'screen.status',
      endpoint: vehicles.list,
      open: (filter, caller) => {
        const where = vehicleConditions(filter, caller);
        const { from, id, order } = vehiclePage(filter, where);
        return selected({
          select: `${id} AS id`,
          from,
          countFrom: listFrom(where.sql).from,
          where,
          order,
          // ids in order first, then the wide rows of a thousand, as the list does for its page
          toRows: async (ids: { id: number }[], tx) => {
            const rows = await tx.query<FullRow[]>(
              `SELECT ${fullColumns}, ${customerColumns} ${fullFrom} ${customerFrom} WHERE v.id = ANY($1)`,
              [ids.map((r) => r.id)],
            );
            const byId = new Map(rows.map((r) => [r.id, toRow(r, now().getTime())]));
            return ids.flatMap((it) => byId.get(it.id) ?? []);
          },
        });
      },
      columns: [
        ...vehicleListColumns,
        // a corrected meter is marked in the workbook as it does on the screen
        {
          key: 'hoursCorrection',
          title: 'vehicle.hoursCorrection',
          kind: 'number',
          decimals: 1,
          unit: 'h',
          width: 16,
          extra: true,
          value: (r) => r.hoursCorrection || null,
        },
        {
          key: 'odometerCorrection',
          title: 'vehicle.odometerCorrection',
          kind: 'number',
          decimals: 1,
          unit: 'distance',
          width: 16,
          extra: true,
          value: (r) => r.odometerCorrection || null,
        },
        { key: 'lat', title: 'export.lat', kind: 'number', decimals: 6, extra: true, value: (r) => r.lat },
        { key: 'lon', title: 'export.lon', kind: 'number', decimals: 6, extra: true, value: (r) => r.lon },
      ],
    });
  }
}
