import { z } from 'zod';
import { dateRange, queryPeriod } from './date-pair';
import { endpoint } from './endpoint';
import { day, flag, id, IdParams, isoTime, many, memo, name40, paging, searched, t1500 } from './fields';
import { ownerTermStates } from './customer-terms';
import { remoteControls, startCommands } from './device/down';
import { sosTypes } from './device/up';
import { faultStatuses, severities } from './fault';
import { maintenanceTypes, modelTypes } from './model';
import { chosen } from './organization';
import { Customer, Named, Place, Step, TrackPoint, VehicleNow } from './shared-shapes';
import { sosStatuses } from './sos';

/** A vehicle (tractor or excavator) on the status screens: position and state, now and on a day. */
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
  /** last reported, whether it is online now or not */
  engine: z.enum(['on', 'off']).nullable(),
  /** key on does not mean that the engine runs; null: unknown */
  key: z.enum(['on', 'off']).nullable(),
  work: z.enum(['idle', 'work', 'drive']).nullable(),
  /** readings with their correction; so are the values of `now` */
  odometer: z.number().nullable(),
  engineHours: z.number().nullable(),
  /** 0: none */
  odometerCorrection: z.number(),
  hoursCorrection: z.number(),
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

/** One correction of a meter: added to its readings from that day on. */
export const MeterCorrection = z.object({
  meter: z.enum(['hours', 'odometer']),
  /** h or km */
  value: z.number(),
  since: z.string(),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.string(),
});
export type MeterCorrection = z.output<typeof MeterCorrection>;

export const VehicleDetail = VehicleRow.extend({
  version: z.number(),
  modelType: z.enum(['premium', 'standard']),
  imageId: z.string().nullable(),
  imageAlt: z.string().nullable(),
  /** key of the device, the address of its page */
  deviceKey: z.number().nullable(),
  /** of the customer: the required terms together; null without a customer */
  terms: z.enum(ownerTermStates).nullable(),
  /** in charge at the dealer */
  person: Named.nullable(),
  statusMemo: z.string(),
  /** newest first */
  corrections: z.array(MeterCorrection),
  remoteControl: z.enum(remoteControls),
  thresholds: z.object({ x: z.number(), y: z.number(), z: z.number() }),
  shippedOn: z.string().nullable(),
  firmware: z.string().nullable(),
  sim: z.string().nullable(),
  rssi: z.number().nullable(),
  deviceType: z.number().nullable(),
  intervalSeconds: z.number().nullable(),
  /** who serves it now: a session, or a program transfer */
  served: z.object({ by: z.string(), organization: z.string(), since: z.string(), mine: z.boolean() }).nullable(),
  now: VehicleNow,
});
export type VehicleDetail = z.output<typeof VehicleDetail>;

/** One remote start: the request, and how it ended. */
export const startStates = ['requested', 'succeeded', 'failed'] as const;
export const startFailures = ['timeout', 'broker'] as const;
export const RemoteStart = z.object({
  id: z.number(),
  command: z.enum(startCommands),
  state: z.enum(startStates),
  requestedAt: z.string(),
  /** based on the terminal's report by then */
  dueAt: z.string(),
  endedAt: z.string().nullable(),
  failure: z.enum(startFailures).nullable(),
  by: z.string().nullable(),
});
export type RemoteStart = z.output<typeof RemoteStart>;

/** Correction of a meter: one decimal, also below 0 (a second-hand meter with a higher reading). */
const correction = z.coerce
  .number<string | number>('field.decimal')
  .min(-999_999, 'field.decimal')
  .max(999_999, 'field.decimal')
  .refine((n) => Math.abs(n * 10 - Math.round(n * 10)) < 1e-6, 'field.decimal');
/** The form of /statusModi. A reason and a day belong to a correction that changes (domain/meter). */
export const ChangeVehicleBody = z.object({
  version: z.coerce.number<string | number>().int(),
  dealerId: chosen,
  personId: id.nullable().default(null),
  hoursCorrection: correction.default(0),
  hoursCorrectedOn: day.optional(),
  hoursReason: t1500.optional(),
  odometerCorrection: correction.default(0),
  odometerCorrectedOn: day.optional(),
  odometerReason: t1500.optional(),
  memo: memo.default(''),
});
export type ChangeVehicleBody = z.output<typeof ChangeVehicleBody>;

