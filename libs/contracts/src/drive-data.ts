import { z } from 'zod';
import { queryPeriod } from './date-pair';
import { endpoint } from './endpoint';
import { day, id, IdParams, many, name40, paging, searched } from './fields';
import { Customer, Named } from './shared-shapes';
import { Trip } from './vehicle';

/**
 * What vehicles did over a period of days of the caller's zone, to yesterday by default; today is included if it is
 * chosen, and is so far. Run time is the time idle, at work and driving together (not the engine-hour meter); the percentages
 * are shares of it, and L/h is fuel by the run time whose fuel is known. A vehicle belongs to its present dealer and customer for the whole
 * period, whatever its owner or terminal were then.
 */
const sums = {
  runMs: z.number(),
  idleMs: z.number(),
  workMs: z.number(),
  driveMs: z.number(),
  /** null without run time; whole percent, together 100 */
  idlePercent: z.number().nullable(),
  workPercent: z.number().nullable(),
  drivePercent: z.number().nullable(),
  /** differences of the machine's meters; null: no two readings */
  km: z.number().nullable(),
  fuelL: z.number().nullable(),
  fuelPerHour: z.number().nullable(),
  starts: z.number(),
};
export const DriveSums = z.object(sums);
export type DriveSums = z.output<typeof DriveSums>;

/** A vehicle that was started, ran or moved in the period. */
export const DriveRow = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  customer: Customer.nullable(),
  dealer: Named.nullable(),
  /** days on which it was started, ran or moved */
  days: z.number(),
  ...sums,
  /** the latest start of the vehicle, also one after the period */
  startedAt: z.string().nullable(),
});
export type DriveRow = z.output<typeof DriveRow>;

export const driveSorts = [
  'vin',
  'model',
  'days',
  'run',
  'km',
  'fuel',
  'fuelPerHour',
  'idle',
  'work',
  'drive',
  'startedAt',
] as const;
const dates = { from: day.optional(), to: day.optional() };
const vehicleFilter = {
  vin: searched,
  model: many(name40),
  dealerId: id.optional(),
  customer: searched,
  ...dates,
};
const lastWeek = { days: 7, until: 'yesterday' } as const;
export const DriveTotalsFilter = queryPeriod(z.object(vehicleFilter), lastWeek);
export type DriveTotalsFilter = z.output<typeof DriveTotalsFilter>;
export const DriveFilter = queryPeriod(
  z.object({
    ...paging,
    ...vehicleFilter,
    sort: z.enum(driveSorts).default('run'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  lastWeek,
);
export type DriveFilter = z.output<typeof DriveFilter>;
export const DrivePeriod = queryPeriod(z.object(dates), lastWeek);

/** The days of a period, both included. */
const period = {
  from: z.string(),
  to: z.string(),
  /** the last day is today: figures so far */
  soFar: z.boolean(),
};
/** Over all vehicles of a filter. `days` adds up those of the vehicles. */
export const DriveTotals = z.object({ ...period, vehicles: z.number(), days: z.number(), ...sums });
export type DriveTotals = z.output<typeof DriveTotals>;

/** One day of a vehicle. The first start and the last stop are turns of the key on that day; null: none was reported. */
export const DriveDay = z.object({
  day: z.string(),
  firstStart: z.string().nullable(),
  lastStop: z.string().nullable(),
  ...sums,
});
export type DriveDay = z.output<typeof DriveDay>;
export const DriveVehicle = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  customer: Customer.nullable(),
  dealer: Named.nullable(),
  ...period,
  /** days with activity, oldest first */
  days: z.array(DriveDay),
  total: DriveSums,
});
export type DriveVehicle = z.output<typeof DriveVehicle>;
/** A trip on a day of the caller's zone; one over midnight is cut there. */
export const DriveTrip = Trip.extend({ day: z.string() });
export type DriveTrip = z.output<typeof DriveTrip>;

const path = '/api/drive-data';
export const driveData = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'driveData:R',
    summary: 'Vehicles with what they did over a period of days',
    query: DriveFilter,
    data: DriveRow,
    page: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: `${path}/totals`,
    allow: 'driveData:R',
    summary: 'The same over all vehicles of the filter; of a whole fleet at most five minutes old',
    query: DriveTotalsFilter,
    data: DriveTotals,
  }),
  models: endpoint({
    method: 'GET',
    path: `${path}/models`,
    allow: 'driveData:R',
    summary: 'Model names, for the filter',
    data: z.array(z.string()),
  }),
  days: endpoint({
    method: 'GET',
    path: `${path}/:id/days`,
    allow: 'driveData:R',
    summary: 'One vehicle over a period, day by day, its customer masked',
    params: IdParams,
    query: DrivePeriod,
    data: DriveVehicle,
  }),
  trips: endpoint({
    method: 'GET',
    path: `${path}/:id/trips`,
    allow: 'driveData:R',
    summary: 'The trips of a vehicle over a period, oldest first',
    params: IdParams,
    query: DrivePeriod,
    data: z.array(DriveTrip),
  }),
};
