import { z } from 'zod';
import { ConfigDown } from './device/down';
import { endpoint } from './endpoint';
import { activationNumber, flag, id, isoTime, many, paging, searched, simNumber, t1500 } from './fields';

/** A terminal: the telematics unit of a vehicle. Born in the factory, matched to a VIN, and at the end unregistered for good. */
export const deviceStatuses = ['in_use', 'not_in_use'] as const;
export const deviceTypes = [1, 2] as const;
/** A clock that is off by more shows on the screens (device-protocol.md). */
export const skewWarningMs = 30_000;

export const DeviceRow = z.object({
  /** narrow key of the device; the address of its page */
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

export const DeviceFilter = z.object({
  ...paging,
  sort: z.enum(['deviceId', 'status', 'firmware', 'lastSeenAt']).default('lastSeenAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
  deviceId: searched,
  status: many(z.enum(deviceStatuses)),
  online: flag,
  type: many(z.coerce.number<string | number>().int().min(1).max(2)),
  firmware: many(z.string().max(40)),
  sim: searched,
  activation: searched,
  vin: searched,
  model: many(z.string().max(40)),
  seenFrom: isoTime.optional(),
  seenTo: isoTime.optional(),
  /** clock off by more than 30 s */
  skewed: flag,
});
export type DeviceFilter = z.output<typeof DeviceFilter>;

const Config = ConfigDown.nullable();
export const DeviceDetail = DeviceRow.extend({
  version: z.number(),
  registeredAt: z.string(),
  unregisteredAt: z.string().nullable(),
  /** of the vehicle; null without one */
  organization: z.object({ id: z.number(), name: z.string() }).nullable(),
  matchedOn: z.string().nullable(),
  /** how often it started, and its last message of telemetry */
  boot: z.number().nullable(),
  seq: z.number().nullable(),
  traffic: z.object({
    /** of the last 7 days, by the hour with any: epoch ms, messages, duplicates, bytes */
    hours: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    messages: z.number(),
    duplicates: z.number(),
    /** messages that the ranges of the present boots lack */
    missing: z.number(),
  }),
  config: z.object({ wanted: Config, sent: Config, wantedAt: z.string().nullable(), sentAt: z.string().nullable(), confirmed: z.boolean() }),
  quarantined: z.number(),
  /** what forbids changing or unregistering it now */
  locked: z.enum(['notInUse', 'sos']).nullable(),
});
export type DeviceDetail = z.output<typeof DeviceDetail>;

export const ChangeDeviceBody = z.object({
  version: z.number().int(),
  sim: simNumber,
  activation: activationNumber,
  intervalSeconds: z.union([z.literal(30), z.literal(60)]),
  type: z.union([z.literal(1), z.literal(2)]),
  /** the vehicle that it is installed in; another one moves it, null takes it out */
  vehicleId: id.nullable(),
  reason: t1500,
});
export type ChangeDeviceBody = z.output<typeof ChangeDeviceBody>;

/** One field of one change of a device. */
export const DeviceChange = z.object({
  id: z.string(),
  at: z.string(),
  what: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
/** A message as it came, for support: newest first. */
export const RawMessage = z.object({
  receivedAt: z.string(),
  topic: z.string(),
  bytes: z.number(),
  encoding: z.enum(['json', 'cbor', 'unknown']),
  /** decoded and set out as JSON; hexadecimal where it could not be decoded */
  text: z.string(),
});

const path = '/api/devices';
const params = z.object({ id });
export const devices = {
  list: endpoint({ method: 'GET', path, allow: 'device:R', summary: 'Devices with connection and last communication', query: DeviceFilter, data: DeviceRow, page: true }),
  firmwares: endpoint({ method: 'GET', path: `${path}/firmwares`, allow: 'device:R', summary: 'Firmware versions in use, for the filter', data: z.array(z.string()) }),
  unmatched: endpoint({
    method: 'GET',
    path: `${path}/unmatched`,
    allow: 'production:U',
    summary: 'Devices in use that no vehicle has, by a part of their id, ten hits',
    query: z.object({ text: z.string().max(20).default('') }),
    data: z.array(z.object({ id: z.number(), deviceId: z.string(), type: z.number(), sim: z.string().nullable() })),
  }),
  get: endpoint({ method: 'GET', path: `${path}/:id`, allow: 'device:R', summary: 'One device', params, data: DeviceDetail }),
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
    body: z.object({ version: z.number().int(), reason: t1500 }),
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
    summary: 'The last raw messages; asking listens to the device for two more minutes',
    params,
    data: z.object({ listeningUntil: z.string(), messages: z.array(RawMessage) }),
  }),
};
