import { z } from 'zod';
import { queryPeriod } from './date-pair';
import { endpoint } from './endpoint';
import { day, id, many, name40, paging } from './fields';
import { severities } from './fault';
import { modelTypes } from './model';
import { Customer, Place } from './shared-shapes';

/**
 * Operation data: what the vehicles of a scope did over a period, and the faults, SOS calls and repairs of it. The period is in days of the caller's
 * zone, by default the last seven up to today. Unknown values are null.
 */
const filter = {
  from: day.optional(),
  to: day.optional(),
  model: many(name40),
  type: z.enum(modelTypes).optional(),
  /** an organization with all below it */
  dealerId: id.optional(),
};
const days = { days: 7 };
export const OperationFilter = queryPeriod(z.object(filter), days);
export type OperationFilter = z.output<typeof OperationFilter>;

const order = z.enum(['asc', 'desc']);
/** Sums of vehicle days. */
const sums = {
  runMs: z.number().nullable(),
  km: z.number().nullable(),
  fuelL: z.number().nullable(),
  /** of the run time whose fuel is known */
  litresPerHour: z.number().nullable(),
};

export const OperationModelRow = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(modelTypes),
  /** of the scope, now */
  vehicles: z.number(),
  /** of them, with a start or a running engine within the period */
  active: z.number(),
  ...sums,
  /** run time of an active vehicle */
  meanRunMs: z.number().nullable(),
  idlePercent: z.number().nullable(),
  workPercent: z.number().nullable(),
  drivePercent: z.number().nullable(),
  faults: z.number(),
});
export type OperationModelRow = z.output<typeof OperationModelRow>;

/** A day counts for the owner at its end, a fault or SOS call for the owner at its time. */
export const OperationCustomerRow = z.object({
  id: z.number(),
  customer: Customer,
  /** owned at some time of the period */
  vehicles: z.number(),
  ...sums,
  faults: z.number(),
  sos: z.number(),
});
export type OperationCustomerRow = z.output<typeof OperationCustomerRow>;

export const OperationFaultRow = z.object({
  /** place in the order */
  id: z.number(),
  code: z.string(),
  name: Place,
  part: Place.nullable(),
  severity: z.enum(severities),
  count: z.number(),
  vehicles: z.number(),
  /** reports whose code occurred more than once before they were completed */
  repeatPercent: z.number(),
});
export type OperationFaultRow = z.output<typeof OperationFaultRow>;

const Times = z.object({ median: z.number().nullable(), p90: z.number().nullable() });
export const OperationSosRow = z.object({
  /** of the region; 0: none */
  id: z.number(),
  region: z.string().nullable(),
  count: z.number(),
  rollover: z.number(),
  collision: z.number(),
  button: z.number(),
  acknowledgeSeconds: z.number().nullable(),
  dispatchSeconds: z.number().nullable(),
  resolveSeconds: z.number().nullable(),
  falseAlarmPercent: z.number().nullable(),
  escalated: z.number(),
});
export type OperationSosRow = z.output<typeof OperationSosRow>;

export const OperationRepairRow = z.object({
  /** of the agency */
  id: z.number(),
  agency: z.string(),
  completed: z.number(),
  repaired: z.number(),
  processed: z.number(),
  meanDays: z.number().nullable(),
});
export type OperationRepairRow = z.output<typeof OperationRepairRow>;

const Activity = z.object({
  active: z.number(),
  ...sums,
  faults: z.number(),
  sos: z.number(),
});
const FaultFigures = z.object({
  count: z.number(),
  vehicles: z.number(),
  perThousandHours: z.number().nullable(),
  /** means, from the arrival of the report */
  acceptSeconds: z.number().nullable(),
  completeSeconds: z.number().nullable(),
});
const SosFigures = z.object({
  count: z.number(),
  acknowledgeSeconds: Times,
  dispatchSeconds: Times,
  resolveSeconds: Times,
  /** of those that are closed */
  falseAlarmPercent: z.number().nullable(),
  falseAlarms: z.number(),
  escalated: z.number(),
});
const RepairFigures = z.object({
  completed: z.number(),
  repaired: z.number(),
  processed: z.number(),
  /** from the arrival of the report */
  meanDays: z.number().nullable(),
  onTime: z.number(),
  late: z.number(),
});
/** The period, and the one of the same length before it. */
const compared = <T extends z.ZodType>(figures: T) => ({
  from: z.string(),
  to: z.string(),
  now: figures,
  before: figures,
});
const Region = z.object({ id: z.number(), name: z.string().nullable(), count: z.number() });

