import { z } from 'zod';
import { deviceStatuses } from './device';
import { endpoint } from './endpoint';
import { id } from './fields';
import { severities } from './fault';
import { bannerStatuses } from './gpt-banner';
import { Customer, Named, Place } from './shared-shapes';
import { vehicleStates } from './vehicle';

/**
 * The search of the shell: what a caller reads out on the phone (a VIN, a device ID, a SIM or activation number, a
 * name, a phone) finds the machine, its device, its sale, its owner and its open faults. Banners and questions of the GPT
 * service are found by their words. Only kinds that the member may
 * read, in scope; customers are masked.
 */
export const infoKinds = ['vehicle', 'device', 'customer'] as const;
export type InfoKind = (typeof infoKinds)[number];
/** of each kind */
export const maxInfoHits = 10;

export const InfoHits = z.object({
  vehicles: z.array(
    z.object({
      id: z.number(),
      vin: z.string(),
      model: z.string(),
      deviceId: z.string().nullable(),
      state: z.enum(vehicleStates),
    }),
  ),
  devices: z.array(
    z.object({
      id: z.number(),
      deviceId: z.string(),
      sim: z.string().nullable(),
      activation: z.string().nullable(),
      vin: z.string().nullable(),
    }),
  ),
  customers: z.array(Customer.extend({ vehicles: z.number() })),
  /** GPT banners by their name */
  banners: z.array(z.object({ id: z.number(), name: z.string(), status: z.enum(bannerStatuses) })),
  /** questions to the assistant by their text, newest first; the customer masked */
  questions: z.array(z.object({ id: z.number(), question: z.string(), askedAt: z.string(), customer: Named })),
});
export type InfoHits = z.output<typeof InfoHits>;

export const InfoDevice = z.object({
  id: z.number(),
  deviceId: z.string(),
  status: z.enum(deviceStatuses),
  online: z.boolean(),
  sim: z.string().nullable(),
  activation: z.string().nullable(),
});
export type InfoDevice = z.output<typeof InfoDevice>;
/** null: none, or the caller may not read it */
export const InfoVehicle = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  dealer: Named,
  device: InfoDevice.nullable(),
  soldOn: z.string().nullable(),
  owner: Customer.nullable(),
  openFaults: z.array(z.object({ id: z.number(), code: z.string(), name: Place, severity: z.enum(severities) })),
});
export type InfoVehicle = z.output<typeof InfoVehicle>;
/** `device` and `owner`: the match, if it belongs to no vehicle. */
export const InfoCard = z.object({
  device: InfoDevice.nullable(),
  owner: Customer.nullable(),
  vehicles: z.array(InfoVehicle),
});
export type InfoCard = z.output<typeof InfoCard>;

const path = '/api/info-check';
export const infoCheck = {
  find: endpoint({
    method: 'GET',
    path,
    allow: 'infoCheck:R',
    summary:
      'Looks up vehicles, devices and customers by what a person reads out, and GPT banners and questions by their words, ten of each kind that the caller may read',
    query: z.object({
      text: z
        .string()
        .trim()
        .min(3)
        .max(40)
        .regex(/^\P{Cc}*$/u, 'field.invalid'),
    }),
    data: InfoHits,
  }),
  card: endpoint({
    method: 'GET',
    path: `${path}/:kind/:id`,
    allow: 'infoCheck:R',
    summary: 'A hit with its vehicle, device, sale, owner and open faults, as far as the caller may read them',
    params: z.object({ kind: z.enum(infoKinds), id }),
    data: InfoCard,
  }),
};
