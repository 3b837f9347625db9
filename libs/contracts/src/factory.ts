import { z } from 'zod';
import { machines, modelTypes } from './model';
import { deviceStatuses } from './device';
import { remoteControls } from './device/down';
import { endpoint } from './endpoint';
import { activationNumber, day, deviceId, horsepower, max20, max50, releaseYear, simNumber, t50, vin } from './fields';

/**
 * The interface for factory systems: registers models, vehicles and devices, and matches a device to its VIN. Clients
 * send a key in this header and are no members. A list is processed completely or not at all, and sending it again
 * changes nothing. The same records can be loaded from a file: `npm run lab -- factory <file.json>`.
 */
export const apiKeyHeader = 'x-api-key';
export const maxFactoryRecords = 1000;
/** Large enough for a list of the maximum number of records; other JSON bodies are far smaller. */
export const factoryBytes = 2 * 1024 ** 2;

/** Omitted fields keep their value; of a new model, the default. Thresholds and consumables are set in the console. */
export const FactoryModel = z.object({
  /** identifies the model */
  name: max20,
  type: z.enum(modelTypes).optional(),
  machine: z.enum(machines).optional(),
  releaseYear,
  horsepower,
  description: max50.optional(),
  remoteControl: z.enum(remoteControls).optional(),
});
export type FactoryModel = z.output<typeof FactoryModel>;

/** A vehicle keeps its model. Year and horsepower default to the model's. */
export const FactoryVehicle = z.object({
  /** identifies the vehicle */
  vin,
  /** name of the model */
  model: max20,
  releaseYear: releaseYear.optional(),
  horsepower: horsepower.optional(),
  transmission: t50.optional(),
});
export type FactoryVehicle = z.output<typeof FactoryVehicle>;

/** The device's secret at the broker: given by the factory, or generated and returned once. */
export const deviceSecret = z.string().regex(/^[\x21-\x7e]{16,100}$/, 'field.deviceSecret');
export const FactoryDevice = z.object({
  /** identifies the device */
  id: deviceId,
  type: z.union([z.literal(1), z.literal(2)]).optional(),
  sim: simNumber.optional(),
  activation: activationNumber.optional(),
  /** replaces that of a known device */
  secret: deviceSecret.optional(),
  /** an unregistered device is restored, with a new secret; no effect on one in use */
  reactivate: z.boolean().optional(),
});
export type FactoryDevice = z.output<typeof FactoryDevice>;

export const FactoryMatch = z.object({
  vin,
  deviceId,
  /** day of the installation; default: today in the zone of the product */
  matchedOn: day.optional(),
});
export type FactoryMatch = z.output<typeof FactoryMatch>;

/** Up to this many, without duplicates: `fields` are unique. */
const list = <T extends z.ZodObject>(record: T, ...fields: (keyof z.output<T> & string)[]) =>
  z
    .array(record)
    .min(1)
    .max(maxFactoryRecords, 'field.most1000')
    .superRefine((records, ctx) => {
      for (const field of fields) {
        const seen = new Set<unknown>();
        records.forEach((r, i) => {
          const value = (r as Record<string, unknown>)[field];
          if (value !== undefined && seen.has(value))
            ctx.addIssue({ code: 'custom', path: [i, field], message: 'field.twice' });
          seen.add(value);
        });
      }
    });
const lists = {
  models: list(FactoryModel, 'name'),
  vehicles: list(FactoryVehicle, 'vin'),
  devices: list(FactoryDevice, 'id', 'sim', 'activation'),
  matches: list(FactoryMatch, 'vin', 'deviceId'),
};
export const factoryLists = ['models', 'vehicles', 'devices', 'matches'] as const;
export type FactoryList = (typeof factoryLists)[number];

/** Several lists in one transaction, in this order; a file of the command has any of them. */
export const FactoryBody = z
  .strictObject({
    models: lists.models.optional(),
    vehicles: lists.vehicles.optional(),
    devices: lists.devices.optional(),
    matches: lists.matches.optional(),
  })
  .refine((body) => Object.values(body).some((l) => l !== undefined), 'field.req');
