import { z } from 'zod';
import { type ErrorCode, errorStatus } from './errors';

/** Shapes shared by several subjects. */
/** Nearest known place as text in both languages, with distance and direction already in it, e.g. "4.2 km NE of Jeongeup". */
export const Place = z.object({ ko: z.string(), en: z.string() });
export type Place = z.output<typeof Place>;
/** Why something is refused. */
export const errorCode = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);
export const Named = z.object({ id: z.number(), name: z.string() });
/** The vehicle in a queue row. `agency` is its dealer organization. */
export const VehicleRef = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  deviceId: z.string().nullable(),
});
export const Customer = z.object({ id: z.number(), name: z.string(), phone: z.string().nullable() });
export const Delivery = z.object({
  id: z.number(),
  /** `panel` of the driver, `app` of the customer */
  channel: z.enum(['push', 'sms', 'email', 'panel', 'app']),
  to: z.string(),
  text: z.string(),
  state: z.enum(['queued', 'sent', 'delivered', 'failed']),
  at: z.string(),
  attempts: z.number(),
  nextTryAt: z.string().nullable(),
  problem: z.string().nullable(),
  /**
   * if the same person was reminded of the same subject: how often, and since when; `at`, `text` and `state` are the
   * newest's
   */
  repeated: z.object({ times: z.number(), firstAt: z.string() }).optional(),
});
export type Delivery = z.output<typeof Delivery>;
/**
 * An organization of type AGENCY or DEALER near a place. `distanceKm` as the crow flies; null if it has no position.
 */
export const NearAgency = z.object({
  id: z.number(),
  name: z.string(),
  phone: z.string().nullable(),
  distanceKm: z.number().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
});
export type NearAgency = z.output<typeof NearAgency>;
/** One step of a subject's history: what was done, when, by whom. */
export const Step = z.object({
  number: z.number(),
  at: z.string(),
  name: z.string(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  /** of a correction: the fields before and after */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })).optional(),
});
export type Step = z.output<typeof Step>;
/** One step of a record's life: who did it when and what for, and each field as it read before and after. */
export const RecordStep = Step.omit({ note: true }).extend({
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});
export type RecordStep = z.output<typeof RecordStep>;
/** A point of a track. `ts` epoch ms (corrected time); speed km/h. */
export const TrackPoint = z.object({
  ts: z.number(),
  lat: z.number(),
  lon: z.number(),
  heading: z.number().nullable(),
  speed: z.number().nullable(),
  state: z.enum(['off', 'idle', 'work', 'drive']).nullable(),
  rpm: z.number().nullable(),
  engineHours: z.number().nullable(),
  fuelUsed: z.number().nullable(),
});
export type TrackPoint = z.output<typeof TrackPoint>;
/**
 * Something that happened to a vehicle: an event of the log by its name, or its engine (`engine.started`,
 * `engine.stopped`) from telemetry.
 */
export const IncidentMoment = z.object({
  /** epoch ms: the time on the machine if known, else when it was recorded */
  ts: z.number(),
  name: z.string(),
  /** code of a fault, type of an SOS, reason of a failure */
  what: z.string().nullable(),
  /** name of a fault */
  text: Place.nullable(),
  by: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
});
export type IncidentMoment = z.output<typeof IncidentMoment>;
/**
 * A vehicle from half an hour before a moment to half an hour after it, for replay: positions, measurements, events.
 * Times epoch ms.
 */
export const Incident = z.object({
  vehicleId: z.number(),
  at: z.number(),
  from: z.number(),
  to: z.number(),
  points: z.array(TrackPoint),
  /** sensor → [epoch ms, value][] in the unit of the protocol; meters with their correction; tilt as tiltX, tiltY, tiltZ in degrees */
  values: z.record(z.string(), z.array(z.tuple([z.number(), z.number()]))),
  /** oldest first */
  moments: z.array(IncidentMoment),
});
export type Incident = z.output<typeof Incident>;
/** The latest telemetry of a vehicle. Missing sensors are absent. Ages are counted from `ts`. */
export const VehicleNow = z.object({
  id: z.number(),
  state: z.enum(['off', 'idle', 'work', 'drive', 'offline', 'never']),
  online: z.boolean(),
  ts: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  positionTs: z.string().nullable(),
  place: Place.nullable(),
  /** sensor name (device protocol) → value in the unit of the protocol */
  values: z.record(z.string(), z.number()),
  tilt: z.object({ x: z.number(), y: z.number(), z: z.number() }).nullable(),
  engine: z.enum(['on', 'off']).nullable(),
  key: z.enum(['on', 'off']).nullable(),
  work: z.enum(['idle', 'work', 'drive']).nullable(),
  startedAt: z.string().nullable(),
  openFaults: z.number(),
  openSos: z.number(),
  skewMs: z.number().nullable(),
});
export type VehicleNow = z.output<typeof VehicleNow>;
