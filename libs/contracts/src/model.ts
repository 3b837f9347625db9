import { z } from 'zod';
import { remoteControls } from './device/down';
import { endpoint } from './endpoint';
import {
  degrees,
  horsepower,
  IdParams,
  id,
  itemLabel,
  many,
  max100,
  max20,
  max50,
  paging,
  positive,
  releaseYear,
  searched,
} from './fields';
import { fileId } from './file';
import { resource } from './resource';
import { RecordStep } from './shared-shapes';

/**
 * A model of tractor or excavator: its vehicles' properties, roll-over thresholds, and consumables with their
 * intervals.
 */
export const modelTypes = ['premium', 'standard'] as const;
export const machines = ['tractor', 'excavator'] as const;
export const maintenanceTypes = ['replace', 'inspect'] as const;
export const maxItems = 50;

/** Degrees of tilt about each axis beyond which a vehicle has rolled over. */
export const Rollover = z.object({ x: degrees, y: degrees, z: degrees });
export type Rollover = z.output<typeof Rollover>;

/** Hours or days: longer than the life of any machine. */
const cycle = positive.max(99_999, 'field.cycle');

/** One item of the consumables set. `cycleDays` null: by engine hours only. */
export const ConsumableItem = z.object({
  /** null: new in this form. A removed item continues when it is added again under its name */
  id: id.nullable(),
  name: itemLabel,
  maintenance: z.enum(maintenanceTypes),
  /** of the first cycle, in engine hours */
  initialHours: cycle,
  /** of every later one */
  cycleHours: cycle,
  cycleDays: cycle.nullable(),
});
export type ConsumableItem = z.output<typeof ConsumableItem>;

const consumables = z
  .array(ConsumableItem)
  .max(maxItems)
  .superRefine((items, ctx) => {
    items.forEach((item, i) => {
      if (items.findIndex((other) => other.name.trim() === item.name.trim()) < i)
        ctx.addIssue({ code: 'custom', path: [i, 'name'], message: 'field.nameTaken' });
      if (item.id !== null && items.findIndex((other) => other.id === item.id) < i)
        ctx.addIssue({ code: 'custom', path: [i, 'id'], message: 'field.twice' });
    });
  });

export const ModelBody = z.object({
  name: max20,
  type: z.enum(modelTypes),
  machine: z.enum(machines),
  releaseYear,
  horsepower,
  description: max50,
  remoteControl: z.enum(remoteControls),
  /** by device type */
  rollover: z.object({ 1: Rollover, 2: Rollover }),
  imageId: fileId.nullable(),
  imageAlt: max100,
  consumables,
});
export type ModelBody = z.output<typeof ModelBody>;
/** The short fields, in the order of form, page and list; description and remote control follow them. */
export const modelFields = ModelBody.keyof().exclude([
  'description',
  'remoteControl',
  'rollover',
  'imageId',
  'imageAlt',
  'consumables',
]).options;
/** `version` as loaded: another one means that somebody else changed it since. Ids of items are those of this model. */
export const ChangeModelBody = ModelBody.extend({ version: z.number().int() });
export type ChangeModelBody = z.output<typeof ChangeModelBody>;

export const ModelRow = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(modelTypes),
  machine: z.enum(machines),
  releaseYear: z.number(),
  horsepower: z.number(),
  description: z.string(),
  remoteControl: z.enum(remoteControls),
  imageId: z.string().nullable(),
  imageAlt: z.string().nullable(),
  items: z.number(),
  /** in the caller's scope */
  vehicles: z.number(),
  registeredAt: z.string(),
});
export type ModelRow = z.output<typeof ModelRow>;

/**
 * Progress of a changed threshold, interval or remote control: devices to be notified, notified at the broker, and
 * online since.
 */
export const ConfigDelivery = z.object({ devices: z.number(), sent: z.number(), confirmed: z.number() });
export type ConfigDelivery = z.output<typeof ConfigDelivery>;
export const ModelDetail = ModelRow.extend({
  version: z.number(),
  rollover: z.object({
    1: z.object({ x: z.number(), y: z.number(), z: z.number() }),
    2: z.object({ x: z.number(), y: z.number(), z: z.number() }),
  }),
  consumables: z.array(ConsumableItem.extend({ id: z.number() })),
  delivery: ConfigDelivery,
  /**
   * while the vehicles' cycles are being recalculated after a change of the consumables set: done and total, in the
   * caller's scope
   */
  redating: z.object({ done: z.number(), vehicles: z.number() }).nullable(),
});
export type ModelDetail = z.output<typeof ModelDetail>;

/**
 * One step of a model's history: who did it when, and each field before and after. A field is named as in the body:
 * `horsepower`, `rollover.1.x`; `imageId` has the name of the file, the fields of a consumable are under its name
 * ("Engine oil · cycleHours"), `order` is that of the items.
 */
export const ModelStep = RecordStep.omit({ reason: true });
export type ModelStep = z.output<typeof ModelStep>;

export const ModelFilter = z.object({
  ...paging,
  sort: z.enum(['name', 'type', 'releaseYear', 'horsepower', 'vehicles', 'registeredAt']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  name: searched,
  type: many(z.enum(modelTypes)),
  remoteControl: many(z.enum(remoteControls)),
  releaseYear: releaseYear.optional(),
});
export type ModelFilter = z.output<typeof ModelFilter>;

const path = '/api/models';
export const models = {
  ...resource('model', {
    path,
    row: ModelRow,
    detail: ModelDetail,
    filter: ModelFilter,
    body: ModelBody,
    changeBody: ChangeModelBody,
    summaries: {
      list: 'Models',
      get: 'One model',
      create: 'A new model with its consumables set',
      change:
        'All fields and the whole consumables set; re-dates the vehicles, of a large fleet in the background, and notifies the devices',
    },
    history: { summary: 'What was changed, newest first', data: ModelStep },
  }),
  /** for filters and forms of other screens: for everybody who may see vehicles */
  names: endpoint({
    method: 'GET',
    path: `${path}/names`,
    allow: 'member',
    summary: 'Names of all models, for filters',
    data: z.array(z.object({ id: z.number(), name: z.string(), type: z.enum(modelTypes) })),
  }),
  /** for everybody who sees cycles, some of which may still be of the former set */
  redating: endpoint({
    method: 'GET',
    path: `${path}/redating`,
    allow: 'member',
    summary:
      'Models whose vehicles are still being dated by a changed consumables set, and which share of them is done',
    data: z.array(z.object({ id: z.number(), name: z.string(), share: z.number() })),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${path}/:id/preview`,
    allow: 'model:U',
    summary:
      'What a changed consumables set would do: how many cycles become imminent, exceeded or safe, how many end and begin; and how many devices are notified',
    params: IdParams,
    body: ModelBody.pick({ consumables: true, rollover: true, remoteControl: true }),
    data: z.object({
      vehicles: z.number(),
      imminent: z.number(),
      exceeded: z.number(),
      safe: z.number(),
      ended: z.number(),
      started: z.number(),
      devices: z.number(),
    }),
  }),
};