export type FactoryBody = z.output<typeof FactoryBody>;

export const factoryActs = ['created', 'changed', 'unchanged'] as const;
export type FactoryAct = (typeof factoryActs)[number];
/** Result of one record, in the order of the list. */
export const FactoryResult = z.object({
  /** name of the model, VIN, id of the device; VIN of the match */
  key: z.string(),
  act: z.enum(factoryActs),
});
export type FactoryResult = z.output<typeof FactoryResult>;
/** `secret`: generated, and returned only now */
export const FactoryDeviceResult = FactoryResult.extend({ secret: z.string().optional() });
export type FactoryDeviceResult = z.output<typeof FactoryDeviceResult>;
export const FactoryAnswer = z.object({
  models: z.array(FactoryResult),
  vehicles: z.array(FactoryResult),
  devices: z.array(FactoryDeviceResult),
  matches: z.array(FactoryResult),
});
export type FactoryAnswer = z.output<typeof FactoryAnswer>;

/** A vehicle as the plant sees it, without its customer. */
export const FactoryVehicleState = z.object({
  vin: z.string(),
  model: z.string(),
  releaseYear: z.number(),
  horsepower: z.number(),
  transmission: z.string().nullable(),
  deviceId: z.string().nullable(),
  matchedOn: z.string().nullable(),
  shippedOn: z.string().nullable(),
  /** agency or dealer it was shipped to */
  dealer: z.object({ name: z.string(), erpCode: z.string().nullable() }).nullable(),
  sold: z.boolean(),
});
export const FactoryDeviceState = z.object({
  id: z.string(),
  type: z.number(),
  status: z.enum(deviceStatuses),
  sim: z.string().nullable(),
  activation: z.string().nullable(),
  firmware: z.string().nullable(),
  /** in which it is installed */
  vin: z.string().nullable(),
  online: z.boolean(),
  lastSeenAt: z.string().nullable(),
  registeredAt: z.string(),
  unregisteredAt: z.string().nullable(),
});

const path = '/api/factory';
export const factory = {
  key: endpoint({
    method: 'GET',
    path: `${path}/key`,
    allow: 'factory',
    summary: 'The name of the key that came with the call',
    data: z.object({ name: z.string() }),
  }),
  models: endpoint({
    method: 'PUT',
    path: `${path}/models`,
    allow: 'factory',
    summary: 'Model variants, new or changed, by name; all or none, at most 1,000',
    body: z.object({ models: lists.models }),
    data: z.array(FactoryResult),
  }),
  vehicles: endpoint({
    method: 'PUT',
    path: `${path}/vehicles`,
    allow: 'factory',
    summary: 'Vehicles that were built, by VIN; all or none, at most 1,000',
    body: z.object({ vehicles: lists.vehicles }),
    data: z.array(FactoryResult),
  }),
  devices: endpoint({
    method: 'PUT',
    path: `${path}/devices`,
    allow: 'factory',
    summary: 'Devices, by id; a secret that is not given is generated and returned once. All or none, at most 1,000',
    body: z.object({ devices: lists.devices }),
    data: z.array(FactoryDeviceResult),
  }),
  matches: endpoint({
    method: 'PUT',
    path: `${path}/matches`,
    allow: 'factory',
    summary: 'Which device was installed in which vehicle; all or none, at most 1,000',
    body: z.object({ matches: lists.matches }),
    data: z.array(FactoryResult),
  }),
  vehicle: endpoint({
    method: 'GET',
    path: `${path}/vehicles/:vin`,
    allow: 'factory',
    summary: 'The present state of a vehicle',
    params: z.object({ vin }),
    data: FactoryVehicleState,
  }),
  device: endpoint({
    method: 'GET',
    path: `${path}/devices/:id`,
    allow: 'factory',
    summary: 'The present state of a device',
    params: z.object({ id: deviceId }),
    data: FactoryDeviceState,
  }),
};