const path = '/api/operation-data';
const shared = { method: 'GET', allow: 'operationData:R' } as const;
export const operationData = {
  activity: endpoint({
    ...shared,
    path: `${path}/activity`,
    summary: 'Run time, distance, fuel and incidents of a period, and of the period before',
    query: OperationFilter,
    data: z.object(compared(Activity)),
  }),
  models: endpoint({
    ...shared,
    path: `${path}/models`,
    summary: 'What the vehicles of each model did',
    query: queryPeriod(
      z.object({
        ...paging,
        ...filter,
        sort: z
          .enum(['name', 'active', 'runMs', 'meanRunMs', 'km', 'fuelL', 'litresPerHour', 'faults'])
          .default('name'),
        order: order.default('asc'),
      }),
      days,
    ),
    data: OperationModelRow,
    page: true,
  }),
  customers: endpoint({
    ...shared,
    path: `${path}/customers`,
    summary: 'What the vehicles of each customer did while they owned them; customers are masked',
    query: queryPeriod(
      z.object({
        ...paging,
        ...filter,
        sort: z.enum(['runMs', 'km', 'fuelL', 'litresPerHour', 'faults', 'sos']).default('runMs'),
        order: order.default('desc'),
      }),
      days,
    ),
    data: OperationCustomerRow,
    page: true,
  }),
  faults: endpoint({
    ...shared,
    path: `${path}/faults`,
    summary: 'Fault reports that occurred: by day, part, model and region, and how fast they were handled',
    query: OperationFilter,
    data: z.object({
      ...compared(FaultFigures),
      days: z.array(z.object({ day: z.string(), count: z.number() })),
      codes: z.array(z.object({ code: z.string(), name: Place, count: z.number() })),
      /** `key`: as the list filters by it */
      parts: z.array(z.object({ key: z.string(), name: Place.nullable(), count: z.number() })),
      /** null: of no vehicle */
      models: z.array(z.object({ name: z.string().nullable(), count: z.number() })),
      regions: z.array(Region),
    }),
  }),
  faultCodes: endpoint({
    ...shared,
    path: `${path}/fault-codes`,
    summary: 'Fault reports that occurred, by code',
    query: queryPeriod(
      z.object({
        ...paging,
        ...filter,
        sort: z.enum(['code', 'count', 'vehicles']).default('count'),
        order: order.default('desc'),
      }),
      days,
    ),
    data: OperationFaultRow,
    page: true,
  }),
  sos: endpoint({
    ...shared,
    path: `${path}/sos`,
    summary: 'SOS calls that were raised: by day, type, hour and weekday, and how fast they were handled',
    query: OperationFilter,
    data: z.object({
      ...compared(SosFigures),
      days: z.array(z.object({ day: z.string(), rollover: z.number(), collision: z.number(), button: z.number() })),
      /** by weekday, Sunday first, and hour of the caller's zone */
      grid: z.array(z.array(z.number()).length(24)).length(7),
    }),
  }),
  sosRegions: endpoint({
    ...shared,
    path: `${path}/sos-regions`,
    summary: 'SOS calls that were raised, by region; times are medians',
    query: queryPeriod(
      z.object({
        ...paging,
        ...filter,
        sort: z.enum(['region', 'count', 'escalated']).default('count'),
        order: order.default('desc'),
      }),
      days,
    ),
    data: OperationSosRow,
    page: true,
  }),
  repairs: endpoint({
    ...shared,
    path: `${path}/repairs`,
    summary: 'Fault reports that were completed, by part, and consumables replaced on time and late',
    query: OperationFilter,
    data: z.object({
      ...compared(RepairFigures),
      parts: z.array(z.object({ key: z.string(), name: Place.nullable(), count: z.number() })),
      items: z.array(z.object({ item: z.string(), onTime: z.number(), late: z.number() })),
    }),
  }),
  repairAgencies: endpoint({
    ...shared,
    path: `${path}/repair-agencies`,
    summary: 'Fault reports that were completed, by agency',
    query: queryPeriod(
      z.object({
        ...paging,
        ...filter,
        sort: z.enum(['agency', 'completed', 'meanDays']).default('completed'),
        order: order.default('desc'),
      }),
      days,
    ),
    data: OperationRepairRow,
    page: true,
  }),
};
