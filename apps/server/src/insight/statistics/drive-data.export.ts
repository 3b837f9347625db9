import { Injectable } from '@nestjs/common';
import { driveData, type DriveDay, type DriveTrip } from '@headland/contracts/drive-data';
import { driveDayColumns, driveListColumns, driveTripColumns } from '@headland/i18n/columns/drive-data';
import { formatMessage } from '@headland/i18n/format-message';
import { rowsOf } from '../../platform/database/cursor';
import { ExportRegistry } from '../../platform/exports/export-registry';
import { DriveDataReads, type RawRow } from './drive-data.reads';

/** Drive data as workbooks: the list and the days of a vehicle with their totals, and its trips. */
@Injectable()
export class DriveDataExport {
  constructor(registry: ExportRegistry, reads: DriveDataReads) {
    registry.register({
      list: 'driveData',
      file: 'driveData',
      title: 'screen.driveData',
      endpoint: driveData.list,
      open: async (filter, caller) => {
        const { sql, where } = await reads.ordered(filter, caller);
        return {
          count: async (tx) => (await reads.totals(filter, caller, { stored: false, tx })).vehicles,
          rows: async function* (tx) {
            for await (const batch of rowsOf<RawRow>(tx, sql, where.parameters)) yield await reads.named(tx, batch);
          },
          totals: async (tx) => {
            const { vehicles, ...sums } = await reads.totals(filter, caller, { stored: false, tx });
            const vin = formatMessage(caller.language, 'driveData.totalOf', { n: vehicles });
            return { id: 0, vin, model: '', customer: null, dealer: null, startedAt: null, ...sums };
          },
        };
      },
      columns: driveListColumns,
    });
    registry.register({
      list: 'driveDays',
      file: 'driveDataDays',
      title: 'driveData.days',
      endpoint: driveData.days,
      open: async ({ id, ...period }, caller) => {
        const { days, total } = await reads.days(id, period, caller);
        const last: DriveDay = {
          day: '',
          firstStart: null,
          lastStop: null,
          ...total,
        };
        return {
          count: () => Promise.resolve(days.length),
          rows: () => onlyBatch(days),
          totals: () => Promise.resolve(last),
        };
      },
      columns: driveDayColumns,
    });
    registry.register({
      list: 'driveTrips',
      file: 'driveDataTrips',
      title: 'driveData.trips',
      endpoint: driveData.trips,
      open: async ({ id, ...period }, caller) => {
        const trips = await reads.trips(id, period, caller);
        return { count: () => Promise.resolve(trips.length), rows: () => onlyBatch<DriveTrip>(trips) };
      },
      columns: driveTripColumns,
    });
  }
}

async function* onlyBatch<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}
