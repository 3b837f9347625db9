import { z } from 'zod';
import { rdiIdForm, rdiPaths } from './rdi-paths';
import { queryPeriod } from './date-pair';
import { customerTermNames } from './customer-terms';
import { sosTypes } from './device/up';
import { endpoint } from './endpoint';
import { faultStatuses, severities } from './fault';
import {
  day,
  id,
  IdParams,
  isoTime,
  loginId,
  many,
  name40,
  paging,
  phone,
  searched,
  seenVersion,
  t1500,
  tooLong,
} from './fields';
import { maintenanceTypes } from './model';
import { Customer, Delivery, errorCode, Named, Place, Step, TrackPoint, VehicleRef } from './shared-shapes';
import { sosStatuses } from './sos';
import { VehicleConsumable } from './vehicle';

/**
 * Transfer of a machine: its owner requests it in the app and names the new one, the new owner accepts there, staff
 * approve or reject. The approval comes with a delivery and takeover document (RDI), which a link opens for a while.
 * Whatever makes a machine unsold or a customer leave ends the pending transfers in the same transaction:
 * `server/ownership/owner-transfer/end-transfers.tx`.
 */
export const transferStatuses = ['requested', 'accepted', 'approved', 'rejected'] as const;
export type TransferStatus = (typeof transferStatuses)[number];
/** Why it was rejected: by staff, by timeout, by either party, or because sale or customer ended. */
export const transferEndings = ['staff', 'time', 'withdrawn', 'declined', 'ended'] as const;
export type TransferEnding = (typeof transferEndings)[number];
/** Of the document's link. */
export const rdiStates = ['open', 'expired', 'usedUp'] as const;

/** Without personal data: for the log and the push. Customers are numbers. */
export const TransferSummary = z.object({
  id: z.number(),
  version: z.number(),
  status: z.enum(transferStatuses),
  vehicle: VehicleRef,
  fromId: z.number(),
  toId: z.number(),
  requestedAt: z.string(),
  acceptedAt: z.string().nullable(),
  /** deadline of the next step; null once it is decided */
  dueAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** the member who decided; null if none did */
  decidedBy: z.string().nullable(),
  ending: z.enum(transferEndings).nullable(),
});
export type TransferSummary = z.output<typeof TransferSummary>;

export const TransferRow = TransferSummary.omit({ fromId: true, toId: true }).extend({
  from: Customer,
  to: Customer,
  document: z.object({ state: z.enum(rdiStates), downloads: z.number() }).nullable(),
});
export type TransferRow = z.output<typeof TransferRow>;

/** Open ones by default. */
export const TransferFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['status', 'requestedAt', 'vin', 'acceptedAt', 'decidedAt']).default('requestedAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    status: many(z.enum(transferStatuses)).transform((chosen): TransferStatus[] =>
      chosen.length === 0 ? ['requested', 'accepted'] : chosen,
    ),
    vin: searched,
    model: many(name40),
    fromName: searched,
    toName: searched,
    from: isoTime.optional(),
    to: isoTime.optional(),
  }),
  { unless: ({ status }) => status.every((s) => s === 'requested' || s === 'accepted') },
);
export type TransferFilter = z.output<typeof TransferFilter>;

/** A party with the requirements of an approval. A term is `outdated` if an older version was accepted. */
export const TransferParty = Customer.extend({
  /** null: not in the app, or deleted since */
  appStatus: z.enum(['registered', 'withdrawn']).nullable(),
  gone: z.boolean(),
  terms: z.array(
    z.object({
      term: z.enum(customerTermNames),
      required: z.boolean(),
      state: z.enum(['agreed', 'outdated', 'missing']),
      givenOn: z.string().nullable(),
    }),
  ),
});
export type TransferParty = z.output<typeof TransferParty>;

export const RdiDocument = z.object({
  /** of the link: `/RdiDownload/{id}` */
  id: z.string(),
  state: z.enum(rdiStates),
  name: z.string(),
  bytes: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
  openings: z.number(),
  /** newest first; `by` is a member who downloaded it in the console, null: by link */
  downloads: z.array(z.object({ at: z.string(), by: z.string().nullable(), address: z.string() })),
});
export type RdiDocument = z.output<typeof RdiDocument>;

export const TransferDetail = TransferRow.omit({ from: true, to: true, document: true }).extend({
  from: TransferParty,
  to: TransferParty,
  dealer: Named,
  soldOn: z.string().nullable(),
  /** as reported, with its correction; h and km */
  engineHours: z.number().nullable(),
  odometer: z.number().nullable(),
  reason: z.string().nullable(),
  /** what prevents the approval now, empty once it is decided */
  obstacles: z.array(z.object({ code: errorCode, values: z.record(z.string(), z.union([z.string(), z.number()])) })),
  faults: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      name: Place,
      severity: z.enum(severities),
      status: z.enum(faultStatuses),
      occurredAt: z.string(),
    }),
  ),
  consumables: z.array(VehicleConsumable),
  document: RdiDocument.nullable(),
  steps: z.array(Step),
  deliveries: z.array(Delivery),
});
export type TransferDetail = z.output<typeof TransferDetail>;

