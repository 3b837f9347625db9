import { Inject, Injectable } from '@nestjs/common';
import { vehicles } from '@headland/contracts/vehicle';
import { customerColumns, customerFrom } from '../../people/customer-base/masked-customer.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { ExportRegistry, selected } from '../../platform/exports/export-registry';
import { fullColumns, fullFrom, listFrom, toRow, type FullRow } from './vehicle-row';
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
        { key: 'vin', title: 'vehicle.vin', kind: 'text', width: 22, value: (r) => r.vin },
        { key: 'model', title: 'vehicle.model', kind: 'text', value: (r) => r.model },
        { key: 'state', title: 'vehicle.state', kind: 'text', width: 12, value: (r, c) => c.say(`state.${r.state}`) },
        {
          key: 'engine',
          title: 'vehicle.engine',
          kind: 'text',
          width: 10,
          value: (r, c) => r.engine && c.say(`vehicle.${r.engine}`),
        },
        {
          key: 'key',
          title: 'vehicle.key',
          kind: 'text',
          width: 10,
          value: (r, c) => r.key && c.say(`vehicle.${r.key}`),
        },
        {
          key: 'work',
          title: 'vehicle.work',
          kind: 'text',
          width: 12,
          value: (r, c) => r.work && c.say(`state.${r.work}`),
        },
        {
          key: 'engineHours',
          title: 'sensor.engineHours',
          kind: 'number',
          decimals: 1,
          unit: 'h',
          width: 16,
          value: (r) => r.engineHours,
        },
        { key: 'place', title: 'vehicle.place', kind: 'text', value: (r, c) => r.place?.[c.language] },
        { key: 'lastSeenAt', title: 'vehicle.info.lastSeen', kind: 'moment', value: (r) => r.lastSeenAt },
        { key: 'customer', title: 'vehicle.customer', kind: 'text', value: (r) => r.customer?.name },
        { key: 'customer', title: 'export.phone', kind: 'text', value: (r) => r.customer?.phone },
        { key: 'dealer', title: 'vehicle.dealer', kind: 'text', value: (r) => r.dealer.name },
        { key: 'deviceId', title: 'vehicle.device', kind: 'text', value: (r) => r.deviceId },
        {
          key: 'odometer',
          title: 'sensor.odometer',
          kind: 'number',
          decimals: 1,
          unit: 'distance',
          width: 16,
          value: (r) => r.odometer,
        },
        {
          key: 'fuelUsed',
          title: 'vehicle.fuelTotal',
          kind: 'number',
          decimals: 1,
          unit: 'L',
          width: 16,
          value: (r) => r.fuelUsed,
        },
        {
          key: 'fuelRate',
          title: 'vehicle.fuelRate',
          kind: 'number',
          decimals: 1,
          unit: 'L/h',
          width: 16,
          value: (r) => (r.fuelUsed === null || !r.engineHours ? null : r.fuelUsed / r.engineHours),
        },
        { key: 'startedAt', title: 'vehicle.lastStart', kind: 'moment', value: (r) => r.startedAt },
        { key: 'openFaults', title: 'vehicle.openFaults', kind: 'number', value: (r) => r.openFaults },
        { key: 'soldOn', title: 'vehicle.soldOn', kind: 'day', value: (r) => r.soldOn },
        { key: 'matchedOn', title: 'vehicle.matchedOn', kind: 'day', value: (r) => r.matchedOn },
        { key: 'releaseYear', title: 'vehicle.releaseYear', kind: 'number', value: (r) => r.releaseYear },
        { key: 'horsepower', title: 'vehicle.horsepower', kind: 'number', unit: 'PS', value: (r) => r.horsepower },
        { key: 'transmission', title: 'vehicle.transmission', kind: 'text', value: (r) => r.transmission },
        // a corrected meter says so in the workbook as it does on the screen
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
