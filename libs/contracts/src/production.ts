import { z } from 'zod';
import { dateRange } from './date-pair';
import { endpoint } from './endpoint';
import {
  day,
  deviceId,
  flag,
  horsepower,
  id,
  IdParams,
  many,
  memo,
  name40,
  paging,
  releaseYear,
  searched,
  t50,
} from './fields';
import { deviceStatuses } from './device';
import { modelTypes } from './model';
import { Customer, Named, RecordStep } from './shared-shapes';

/** Every unit built: its device, when it was shipped to whom, when it was sold. */
export const maxShipped = 100;
/** A unit whose device is silent for this many days, this many days after shipment, is suspect. */
export const silentDays = 7;

export const ProductionRow = z.object({
  id: z.number(),
  version: z.number(),
  vin: z.string(),
  model: z.string(),
  modelType: z.enum(modelTypes),
  releaseYear: z.number(),
  horsepower: z.number(),
  transmission: z.string().nullable(),
  deviceId: z.string().nullable(),
  deviceStatus: z.enum(deviceStatuses).nullable(),
  matchedOn: z.string().nullable(),
  shippedOn: z.string().nullable(),
  /** the agency or dealer it was shipped to; null while it belongs to the organization that built it */
  dealer: Named.nullable(),
  soldOn: z.string().nullable(),
  customer: Customer.nullable(),
});
export type ProductionRow = z.output<typeof ProductionRow>;

export const productionDates = ['matched', 'shipped', 'sold'] as const;
export const ProductionFilter = dateRange(
  z.object({
    ...paging,
    sort: z.enum(['vin', 'model', 'releaseYear', 'matchedOn', 'shippedOn', 'dealer', 'soldOn']).default('matchedOn'),
    order: z.enum(['asc', 'desc']).default('desc'),
    vin: searched,
    model: many(name40),
    modelType: z.enum(modelTypes).optional(),
    deviceId: searched,
    matched: flag,
    shipped: flag,
    sold: flag,
    dealerId: id.optional(),
    dateKind: z.enum(productionDates).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
);
export type ProductionFilter = z.output<typeof ProductionFilter>;

export const ProductionDetail = ProductionRow.extend({
  modelId: z.number(),
  imageId: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** key of the device, the address of its page */
  deviceKey: z.number().nullable(),
  deviceType: z.number().nullable(),
  sim: z.string().nullable(),
  activation: z.string().nullable(),
  firmware: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  installedBy: z.string().nullable(),
  dealerAddress: z.string().nullable(),
  memo: z.string(),
  /** it has a device, was shipped more than 7 days ago, and has been silent for as long */
  silent: z.boolean(),
});
export type ProductionDetail = z.output<typeof ProductionDetail>;

/** `version` as loaded: another one means that somebody else changed it since. A browser sends it as text. */
export const ProductionBody = z.object({
  version: z.coerce.number<string | number>().int(),
  /** null: none installed; a form omits what is empty */
  deviceId: deviceId.nullable().default(null),
  matchedOn: day.nullable().default(null),
  releaseYear,
  horsepower,
  transmission: t50,
  shippedOn: day.nullable().default(null),
  dealerId: id.nullable().default(null),
  memo: memo.default(''),
});
export type ProductionBody = z.output<typeof ProductionBody>;

/** Each unit with its version as loaded. Errors of one unit are at `units.<index in the list>`. */
export const ShipBody = z.object({
  units: z
    .array(z.object({ id, version: z.coerce.number<string | number>().int() }))
    .min(1)
    .max(maxShipped),
  shippedOn: day,
  dealerId: id,
});
export type ShipBody = z.output<typeof ShipBody>;

const path = '/api/production';
export const production = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'production:R',
    summary: 'Units built',
    query: ProductionFilter,
    data: ProductionRow,
    page: true,
  }),
  ship: endpoint({
    method: 'POST',
    path: `${path}/ship`,
    allow: 'production:U',
    summary: 'Shipment date and dealer of several units, all or none',
    body: ShipBody,
    data: z.object({ shipped: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'production:R',
    summary: 'One unit',
    params: IdParams,
    data: ProductionDetail,
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow: 'production:U',
    summary: 'Installation, data and shipment of a unit',
    params: IdParams,
    body: ProductionBody,
    data: ProductionDetail,
  }),
  history: endpoint({
    method: 'GET',
    path: `${path}/:id/history`,
    allow: 'production:R',
    summary: 'What was changed, newest first',
    params: IdParams,
    query: z.object({ ...paging }),
    data: RecordStep,
    page: true,
  }),
  customer: endpoint({
    method: 'GET',
    path: `${path}/:id/customer`,
    allow: ['production:R', 'customer:R'],
    summary: 'Name and phone of the customer in full; the access is recorded',
    params: IdParams,
    data: Customer.nullable(),
  }),
};