export const RejectTransferBody = z.object({ reason: t1500, version: seenVersion });

const path = '/api/owner-transfers';
const pdf = 'application/pdf';
export const ownerTransfers = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'ownerTransfer:R',
    summary: 'Ownership transfers, open ones unless asked otherwise',
    query: TransferFilter,
    data: TransferRow,
    page: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    allow: 'ownerTransfer:R',
    summary: 'How many wait for the new owner, and how many for the staff',
    data: z.object({ requested: z.number(), accepted: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'ownerTransfer:R',
    summary: 'One transfer, both customers masked',
    params: IdParams,
    data: TransferDetail,
  }),
  customers: endpoint({
    method: 'GET',
    path: `${path}/:id/customers`,
    allow: ['ownerTransfer:R', 'customer:R'],
    summary: 'Names and phones of both customers in full; the access is recorded',
    params: IdParams,
    data: z.object({ from: Customer.nullable(), to: Customer.nullable() }),
  }),
  approve: endpoint({
    method: 'POST',
    path: `${path}/:id/approve`,
    allow: 'ownerTransfer:U',
    summary: 'The machine is the new owner’s from now on; the document is made',
    params: IdParams,
    body: z.object({ version: seenVersion }),
    data: TransferSummary,
  }),
  reject: endpoint({
    method: 'POST',
    path: `${path}/:id/reject`,
    allow: 'ownerTransfer:U',
    summary: 'Rejects it; both customers are notified of the reason',
    params: IdParams,
    body: RejectTransferBody,
    data: TransferSummary,
  }),
  document: endpoint({
    method: 'GET',
    path: `${path}/:id/document`,
    allow: 'ownerTransfer:R',
    summary: 'The delivery and takeover document of an approved transfer; recorded',
    params: IdParams,
    stream: pdf,
  }),
};

/**
 * One of the caller's transfers. `given`: requested by the caller; `received`: the caller is the new owner. The other
 * party is masked.
 */
export const AppTransfer = z.object({
  id: z.number(),
  status: z.enum(transferStatuses),
  direction: z.enum(['given', 'received']),
  vin: z.string(),
  model: z.string(),
  other: z.string(),
  requestedAt: z.string(),
  acceptedAt: z.string().nullable(),
  dueAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  ending: z.enum(transferEndings).nullable(),
  reason: z.string().nullable(),
  /** the new owner's: `/RdiDownload/{id}` */
  document: z.object({ id: z.string(), state: z.enum(rdiStates), expiresAt: z.string() }).nullable(),
});
export type AppTransfer = z.output<typeof AppTransfer>;
/** The new owner by phone, or by the id of the app. An invalid VIN is a vehicle that is not found. */
export const RequestTransferBody = z
  .object({
    vin: z.string().trim().toUpperCase().min(1, 'field.req').max(30, tooLong(30)),
    phone: phone.optional(),
    loginId: loginId.optional(),
  })
  .refine((b) => (b.phone === undefined) !== (b.loginId === undefined), { error: 'field.newOwner', path: ['phone'] });

