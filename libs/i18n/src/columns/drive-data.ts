import type { DriveDay, driveData, DriveSums, DriveTrip } from '@headland/contracts/drive-data';
import type { ColumnsOf, ListColumn } from './list-column';

const hourMs = 3_600_000;
export const hoursOf = ({ runMs }: Pick<DriveSums, 'runMs'>): number => runMs / hourMs;

export const driveListColumns = [
  { key: 'vin', title: 'driveData.vin', kind: 'text', sort: 'vin', width: 22, value: (r) => r.vin },
  { key: 'model', title: 'driveData.model', kind: 'text', sort: 'model', value: (r) => r.model },
  { key: 'customer', title: 'driveData.customer', kind: 'text', value: (r) => r.customer?.name },
  { key: 'dealer', title: 'driveData.dealer', kind: 'text', width: 20, value: (r) => r.dealer?.name },
  { key: 'days', title: 'driveData.operatingDays', kind: 'number', sort: 'days', value: (r) => r.days },
  { key: 'run', title: 'driveData.run', kind: 'number', sort: 'run', decimals: 1, unit: 'h', value: hoursOf },
  {
    key: 'km',
    title: 'driveData.distance',
    kind: 'number',
    sort: 'km',
    decimals: 1,
    unit: 'distance',
    value: (r) => r.km,
  },
  { key: 'fuel', title: 'driveData.fuel', kind: 'number', sort: 'fuel', decimals: 1, unit: 'L', value: (r) => r.fuelL },
  {
    key: 'fuelPerHour',
    title: 'driveData.fuelPerHour',
    kind: 'number',
    sort: 'fuelPerHour',
    decimals: 1,
    unit: 'L/h',
    value: (r) => r.fuelPerHour,
  },
  { key: 'idle', title: 'driveData.idle', kind: 'number', sort: 'idle', unit: '%', value: (r) => r.idlePercent },
  { key: 'work', title: 'driveData.work', kind: 'number', sort: 'work', unit: '%', value: (r) => r.workPercent },
  { key: 'drive', title: 'driveData.drive', kind: 'number', sort: 'drive', unit: '%', value: (r) => r.drivePercent },
  { key: 'starts', title: 'driveData.starts', kind: 'number', value: (r) => r.starts },
  { key: 'startedAt', title: 'driveData.startedAt', kind: 'moment', sort: 'startedAt', value: (r) => r.startedAt },
] as const satisfies ColumnsOf<typeof driveData.list>;

/** A row without a day is the total. */
export const driveDayColumns = [
  { key: 'day', title: 'driveData.day', kind: 'text', width: 14, value: (r, c) => r.day || c.t('driveData.total') },
  { key: 'firstStart', title: 'driveData.firstStart', kind: 'moment', value: (r) => r.firstStart },
  { key: 'lastStop', title: 'driveData.lastStop', kind: 'moment', value: (r) => r.lastStop },
  { key: 'run', title: 'driveData.run', kind: 'number', decimals: 1, unit: 'h', value: hoursOf },
  { key: 'km', title: 'driveData.distance', kind: 'number', decimals: 1, unit: 'distance', value: (r) => r.km },
  { key: 'fuel', title: 'driveData.fuel', kind: 'number', decimals: 1, unit: 'L', value: (r) => r.fuelL },
  { key: 'idle', title: 'driveData.idle', kind: 'number', unit: '%', value: (r) => r.idlePercent },
  { key: 'work', title: 'driveData.work', kind: 'number', unit: '%', value: (r) => r.workPercent },
  { key: 'drive', title: 'driveData.drive', kind: 'number', unit: '%', value: (r) => r.drivePercent },
] as const satisfies readonly ListColumn<DriveDay>[];

export const driveTripColumns = [
  { key: 'day', title: 'driveData.day', kind: 'day', value: (r) => r.day },
  { key: 'start', title: 'driveData.tripStart', kind: 'moment', value: (r) => r.start },
  { key: 'end', title: 'driveData.tripEnd', kind: 'moment', value: (r) => r.end },
  { key: 'run', title: 'driveData.tripRun', kind: 'number', value: (r) => r.runMinutes },
  { key: 'km', title: 'driveData.distance', kind: 'number', decimals: 1, unit: 'distance', value: (r) => r.distanceKm },
  { key: 'fuel', title: 'driveData.fuel', kind: 'number', decimals: 1, unit: 'L', value: (r) => r.fuelL },
  { key: 'idle', title: 'driveData.idle', kind: 'number', unit: '%', value: (r) => r.idlePercent },
  { key: 'work', title: 'driveData.work', kind: 'number', unit: '%', value: (r) => r.workPercent },
  { key: 'drive', title: 'driveData.drive', kind: 'number', unit: '%', value: (r) => r.drivePercent },
] as const satisfies readonly ListColumn<DriveTrip>[];
