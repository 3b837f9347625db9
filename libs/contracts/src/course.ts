import { z } from 'zod';
import { queryPeriod } from './date-pair';
import { endpoint } from './endpoint';
import { severities } from './fault';
import { day, id, many, searched } from './fields';
import { type measuredValues } from './measured-values';
import { sosTypes } from './device/up';

/**
 * The course of values: charts of a model's or a customer's vehicles, or of one of them, on a time axis of 5 minutes.
 * Units: 1/min, km/h, %, L/h (fuelRate), °C, kPa (oil), bar (rail), V, h (engineHours), `work`: percent of the running
 * time that was work.
 */
export const courseValues = [
  'rpm',
  'speed',
  'load',
  'fuelRate',
  'fuelLevel',
  'defLevel',
  'dpfSoot',
  'coolant',
  'oilTemp',
  'exhaustTemp',
  'oilPressure',
  'railPressure',
  'battery',
  'hitch',
  'pto',
  'work',
  'engineHours',
] as const satisfies readonly ((typeof measuredValues)[number] | 'fuelRate' | 'work' | 'engineHours')[];
export type CourseValue = (typeof courseValues)[number];
export const maxCharts = 9;
export const defaultCourse: readonly CourseValue[] = [
  'rpm',
  'speed',
  'load',
  'fuelLevel',
  'coolant',
  'oilTemp',
  'oilPressure',
  'dpfSoot',
  'battery',
];
/** Decimals of each value as it is sent and shown. */
export const courseDigits: Readonly<Record<CourseValue, number>> = {
  rpm: 0,
  speed: 1,
  load: 1,
  fuelRate: 2,
  fuelLevel: 1,
  defLevel: 1,
  dpfSoot: 1,
  coolant: 1,
  oilTemp: 1,
  exhaustTemp: 0,
  oilPressure: 0,
  railPressure: 0,
  battery: 2,
  hitch: 1,
  pto: 0,
  work: 1,
  engineHours: 2,
};
export const courseSubjects = ['models', 'customers'] as const;
export type CourseSubject = (typeof courseSubjects)[number];

const params = z.object({ subject: z.enum(courseSubjects), id });
const path = '/api/operation-data/:subject/:id';
const values = z.array(z.number().nullable());
export const CourseVehicle = z.object({ id: z.number(), vin: z.string(), model: z.string() });
export type CourseVehicle = z.output<typeof CourseVehicle>;
export const courses = {
  vehicles: endpoint({
    method: 'GET',
    path: `${path}/vehicles`,
    allow: 'operationData:R',
    summary: 'Vehicles of a model or a customer, at most 50, by a part of the VIN',
    params,
    query: z.object({ q: searched.optional() }),
    data: z.object({ name: z.string(), total: z.number(), vehicles: z.array(CourseVehicle).max(50) }),
  }),
  read: endpoint({
    method: 'GET',
    path: `${path}/course`,
    allow: 'operationData:R',
    summary: 'Measured values by 5 minutes, with faults, SOS calls and work states',
    params,
    /** without a vehicle: all of them */
    query: queryPeriod(
      z.object({
        from: day.optional(),
        to: day.optional(),
        values: many(z.enum(courseValues)).refine(
          (list) => list === undefined || list.length <= maxCharts,
          'field.chart9',
        ),
        vehicleId: id.optional(),
      }),
      { days: 1, until: 'yesterday' },
    ),
    data: z.object({
      /** first instant of the period and of the day after it, epoch ms */
      from: z.number(),
      to: z.number(),
      bucketMs: z.number(),
      /** the chosen one */
      vehicle: CourseVehicle.nullable(),
      /** how many vehicles have data */
      vehicles: z.number(),
      /** starts of the 5-minute intervals with data, epoch ms, in order */
      at: z.array(z.number()),
      /** as long as `at`. Of one vehicle: mean, least, greatest; of all: mean, 10 % and 90 % of the vehicles' means */
      charts: z.array(z.object({ value: z.enum(courseValues), mean: values, low: values, high: values })),
      /** of one vehicle: what it mostly did, adjacent intervals joined */
      states: z.array(z.object({ from: z.number(), to: z.number(), state: z.enum(['idle', 'work', 'drive']) })),
      /** at most 500 each, the newest; none without the right to read them */
      faults: z.array(z.object({ id: z.number(), at: z.number(), code: z.string(), severity: z.enum(severities) })),
      sos: z.array(z.object({ id: z.number(), at: z.number(), type: z.enum(sosTypes) })),
      /** stored telemetry of this period is not aggregated yet */
      counting: z.boolean(),
    }),
  }),
};