const appPath = '/api/app/transfers';
export const appTransfers = {
  list: endpoint({
    method: 'GET',
    path: appPath,
    allow: 'app',
    summary: 'The caller’s transfers in both directions, newest first',
    data: z.array(AppTransfer),
  }),
  request: endpoint({
    method: 'POST',
    path: appPath,
    allow: 'app',
    summary: 'The owner requests to transfer a machine',
    body: RequestTransferBody,
    data: AppTransfer,
  }),
  accept: endpoint({
    method: 'POST',
    path: `${appPath}/:id/accept`,
    allow: 'app',
    summary: 'The new owner accepts',
    params: IdParams,
    data: AppTransfer,
  }),
  decline: endpoint({
    method: 'POST',
    path: `${appPath}/:id/decline`,
    allow: 'app',
    summary: 'The new owner declines, also after accepting, until the staff has decided',
    params: IdParams,
    data: AppTransfer,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${appPath}/:id/withdraw`,
    allow: 'app',
    summary: 'The owner withdraws the request, until the staff has decided',
    params: IdParams,
    data: AppTransfer,
  }),
};

export const AppVehicle = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  releaseYear: z.number(),
  horsepower: z.number(),
  soldOn: z.string().nullable(),
  dealer: z.object({ name: z.string(), phone: z.string().nullable() }),
  /** since when it belongs to the caller; null: from its first day */
  since: z.string().nullable(),
  engineHours: z.number().nullable(),
  odometer: z.number().nullable(),
  /** the open one */
  transfer: z.object({ id: z.number(), status: z.enum(transferStatuses) }).nullable(),
});
/** `occurredAt` and `count` null: it first occurred before the caller owned it. */
export const AppFault = z.object({
  id: z.number(),
  code: z.string(),
  name: Place,
  part: Place,
  severity: z.enum(severities),
  status: z.enum(faultStatuses),
  occurredAt: z.string().nullable(),
  lastAt: z.string(),
  count: z.number().nullable(),
});
export const AppSos = z.object({
  id: z.number(),
  type: z.enum(sosTypes),
  status: z.enum(sosStatuses),
  raisedAt: z.string(),
  closedAt: z.string().nullable(),
  place: Place.nullable(),
});
export const AppTrip = z.object({
  start: z.string(),
  end: z.string(),
  runMinutes: z.number(),
  distanceKm: z.number().nullable(),
  fuelL: z.number().nullable(),
  idlePercent: z.number(),
  workPercent: z.number(),
  drivePercent: z.number(),
});
export const AppService = z.object({
  id: z.number(),
  name: z.string(),
  maintenance: z.enum(maintenanceTypes),
  doneOn: z.string().nullable(),
  hours: z.number().nullable(),
});
export const AppRepair = z.object({
  id: z.number(),
  code: z.string(),
  name: Place,
  part: Place,
  partCode: z.string().nullable(),
  repairedOn: z.string().nullable(),
  completedAt: z.string(),
  agency: z.string(),
});

/** A part of the shop that replaces a consumable of the machine; prices in Korean won. */
export const ShopOffer = z.object({
  partId: z.number(),
  code: z.string(),
  name: z.string(),
  price: z.number(),
  url: z.string(),
});
export type ShopOffer = z.output<typeof ShopOffer>;
const machine = '/api/app/vehicles';
const paged = z.object({ ...paging });
const TripsOfDay = z.object({ trips: z.array(AppTrip), track: z.array(TrackPoint) });
/**
 * A machine's data for its owner: of the own time only, consumables and repairs of its whole life. A former owner gets
 * nothing.
 */
export const appVehicles = {
  list: endpoint({
    method: 'GET',
    path: machine,
    allow: 'app',
    summary: 'The caller’s machines',
    data: z.array(AppVehicle),
  }),
  faults: endpoint({
    method: 'GET',
    path: `${machine}/:id/faults`,
    allow: 'app',
    summary: 'Its faults, newest first',
    params: IdParams,
    query: paged,
    data: AppFault,
    page: true,
  }),
  sos: endpoint({
    method: 'GET',
    path: `${machine}/:id/sos`,
    allow: 'app',
    summary: 'Its SOS calls, newest first',
    params: IdParams,
    query: paged,
    data: AppSos,
    page: true,
  }),
  days: endpoint({
    method: 'GET',
    path: `${machine}/:id/days`,
    allow: 'app',
    summary: 'Days of a month with data',
    params: IdParams,
    query: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'field.date') }),
    data: z.array(z.string()),
  }),
  trips: endpoint({
    method: 'GET',
    path: `${machine}/:id/trips`,
    allow: 'app',
    summary: 'Trips and track of a day',
    params: IdParams,
    query: z.object({ day }),
    data: TripsOfDay,
  }),
  pathToken: endpoint({
    method: 'POST',
    path: `${machine}/:id/path-token`,
    allow: 'app',
    summary:
      'A token for the path of a call about this machine (trips below), good for ten minutes and for nothing else',
    params: IdParams,
    data: z.object({ accessToken: z.string(), expiresAt: z.string() }),
  }),
  tripsByPath: endpoint({
    method: 'GET',
    path: '/api/app/trips/:vinId/:accessToken',
    allow: 'app',
    pathToken: true,
    summary:
      'The same trips and track without a header: vinId is the id of the machine, accessToken a path token of it',
    params: z.object({ vinId: id, accessToken: z.string() }),
    query: z.object({ day }),
    data: TripsOfDay,
  }),
  consumables: endpoint({
    method: 'GET',
    path: `${machine}/:id/consumables`,
    allow: 'app',
    summary: 'What runs now, and what was replaced or inspected in all its life, newest first',
    params: IdParams,
    data: z.object({
      running: z.array(VehicleConsumable.extend({ buy: z.array(ShopOffer) })),
      done: z.array(AppService),
    }),
  }),
  repairs: endpoint({
    method: 'GET',
    path: `${machine}/:id/repairs`,
    allow: 'app',
    summary: 'Repairs in all its life, newest first',
    params: IdParams,
    query: paged,
    data: AppRepair,
    page: true,
  }),
};

export const rdiId = z.string().regex(rdiIdForm);
export const RdiOpening = z.object({
  model: z.string(),
  vin: z.string(),
  /** masked */
  owner: z.string(),
  takenOverOn: z.string(),
  name: z.string(),
  bytes: z.number(),
  expiresAt: z.string(),
  /** token for the file, valid for an hour */
  opening: z.string(),
});
export type RdiOpening = z.output<typeof RdiOpening>;

/** The link's id is sent in a body, so that no log of URLs contains it. */
export const rdi = {
  open: endpoint({
    method: 'POST',
    path: rdiPaths.open,
    allow: 'public',
    summary: 'Opens a delivery and takeover document by the id of its link; each opening counts',
    body: z.object({ id: rdiId }),
    data: RdiOpening,
  }),
  file: endpoint({
    method: 'GET',
    path: rdiPaths.file,
    allow: 'public',
    summary: 'Its file, within an hour of the opening; each download is recorded',
    params: z.object({ opening: rdiId }),
    stream: pdf,
  }),
};
