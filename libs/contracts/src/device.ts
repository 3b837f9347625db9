import { z } from 'zod';
import { dateRange } from './date-pair';
import { ConfigDown } from './device/down';
import { endpoint } from './endpoint';
import {
  activationNumber,
  day,
  filtered,
  flag,
  id,
  isoTime,
  many,
  name40,
  paging,
  searched,
  simNumber,
  t1500,
} from './fields';
import { Named } from './shared-shapes';

/**
 * A terminal: the telematics unit of a vehicle. Registered by the factory, matched to a VIN, and finally unregistered
 * for good.
 */
export const deviceStatuses = ['in_use', 'not_in_use'] as const;
export const deviceTypes = [1, 2] as const;
/** A larger clock offset is shown on the screens (device-protocol.md). */
export const skewWarningMs = 30_000;

export const DeviceRow = z.object({
  /** numeric key of the device; the address of its page */
  id: z.number(),
  deviceId: z.string(),
  type: z.number(),
  status: z.enum(deviceStatuses),
  online: z.boolean(),
  vehicle: z.object({ id: z.number(), vin: z.string(), model: z.string() }).nullable(),
  firmware: z.string().nullable(),
  sim: z.string().nullable(),
  activation: z.string().nullable(),
  /** dBm */
  rssi: z.number().nullable(),
  lastSeenAt: z.string().nullable(),
  intervalSeconds: z.number(),
  skewMs: z.number().nullable(),
});
export type DeviceRow = z.output<typeof DeviceRow>;

