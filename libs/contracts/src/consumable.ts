import { z } from 'zod';
import { dateRange } from './date-pair';
import { endpoint } from './endpoint';
import { day, filtered, id, IdParams, many, name40, paging, partCode, searched, t1500 } from './fields';
import { maintenanceTypes, modelTypes } from './model';
import { Customer, Delivery, Named } from './shared-shapes';

/**
 * Consumables: parts that need replacement or inspection at intervals. The number of a page is one cycle of one item on
 * one vehicle. A cycle runs from hours and day of its start until it is replaced or inspected; then it is locked, and
 * the next one runs.
 */
export const runningStates = ['safe', 'imminent', 'exceeded'] as const;
export const dueStates = ['imminent', 'exceeded'] as const;
/** `closed`: replaced or inspected; `ended`: its item was removed from the model. */
export const cycleStates = [...runningStates, 'closed', 'ended'] as const;
export type CycleState = (typeof cycleStates)[number];

/**
 * A cycle in the log. `percent` is whole; null if neither hours nor days are known. `version`: how often it was dated,
 * where that tells one alarm from another.
 */
export const ConsumableSummary = z.object({
  id: z.number(),
  version: z.number().optional(),
  vehicleId: z.number(),
  vin: z.string(),
  item: z.string(),
  maintenance: z.enum(maintenanceTypes),
  state: z.enum(cycleStates),
  percent: z.number().nullable(),
});
export type ConsumableSummary = z.output<typeof ConsumableSummary>;

export const noticeRefusals = ['safe', 'noCustomer', 'noApp', 'today'] as const;
export type NoticeRefusal = (typeof noticeRefusals)[number];

/**
 * A cycle with its starting point, so that a console can recalculate as hours arrive. Hours are engine hours with their
 * correction, days of the product's zone.
 */
const Cycle = z.object({
  id: z.number(),
  version: z.number(),
  vehicleId: z.number(),
  vin: z.string(),
  model: z.string(),
  item: z.string(),
  maintenance: z.enum(maintenanceTypes),
  state: z.enum(cycleStates),
  /** 1 is the first, which lasts the initial hours */
  number: z.number(),
  startedHours: z.number(),
  /** start of its days; null: hours only (no days, or not sold) */
  countedFrom: z.string().nullable(),
  lengthHours: z.number(),
  lengthDays: z.number().nullable(),
  dueHours: z.number(),
  dueOn: z.string().nullable(),
  /** current engine hours; null: never reported */
  hours: z.number().nullable(),
  usedHours: z.number().nullable(),
  usedDays: z.number().nullable(),
  percent: z.number().nullable(),
  /** first day of the alarm: imminent, or exceeded at once */
  alarmedOn: z.string().nullable(),
  /** of the previous cycle */
  replacedOn: z.string().nullable(),
  /** null: it still belongs to the organization that built it */
  dealer: Named.nullable(),
  customer: Customer.nullable(),
  /** last message to the customer about it */
  sentAt: z.string().nullable(),
  /** why the customer can't be notified of it now */
  notice: z.enum(noticeRefusals).nullable(),
});
export const ConsumableRow = Cycle.extend({ state: z.enum([...runningStates, 'closed']) });
export type ConsumableRow = z.output<typeof ConsumableRow>;

/** A closed cycle in the history; it is never changed again. */
export const ConsumableStep = z.object({
  id: z.number(),
  number: z.number(),
  on: z.string(),
  maintenance: z.enum(maintenanceTypes),
  hours: z.number().nullable(),
  percent: z.number().nullable(),
  partCode: z.string().nullable(),
  memo: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
});
export type ConsumableStep = z.output<typeof ConsumableStep>;

