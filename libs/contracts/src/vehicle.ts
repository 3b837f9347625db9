import { z } from 'zod';
import { endpoint } from './endpoint';
import { day, flag, id, IdParams, many, paging } from './fields';
import { remoteControls } from './device/down';
import { Customer, Named, Step, TrackPoint, VehicleNow } from './shared-shapes';
import { faultStatuses, severities } from './fault';
import { Place } from './shared-shapes';

/** A vehicle (tractor or excavator) as the status screens know it: where it is and how it does, now and on a day. */
export const vehicleStates = ['off', 'idle', 'work', 'drive', 'offline', 'never'] as const;
export type VehicleState = (typeof vehicleStates)[number];

export const VehicleRow = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  deviceId: z.string().nullable(),
  customer: Customer.nullable(),
  dealer: Named,
  releaseYear: z.number(),
  horsepower: z.number(),
  transmission: z.string().nullable(),
  matchedOn: z.string().nullable(),
  soldOn: z.string().nullable(),
  state: z.enum(vehicleStates),
  online: z.boolean(),
  heading: z.number().nullable(),
  speed: z.number().nullable(),
  odometer: z.number().nullable(),
  engineHours: z.number().nullable(),
  fuelUsed: z.number().nullable(),
  startedAt: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  place: Place.nullable(),
  openFaults: z.number(),
  worstFault: z.enum(severities).nullable(),
  openSos: z.number(),
  lastSeenAt: z.string().nullable(),
});
export type VehicleRow = z.output<typeof VehicleRow>;

export const VehicleDetail = VehicleRow.extend({
  modelType: z.enum(['premium', 'standard']),
  remoteControl: z.enum(remoteControls),
  thresholds: z.object({ x: z.number(), y: z.number(), z: z.number() }),
  shippedOn: z.string().nullable(),
  firmware: z.string().nullable(),
  sim: z.string().nullable(),
  rssi: z.number().nullable(),
  deviceType: z.number().nullable(),
  intervalSeconds: z.number().nullable(),
  now: VehicleNow,
});
export type VehicleDetail = z.output<typeof VehicleDetail>;

const number = z.coerce.number<string | number>();
export const VehicleFilter = z.object({
  ...paging,
  vin: z.string().max(40).optional(),
  model: many(z.string().max(40)),
  dealerId: id.optional(),
  customer: z.string().max(40).optional(),
  state: many(z.enum(vehicleStates)),
  online: flag,
  openFault: flag,
  openSos: flag,
  hoursFrom: number.optional(),
  hoursTo: number.optional(),
  /** "in map view": west,south,east,north in degrees */
  bbox: z
    .string()
    .regex(/^(-?\d+(\.\d+)?,){3}-?\d+(\.\d+)?$/)
    .optional(),
  sort: z.enum(['vin', 'model', 'dealer', 'soldOn', 'odometer', 'engineHours', 'fuelUsed', 'startedAt', 'lastSeenAt', 'state']).default('state'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type VehicleFilter = z.output<typeof VehicleFilter>;

export const Trip = z.object({
  start: z.string(),
  end: z.string(),
  runMinutes: z.number(),
  distanceKm: z.number().nullable(),
  fuelL: z.number().nullable(),
  idlePercent: z.number(),
  workPercent: z.number(),
  drivePercent: z.number(),
});
export type Trip = z.output<typeof Trip>;
export const TrackMark = z.object({
  ts: z.number(),
  kind: z.enum(['engineOn', 'engineOff', 'fault', 'sos', 'stop']),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  text: z.string(),
  minutes: z.number().nullable(),
});

const path = '/api/vehicles';
export const vehicles = {
  list: endpoint({ method: 'GET', path, allow: 'status:R', summary: 'Vehicles with their present state', query: VehicleFilter, data: VehicleRow, page: true }),
  counts: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    allow: 'dash:R',
    summary: 'The live strip: what burns now, in the caller’s scope',
    data: z.object({
      vehicles: z.number(),
      online: z.number(),
      engineOn: z.number(),
      offline: z.number(),
      sosRaised: z.number(),
      sosOpen: z.number(),
      oldestRaisedAt: z.string().nullable(),
      faultsOccurred: z.object({ critical: z.number(), major: z.number(), minor: z.number() }),
      faultsOpen: z.object({ critical: z.number(), major: z.number(), minor: z.number() }),
    }),
  }),
  models: endpoint({ method: 'GET', path: `${path}/models`, allow: 'status:R', summary: 'Model names, for the filter', data: z.array(z.string()) }),
  find: endpoint({
    method: 'GET',
    path: `${path}/find`,
    allow: 'status:R',
    summary: 'Search by VIN, device id or customer, at least three characters, ten hits',
    query: z.object({ text: z.string().min(3).max(40) }),
    data: z.array(
      z.object({
        id: z.number(),
        vin: z.string(),
        model: z.string(),
        deviceId: z.string().nullable(),
        lat: z.number().nullable(),
        lon: z.number().nullable(),
        state: z.enum(vehicleStates),
      }),
    ),
  }),
  get: endpoint({ method: 'GET', path: `${path}/:id`, allow: 'status:R', summary: 'One vehicle', params: IdParams, data: VehicleDetail }),
  recent: endpoint({
    method: 'GET',
    path: `${path}/:id/recent`,
    allow: 'status:R',
    summary: 'The last 30 minutes of every sensor: name → [epoch ms, value][]',
    params: IdParams,
    data: z.record(z.string(), z.array(z.tuple([z.number(), z.number()]))),
  }),
  days: endpoint({
    method: 'GET',
    path: `${path}/:id/days`,
    allow: 'status:R',
    summary: 'Days of a month (YYYY-MM) that have data, in the caller’s time zone',
    params: IdParams,
    query: z.object({ month: z.string().regex(/^\d{4}-\d{2}$/, 'field.date') }),
    data: z.array(z.string()),
  }),
  track: endpoint({
    method: 'GET',
    path: `${path}/:id/track`,
    allow: 'status:R',
    summary: 'One day: points, marks and trips; the day’s borders follow the caller’s time zone',
    params: IdParams,
    query: z.object({ day }),
    data: z.object({ points: z.array(TrackPoint), marks: z.array(TrackMark), trips: z.array(Trip) }),
  }),
  faults: endpoint({
    method: 'GET',
    path: `${path}/:id/faults`,
    allow: 'status:R',
    summary: 'Fault reports of a vehicle, open ones first',
    params: IdParams,
    data: z.array(
      z.object({
        id: z.number(),
        code: z.string(),
        name: Place,
        severity: z.enum(severities),
        status: z.enum(faultStatuses),
        lamp: z.string().nullable(),
        count: z.number(),
        occurredAt: z.string(),
        lastAt: z.string(),
        clearedAt: z.string().nullable(),
      }),
    ),
  }),
  history: endpoint({
    method: 'GET',
    path: `${path}/:id/history`,
    allow: 'status:R',
    summary: 'The event log of a vehicle, newest first',
    params: IdParams,
    query: z.object({ ...paging, kind: z.string().max(20).optional() }),
    data: Step,
    page: true,
  }),
};