export const DeviceFilter = dateRange(
  z.object({
    ...paging,
    sort: z.enum(['deviceId', 'status', 'firmware', 'lastSeenAt']).default('lastSeenAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    deviceId: searched,
    status: many(z.enum(deviceStatuses)),
    online: flag,
    type: many(z.coerce.number<string | number>().int().min(1).max(2)),
    firmware: many(name40),
    sim: searched,
    activation: searched,
    vin: searched,
    model: many(name40),
    /** last communication; to the minute */
    seenFrom: isoTime.optional(),
    seenTo: isoTime.optional(),
    /** clock off by more than 30 s */
    skewed: flag,
  }),
  { from: 'seenFrom', to: 'seenTo' },
);
export type DeviceFilter = z.output<typeof DeviceFilter>;

/** The configuration of a device; degrees as sent. */
const Config = ConfigDown.nullable();
/** Days of traffic and quarantine on a device's page. */
export const trafficDays = 7;
export const DeviceDetail = DeviceRow.extend({
  version: z.number(),
  registeredAt: z.string(),
  unregisteredAt: z.string().nullable(),
  /** the dealer of the vehicle; null without one */
  organization: Named.nullable(),
  matchedOn: z.string().nullable(),
  /** number of its known boots: a terminal may count more, and a replaced board starts again */
  starts: z.number(),
  /** number of its current boot, and the highest number of its telemetry in it */
  boot: z.number().nullable(),
  seq: z.number().nullable(),
  traffic: z.object({
    /**
     * of the last 7 days, by hour with traffic: epoch ms, messages, duplicates, bytes. Written once a minute; a crash
     * of ingest loses that minute
     */
    hours: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    messages: z.number(),
    duplicates: z.number(),
    /** messages of the boots of those days that have not arrived, and the number of gaps */
    missing: z.number(),
    gaps: z.number(),
  }),
  /**
   * `wanted`: the current target, null if it is not in use. `sent`: retained at the broker. `confirmed`: the device was
   * online since
   */
  config: z.object({
    wanted: Config,
    sent: Config,
    wantedAt: z.string().nullable(),
    sentAt: z.string().nullable(),
    confirmed: z.boolean(),
  }),
  /** undecodable messages of the last 7 days */
  quarantined: z.number(),
  /** `notInUse` forbids every change, `sos` and `flash` (a program transfer) unregistering and another vehicle */
  locked: z.enum(['notInUse', 'sos', 'flash']).nullable(),
});
export type DeviceDetail = z.output<typeof DeviceDetail>;

const version = z.coerce.number<string | number>().int();
const oneOf = <const A extends number, const B extends number>(a: A, b: B) =>
  z.coerce.number<string | number>('field.invalid').pipe(z.union([z.literal(a), z.literal(b)], 'field.invalid'));
/** `version` as loaded: another one means that somebody else changed it since. */
export const ChangeDeviceBody = z.object({
  version,
  sim: simNumber,
  activation: activationNumber,
  intervalSeconds: oneOf(30, 60),
  type: oneOf(1, 2),
  /** its vehicle; another one moves it, null removes it */
  vehicleId: id.nullable().default(null),
  /** day of the installation, for a new vehicle; default: today */
  matchedOn: day.optional(),
  reason: t1500,
});
export type ChangeDeviceBody = z.output<typeof ChangeDeviceBody>;
export const UnregisterDeviceBody = z.object({ version, reason: t1500 });
export type UnregisterDeviceBody = z.output<typeof UnregisterDeviceBody>;

/** One field of one change of a device. */
export const DeviceChange = z.object({
  id: z.string(),
  at: z.string(),
  /** a field, or `record.created` for a new device without fields */
  what: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
export type DeviceChange = z.output<typeof DeviceChange>;
/** A raw message, for support: newest first. */
export const RawMessage = z.object({
  receivedAt: z.string(),
  topic: z.string(),
  bytes: z.number(),
  /** retained by the broker, not sent just now */
  retained: z.boolean(),
  encoding: z.enum(['json', 'cbor', 'unknown']),
  /** decoded and formatted as JSON; hexadecimal if it could not be decoded */
  text: z.string(),
  /** the text was truncated */
  cut: z.boolean(),
});
export type RawMessage = z.output<typeof RawMessage>;

const path = '/api/devices';
const params = z.object({ id });
export const devices = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'device:R',
    summary: 'Devices with connection and last communication',
    query: DeviceFilter,
    data: DeviceRow,
    page: true,
  }),
  firmwares: endpoint({
    method: 'GET',
    path: `${path}/firmwares`,
    allow: 'device:R',
    summary: 'Firmware versions in use, for the filter',
    data: z.array(z.string()),
  }),
  unmatched: endpoint({
    method: 'GET',
    path: `${path}/unmatched`,
    allow: 'production:U',
    summary:
      'Devices in use that no vehicle has, by a part of their id (four characters for whom not everything is shown), ten hits',
    query: z.object({ text: filtered(20).default('') }),
    data: z.array(z.object({ id: z.number(), deviceId: z.string(), type: z.number(), sim: z.string().nullable() })),
  }),
  vehicles: endpoint({
    method: 'GET',
    path: `${path}/vehicles`,
    allow: 'device:U',
    summary: 'Vehicles without a device, by a part of their VIN, ten hits',
    query: z.object({ text: filtered(20).default('') }),
    data: z.array(z.object({ id: z.number(), vin: z.string(), model: z.string(), dealer: z.string() })),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'device:R',
    summary: 'One device',
    params,
    data: DeviceDetail,
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow: 'device:U',
    summary: 'SIM, activation, interval, type, vehicle; with the reason',
    params,
    body: ChangeDeviceBody,
    data: DeviceDetail,
  }),
  unregister: endpoint({
    method: 'POST',
    path: `${path}/:id/unregister`,
    allow: 'device:U',
    summary: 'For good: unmatched, its credential revoked at the broker at once',
    params,
    body: UnregisterDeviceBody,
    data: DeviceDetail,
  }),
  history: endpoint({
    method: 'GET',
    path: `${path}/:id/history`,
    allow: 'device:R',
    summary: 'Change history, newest first',
    params,
    query: z.object({ ...paging }),
    data: DeviceChange,
    page: true,
  }),
  messages: endpoint({
    method: 'GET',
    path: `${path}/:id/messages`,
    allow: 'device:R',
    summary: 'The last raw messages, newest first; asking listens to the device for two more minutes',
    params,
    /** `listening` false: the broker cannot be reached at present */
    data: z.object({ listeningUntil: z.string(), listening: z.boolean(), messages: z.array(RawMessage) }),
  }),
};