export const ConsumableDetail = Cycle.extend({
  initialHours: z.number(),
  cycleHours: z.number(),
  soldOn: z.string().nullable(),
  deviceId: z.string().nullable(),
  appStatus: z.enum(['registered', 'withdrawn']).nullable(),
  dealerPhone: z.string().nullable(),
  /** since when it has this state */
  since: z.string(),
  /** engine hours per day over the last 30 days; null if unknown */
  pace: z.number().nullable(),
  /** the expected due day at that rate; null if unknown */
  forecastOn: z.string().nullable(),
  /** in the product's zone: the last day that can be entered */
  today: z.string(),
  /** how it was closed */
  closed: ConsumableStep.nullable(),
  /** the item's running cycle, if it is another one */
  runningId: z.number().nullable(),
  /** the vehicle's running cycles, by percent */
  items: z.array(
    Cycle.pick({ id: true, item: true, maintenance: true, percent: true, dueHours: true, dueOn: true }).extend({
      state: z.enum(runningStates),
    }),
  ),
  /** of this item on this vehicle, newest first */
  history: z.array(ConsumableStep),
  deliveries: z.array(Delivery),
});
export type ConsumableDetail = z.output<typeof ConsumableDetail>;

export const ConsumableFilter = dateRange(
  z.object({
    ...paging,
    sort: z.enum(['percent', 'vin', 'model', 'alarmedOn', 'replacedOn', 'dealer']).default('percent'),
    order: z.enum(['asc', 'desc']).default('desc'),
    /** none chosen: imminent and exceeded */
    state: many(z.enum(runningStates)).transform((states) => (states.length === 0 ? [...dueStates] : states)),
    vin: searched,
    model: many(name40),
    item: many(filtered(50)),
    maintenance: z.enum(maintenanceTypes).optional(),
    modelType: z.enum(modelTypes).optional(),
    dealerId: id.optional(),
    /** replaced or inspected before or after it was exceeded, instead of running ones; the days are then those of the replacement */
    closed: z.enum(['onTime', 'late']).optional(),
    customer: searched,
    alarmedFrom: day.optional(),
    alarmedTo: day.optional(),
    replacedFrom: day.optional(),
    replacedTo: day.optional(),
  }),
  { from: 'alarmedFrom', to: 'alarmedTo' },
  { from: 'replacedFrom', to: 'replacedTo' },
);
export type ConsumableFilter = z.output<typeof ConsumableFilter>;
/** Upper limit of the server's count. */
export const consumablesCountedTo = 20_000;

/**
 * A replacement or inspection: its day and engine hours. `domain/consumable-replacement` validates both against the
 * cycle.
 */
export const ReplaceConsumableBody = z.object({
  version: z.coerce.number<string | number>().int(),
  replacedOn: day,
  hours: z.coerce
    .number<string | number>('field.decimal')
    .min(0, 'field.decimal')
    .max(999_999, 'field.decimal')
    .refine((h) => Math.abs(h * 10 - Math.round(h * 10)) < 1e-6, 'field.decimal'),
  partCode: partCode.optional(),
  memo: t1500.optional(),
});
export type ReplaceConsumableBody = z.output<typeof ReplaceConsumableBody>;

export const maxNotices = 100;

const path = '/api/consumables';
export const consumables = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'expendable:R',
    summary: 'Running cycles, those that are due by default, the most used first',
    query: ConsumableFilter,
    data: ConsumableRow,
    page: true,
  }),
  items: endpoint({
    method: 'GET',
    path: `${path}/items`,
    allow: 'expendable:R',
    summary: 'Names of the items that models have',
    data: z.array(z.string()),
  }),
  notify: endpoint({
    method: 'POST',
    path: `${path}/notify`,
    allow: 'expendable:U',
    summary: 'Notifies the customers by app push, once a day for each item; returns which were left out and why',
    body: z.object({ ids: z.array(id).min(1).max(maxNotices) }),
    data: z.object({
      sent: z.array(z.number()),
      skipped: z.array(z.object({ id: z.number(), reason: z.enum(noticeRefusals) })),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'expendable:R',
    summary: 'One cycle, the customer masked',
    params: IdParams,
    data: ConsumableDetail,
  }),
  customer: endpoint({
    method: 'GET',
    path: `${path}/:id/customer`,
    allow: ['expendable:R', 'customer:R'],
    summary: 'Name and phone of the owner in full; the access is recorded',
    params: IdParams,
    data: Customer.nullable(),
  }),
  replace: endpoint({
    method: 'POST',
    path: `${path}/:id/replace`,
    allow: 'expendable:U',
    summary:
      'Replaced or inspected: the cycle is closed and locked, the next one runs. Refused while it is safe, and ever after',
    params: IdParams,
    body: ReplaceConsumableBody,
    data: ConsumableDetail,
  }),
};