const number = z.coerce.number<string | number>();
export const consumableAlarms = ['imminent', 'exceeded'] as const;
export const VehicleFilter = dateRange(
  z.object({
    ...paging,
    vin: searched,
    model: many(name40),
    modelType: z.enum(modelTypes).optional(),
    dealerId: id.optional(),
    customer: searched,
    /** the customer who owned it at some time of these days */
    ownerId: id.optional(),
    ownedFrom: day.optional(),
    ownedTo: day.optional(),
    /** it was active on one of these days */
    activeFrom: day.optional(),
    activeTo: day.optional(),
    state: many(z.enum(vehicleStates)),
    engineOn: flag,
    work: many(z.enum(['idle', 'work', 'drive'])),
    online: flag,
    openFault: flag,
    openSos: flag,
    /** in the caller's own list */
    mine: flag,
    /** with a consumable that is due soon or overdue */
    consumable: many(z.enum(consumableAlarms)),
    hoursFrom: number.optional(),
    hoursTo: number.optional(),
    /** km, as the odometer is stored */
    mileageFrom: number.optional(),
    mileageTo: number.optional(),
    startedFrom: isoTime.optional(),
    startedTo: isoTime.optional(),
    /** whether its position is known: a map shows no others */
    placed: flag,
    /** "in map view": west,south,east,north in degrees */
    bbox: z
      .string()
      .regex(/^(-?\d+(\.\d+)?,){3}-?\d+(\.\d+)?$/)
      .optional(),
    sort: z
      .enum([
        'vin',
        'model',
        'dealer',
        'soldOn',
        'odometer',
        'engineHours',
        'fuelUsed',
        'startedAt',
        'lastSeenAt',
        'state',
      ])
      .default('startedAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  { from: 'startedFrom', to: 'startedTo' },
  { from: 'ownedFrom', to: 'ownedTo' },
  { from: 'activeFrom', to: 'activeTo' },
);
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

/** One day of the caller's zone. `hours` null: no data of the machine. */
export const EngineDay = z.object({
  day: z.string(),
  hours: z.number().nullable(),
  /** last reading of that day, with the correction of that day */
  reading: z.number().nullable(),
  correction: z.number(),
  /** the meter fell or jumped on that day: it was replaced */
  reset: z.boolean(),
});
export type EngineDay = z.output<typeof EngineDay>;

export const VehicleSos = z.object({
  id: z.number(),
  type: z.enum(sosTypes),
  status: z.enum(sosStatuses),
  raisedAt: z.string(),
  presses: z.number(),
  place: Place.nullable(),
  handler: z.string().nullable(),
  closedAt: z.string().nullable(),
  resolution: z.string().nullable(),
});
export type VehicleSos = z.output<typeof VehicleSos>;

/** The running cycle of one item. Used and cycle in engine hours and days; `percent` of the larger one. */
export const VehicleConsumable = z.object({
  id: z.number(),
  name: z.string(),
  maintenance: z.enum(maintenanceTypes),
  number: z.number(),
  usedHours: z.number().nullable(),
  cycleHours: z.number(),
  usedDays: z.number().nullable(),
  cycleDays: z.number().nullable(),
  percent: z.number().nullable(),
  state: z.enum(['safe', 'imminent', 'exceeded']),
  since: z.string(),
});
export type VehicleConsumable = z.output<typeof VehicleConsumable>;

/** One sale of the vehicle: owner and period. Customers are masked, as in every list. */
export const Ownership = z.object({
  id: z.number(),
  soldOn: z.string(),
  dealer: Named,
  customer: Customer.nullable(),
  registeredBy: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  cancelReason: z.string().nullable(),
});
export type Ownership = z.output<typeof Ownership>;

/** A device in this vehicle, from when until when. */
export const Installation = z.object({
  id: z.number(),
  deviceId: z.string(),
  deviceKey: z.number(),
  matchedOn: z.string(),
  matchedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
  endedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type Installation = z.output<typeof Installation>;

/** A step of the vehicle's history; with the screen on which it was changed. */
export const VehicleStep = Step.extend({
  screen: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});
export type VehicleStep = z.output<typeof VehicleStep>;
/** `sale`: edits on the screen of sales; `record`: every other */
export const historyKinds = [
  'sos',
  'fault',
  'consumable',
  'sale',
  'transfer',
  'diagnosis',
  'flash',
  'engine',
  'device',
  'control',
  'record',
] as const;

/** Who loses and who gains access to a vehicle that changes its dealer, and its related records. */
export const DealerPreview = z.object({
  leaves: z.array(Named),
  enters: z.array(Named),
  openFaults: z.number(),
  openSos: z.number(),
});
export type DealerPreview = z.output<typeof DealerPreview>;

const path = '/api/vehicles';
export const vehicles = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'status:R',
    summary: 'Vehicles with their present state',
    query: VehicleFilter,
    data: VehicleRow,
    page: true,
  }),
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
  models: endpoint({
    method: 'GET',
    path: `${path}/models`,
    allow: 'status:R',
    summary: 'Model names, for the filter',
    data: z.array(z.string()),
  }),
  people: endpoint({
    method: 'GET',
    path: `${path}/people`,
    allow: 'status:U',
    summary: 'Users of a dealer by a part of their name, for the person in charge; twenty hits',
    query: z.object({ dealerId: id, text: searched }),
    data: z.array(z.object({ id: z.number(), name: z.string(), loginId: z.string().nullable() })),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'status:R',
    summary: 'One vehicle, its customer masked',
    params: IdParams,
    data: VehicleDetail,
  }),
  customer: endpoint({
    method: 'GET',
    path: `${path}/:id/customer`,
    allow: ['status:R', 'customer:R'],
    summary: 'Name and phone of the customer in full; the access is recorded',
    params: IdParams,
    data: Customer.nullable(),
  }),
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
    summary:
      'One day: points, marks and trips; the day’s borders follow the caller’s time zone. Marks of faults and SOS calls for who may read those',
    params: IdParams,
    query: z.object({ day }),
    data: z.object({ points: z.array(TrackPoint), marks: z.array(TrackMark), trips: z.array(Trip) }),
  }),
  faults: endpoint({
    method: 'GET',
    path: `${path}/:id/faults`,
    allow: ['status:R', 'breakdown:R'],
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
    query: queryPeriod(
      z.object({ ...paging, kind: z.enum(historyKinds).optional(), from: isoTime.optional(), to: isoTime.optional() }),
    ),
    data: VehicleStep,
    page: true,
  }),
  hours: endpoint({
    method: 'GET',
    path: `${path}/:id/hours`,
    allow: 'status:R',
    summary: 'Engine hours of the last 31 days, day by day in the caller’s zone, oldest first',
    params: IdParams,
    data: z.array(EngineDay),
  }),
  sos: endpoint({
    method: 'GET',
    path: `${path}/:id/sos`,
    allow: ['status:R', 'sos:R'],
    summary: 'SOS calls of a vehicle, open ones first',
    params: IdParams,
    data: z.array(VehicleSos),
  }),
  consumables: endpoint({
    method: 'GET',
    path: `${path}/:id/consumables`,
    allow: ['status:R', 'expendable:R'],
    summary: 'The running consumable cycles of a vehicle, the most used first',
    params: IdParams,
    data: z.array(VehicleConsumable),
  }),
  ownership: endpoint({
    method: 'GET',
    path: `${path}/:id/ownership`,
    allow: 'status:R',
    summary: 'Who bought the vehicle when, newest first',
    params: IdParams,
    data: z.array(Ownership),
  }),
  installations: endpoint({
    method: 'GET',
    path: `${path}/:id/installations`,
    allow: 'status:R',
    summary: 'Which devices were in the vehicle, newest first',
    params: IdParams,
    data: z.array(Installation),
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow: 'status:U',
    summary: 'Dealer, person in charge, meter corrections, memo',
    params: IdParams,
    body: ChangeVehicleBody,
    data: VehicleDetail,
  }),
  dealerPreview: endpoint({
    method: 'GET',
    path: `${path}/:id/dealer-preview`,
    allow: 'status:U',
    summary: 'What another dealer would mean: who loses and who gains sight',
    params: IdParams,
    query: z.object({ dealerId: id }),
    data: DealerPreview,
  }),
  remoteStart: endpoint({
    method: 'POST',
    path: `${path}/:id/remote-start`,
    allow: 'status:U',
    summary:
      'Starts the engine of a parked machine; the answer is the request, its end comes with control.succeeded or control.failed',
    params: IdParams,
    body: z.object({ command: z.enum(startCommands), nobodyNear: z.literal(true, 'field.req') }),
    data: RemoteStart,
  }),
  lastStart: endpoint({
    method: 'GET',
    path: `${path}/:id/remote-start`,
    allow: 'status:R',
    summary: 'The last remote start of the vehicle',
    params: IdParams,
    data: RemoteStart.nullable(),
  }),
};
