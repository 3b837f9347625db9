import { z } from 'zod';
import { groupTypes } from './access';
import { publicationKinds } from './content';
import { deviceStatuses } from './device';
import { endpoint } from './endpoint';
import { id } from './fields';
import { severities } from './fault';
import { bannerStatuses } from './gpt-banner';
import { Customer, Named, Place } from './shared-shapes';
import { vehicleStates } from './vehicle';

/**
 * The search of the shell. With `infoCheck`, what a caller reads out on the phone (a VIN, a device ID, a SIM or activation
 * number, a name, the end of a phone) finds the machine, its device, its sale, its owner and its open faults, and words
 * find banners and questions of the GPT service: from three characters on. Organizations, members and content of the app are
 * found by who may read them, from two on, as Korean names have two syllables. In scope; customers are masked.
 */
export const infoKinds = ['vehicle', 'device', 'customer'] as const;
export type InfoKind = (typeof infoKinds)[number];
/** of each kind */
export const maxInfoHits = 10;
/** characters from which on something is looked for, and from which on what `infoCheck` is for */
export const minSearch = 2;
export const minInfoCheck = 3;

/** Content of the app by its title or name; a part by its code, too. */
export const ContentHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum([...publicationKinds, 'shopBanner']), id: z.number(), title: z.string() }),
  z.object({ kind: z.literal('part'), id: z.number(), code: z.string(), nameKo: z.string(), nameEn: z.string() }),
]);
export type ContentHit = z.output<typeof ContentHit>;

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
  /** by name or ERP code */
  organizations: z.array(
    z.object({ id: z.number(), name: z.string(), type: z.enum(groupTypes), parent: z.string().nullable() }),
  ),
  /** by name, login ID, e-mail address or a part of the phone */
  members: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      loginId: z.string().nullable(),
      phone: z.string().nullable(),
      organization: z.string(),
    }),
  ),
  /** five of each kind, newest first */
  content: z.array(ContentHit),
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
    allow: 'member',
    summary:
      'Vehicles, devices and customers by what a person reads out, organizations, members and content by their names: ten of each kind that the caller may read',
    query: z.object({
      text: z
        .string()
        .trim()
        .min(minSearch)
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
