import { z } from 'zod';
import { endpoint } from './endpoint';
import { day, deviceId, flag, id, IdParams, many, memo, paging, positive, releaseYear, searched, t50 } from './fields';
import { deviceStatuses } from './device';
import { modelTypes } from './model';
import { Customer, Named, Step } from './shared-shapes';

/** Every unit built: which device it got, when it was shipped to whom, when it was sold. */
export const ProductionRow = z.object({
  id: z.number(),
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
  /** null until it was shipped: it still stands with the organisation that built it */
  dealer: Named.nullable(),
  soldOn: z.string().nullable(),
  customer: Customer.nullable(),
});
export type ProductionRow = z.output<typeof ProductionRow>;

export const productionDates = ['matched', 'shipped', 'sold'] as const;
export const ProductionFilter = z.object({
  ...paging,
  sort: z.enum(['vin', 'model', 'releaseYear', 'matchedOn', 'shippedOn', 'dealer', 'soldOn']).default('matchedOn'),
  order: z.enum(['asc', 'desc']).default('desc'),
  vin: searched,
  model: many(z.string().max(40)),
  modelType: z.enum(modelTypes).optional(),
  deviceId: searched,
  matched: flag,
  shipped: flag,
  sold: flag,
  dealerId: id.optional(),
  dateKind: z.enum(productionDates).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type ProductionFilter = z.output<typeof ProductionFilter>;

export const ProductionDetail = ProductionRow.extend({
  version: z.number(),
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
  /** shipped more than 7 days ago and silent for as long */
  silent: z.boolean(),
});
export type ProductionDetail = z.output<typeof ProductionDetail>;

export const ProductionBody = z.object({
  version: z.number().int(),
  deviceId: deviceId.nullable(),
  matchedOn: day.nullable(),
  releaseYear,
  horsepower: positive,
  transmission: t50,
  shippedOn: day.nullable(),
  dealerId: id.nullable(),
  memo,
});
export type ProductionBody = z.output<typeof ProductionBody>;

const path = '/api/production';
export const production = {
  list: endpoint({ method: 'GET', path, allow: 'production:R', summary: 'Units built', query: ProductionFilter, data: ProductionRow, page: true }),
  ship: endpoint({
    method: 'POST',
    path: `${path}/ship`,
    allow: 'production:U',
    summary: 'Shipment date and dealer of several units, all or none',
    body: z.object({ ids: z.array(id).min(1).max(100), shippedOn: day, dealerId: id }),
    data: z.object({ shipped: z.number() }),
  }),
  get: endpoint({ method: 'GET', path: `${path}/:id`, allow: 'production:R', summary: 'One unit', params: IdParams, data: ProductionDetail }),
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
    data: Step,
    page: true,
  }),
};
