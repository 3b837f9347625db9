import { z } from 'zod';
import { dateRange } from './date-pair';
import { customerTermNames, termWays } from './customer-terms';
import { endpoint } from './endpoint';
import { faultStatuses } from './fault';
import {
  country,
  day,
  email,
  filtered,
  flag,
  id,
  IdParams,
  isoTime,
  loginId,
  max100,
  memo,
  pageQuery,
  paging,
  personName,
  phone,
  phoneFits,
  postalCodeFits,
  searched,
  t50,
  vin,
  tooLong,
} from './fields';
import { chosen, oneOf } from './organization';
import { resource } from './resource';
import { Customer, Delivery, Named, Place, RecordStep } from './shared-shapes';
import { sosTypes } from './device/up';
import { sosStatuses } from './sos';
import { transferStatuses } from './owner-transfer';
import { vehicleStates } from './vehicle';

/**
 * Owners of machines. Names and phones are masked except in requests for one in full, which are recorded. A customer
 * belongs to the dealer of its first sale, and is visible to everybody who sees one of its machines. Of a withdrawn one
 * (left the app) only the masked data is visible, until it is deleted; a deleted one has no personal data, and its
 * machines count as unsold.
 */
export const appStatuses = ['registered', 'withdrawn'] as const;
export const termStates = ['agreed', 'outdated', 'missing'] as const;
const appStatus = z.enum(appStatuses);

/** The person: masked, or in full. */
export const Person = z.object({
  id: z.number(),
  name: z.string(),
  birthOn: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  postalCode: z.string().nullable(),
  address: z.string().nullable(),
  addressDetail: z.string().nullable(),
  memo: z.string(),
});
export type Person = z.output<typeof Person>;
/** In the order of form and page, before the memo. All but the country are personal data: see `privateFields` (domain). */
export const personFields = Person.keyof().exclude(['id', 'memo']).options;

const listed = { name: true, birthOn: true, phone: true, address: true } as const;
/** Those that the list shows. */
export const listedFields = Person.pick(listed).keyof().options;

export const CustomerRow = z.object({
  id: z.number(),
  /** null: imported with sales, or joined by the app without choosing one */
  loginId: z.string().nullable(),
  ...Person.pick(listed).shape,
  /** in the caller's scope */
  vehicles: z.number(),
  /** customers entered by staff, an import or a sale are registered; withdrawn: left the app, and is to be deleted */
  appStatus,
  /** since when the app is used; null: never */
  appSince: z.string().nullable(),
  dealer: Named.nullable(),
  /** of the required terms, the worst */
  requiredTerms: z.enum(termStates),
  marketing: z.boolean(),
  registeredAt: z.string(),
});
export type CustomerRow = z.output<typeof CustomerRow>;

export const CustomerFilter = dateRange(
  z.object({
    ...paging,
    sort: z.enum(['loginId', 'name', 'vehicles', 'appStatus', 'registeredAt']).default('registeredAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    loginId: searched,
    name: searched,
    /** the last digits, four or more */
    phone: z
      .string()
      .trim()
      .regex(/^\d{4,15}$/u, 'field.noBlk')
      .optional(),
    appStatus: z.enum([...appStatuses, 'all']).default('registered'),
    usesApp: flag,
    hasVehicle: flag,
    dealerId: id.optional(),
    from: isoTime.optional(),
    to: isoTime.optional(),
  }),
);
export type CustomerFilter = z.output<typeof CustomerFilter>;

/** One answer to a term. `by`: who recorded it; null: the customer, in the app. */
export const TermStep = z.object({
  id: z.number(),
  term: z.enum(customerTermNames),
  version: z.string(),
  agreed: z.boolean(),
  way: z.enum(termWays),
  on: z.string(),
  by: z.string().nullable(),
  at: z.string(),
});
export type TermStep = z.output<typeof TermStep>;

export const OwnedVehicle = z.object({
  id: z.number(),
  /** of the vehicle: incremented by any change */
  version: z.number(),
  vin: z.string(),
  model: z.string(),
  soldOn: z.string().nullable(),
  dealer: Named,
  nickname: z.string().nullable(),
  odometerKm: z.number().nullable(),
  engineHours: z.number().nullable(),
  state: z.enum(vehicleStates),
  openSos: z.boolean(),
});
export type OwnedVehicle = z.output<typeof OwnedVehicle>;

export const CustomerDetail = CustomerRow.extend({
  version: z.number(),
  person: Person,
  language: z.enum(['ko', 'en']),
  registeredBy: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  /** last use of the app */
  appUsedAt: z.string().nullable(),
  /** the current state of each term, and every answer to it, newest first */
  terms: z.array(
    z.object({
      term: z.enum(customerTermNames),
      required: z.boolean(),
      version: z.string(),
      state: z.enum(termStates),
    }),
  ),
  answers: z.array(TermStep),
  owned: z.array(OwnedVehicle),
  /** machines of dealers outside the caller's scope: the caller may not delete this customer */
  elsewhere: z.number(),
  /** a transfer of one of the machines is pending: deletion is not possible */
  transferAwaiting: z.boolean(),
});
export type CustomerDetail = z.output<typeof CustomerDetail>;

const tick = z.union([z.boolean(), z.enum(['true', 'false']).transform((v) => v === 'true')]).default(false);
const fields = {
  name: personName,
  birthOn: day,
  country: country.default('82'),
  phone,
  email: email.nullable().default(null),
  postalCode: z.string().trim().nullable().default(null),
  address: max100.refine((s) => s.trim() !== '', 'field.req'),
  addressDetail: t50.nullable().default(null),
  dealerId: chosen,
  service: tick,
  privacy: tick,
  location: tick,
  marketing: tick,
  assistant: tick,
  /** how and when the answers were given; needed if one differs from before */
  way: oneOf(['paper', 'phone']).optional(),
  givenOn: day.optional(),
  memo: memo.default(''),
};
type CheckedFields = { country: string; phone: string; postalCode: string | null };
const checkFields = (c: { value: CheckedFields; issues: z.core.$ZodRawIssue[] }): void => {
  const { country: of, phone: number, postalCode } = c.value;
  const addIssue = (path: string, message: string): void =>
    void c.issues.push({ code: 'custom', path: [path], message, input: c.value });
  if (!phoneFits(of, number)) addIssue('phone', 'field.phone');
  if (postalCode !== null && !postalCodeFits(of, postalCode))
    addIssue('postalCode', of === '82' ? 'field.d5' : tooLong(10));
};
type Ticks = { service: boolean; privacy: boolean; location: boolean };
/** Reported together with other errors: then the other fields may violate their schemas. */
const consented = (ticked: Partial<Ticks> | null, ctx: z.core.$RefinementCtx): void => {
  if (ticked?.service !== true || ticked.privacy !== true || ticked.location !== true)
    ctx.addIssue({ code: 'custom', path: ['terms'], message: 'field.terms' });
};
const always = { when: () => true };
export const CustomerBody = z
  .object({ ...fields, loginId })
  .superRefine(consented, always)
  .check(checkFields);
export type CustomerBody = z.output<typeof CustomerBody>;
/** An existing ID stays; a missing one may be added. */
export const ChangeCustomerBody = z
  .object({ ...fields, loginId: loginId.optional(), version: z.coerce.number<string | number>().int() })
  .superRefine(consented, always)
  .check(checkFields);
export type ChangeCustomerBody = z.output<typeof ChangeCustomerBody>;

/** Assigns a machine to this customer: sold on that day, by that dealer. */
const saleFields = { soldOn: day, dealerId: chosen, nickname: t50.nullable().default(null), memo: memo.default('') };
export const AddVehicleBody = z.object({ vin, ...saleFields });
export type AddVehicleBody = z.output<typeof AddVehicleBody>;
const version = z.coerce.number<string | number>().int();
export const ChangeOwnedBody = z.object({ version, ...saleFields });
export type ChangeOwnedBody = z.output<typeof ChangeOwnedBody>;
export const OwnedDetail = z.object({
  id: z.number(),
  version: z.number(),
  vin: z.string(),
  model: z.string(),
  deviceId: z.string().nullable(),
  shippedOn: z.string().nullable(),
  soldOn: z.string().nullable(),
  dealer: Named,
  nickname: z.string().nullable(),
  memo: z.string(),
  customer: Customer,
  appStatus,
  openSos: z.boolean(),
});
export type OwnedDetail = z.output<typeof OwnedDetail>;
export const UnsoldVehicle = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  /** null: it still belongs to the organization that built it */
  dealer: Named.nullable(),
  deviceId: z.string().nullable(),
  shippedOn: z.string().nullable(),
});
export type UnsoldVehicle = z.output<typeof UnsoldVehicle>;

const incident = { id: z.number(), at: z.string(), vehicle: z.object({ id: z.number(), vin: z.string() }) };
/** A fault or an SOS of a machine while it belonged to this customer. */
export const Incident = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fault'), ...incident, status: z.enum(faultStatuses), code: z.string(), name: Place }),
  z.object({ kind: z.literal('sos'), ...incident, status: z.enum(sosStatuses), type: z.enum(sosTypes) }),
]);
export type Incident = z.output<typeof Incident>;
/** `gave`: it belonged to this customer before. */
export const CustomerTransfer = z.object({
  id: z.number(),
  status: z.enum(transferStatuses),
  vehicle: z.object({ id: z.number(), vin: z.string() }),
  side: z.enum(['gave', 'got']),
  /** masked */
  other: z.string(),
  requestedAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type CustomerTransfer = z.output<typeof CustomerTransfer>;
const path = '/api/customers';
const vehiclePath = '/api/customer-vehicles';
const { remove, ...record } = resource('customer', {
  path,
  row: CustomerRow,
  detail: CustomerDetail,
  filter: CustomerFilter,
  body: CustomerBody,
  changeBody: ChangeCustomerBody,
  createStatus: 201,
  summaries: {
    list: 'Customers in scope, masked',
    get: 'One customer, masked',
    create: 'Registers a customer. CUSTOMER_PHONE_TAKEN (values: id) where one has the phone',
    change:
      'Changes a customer; a new phone ends the sessions of the app. CUSTOMER_ELSEWHERE where the caller does not see all machines of the customer and changes the phone',
  },
  remove: {
    summary:
      'Erases a customer’s personal data; the machines become unsold. Refused while one of them has an open SOS call or a transfer waits',
    /** VINs that became unsold */
    data: z.object({ deleted: z.literal(true), unsold: z.array(z.string()) }),
  },
  history: { summary: 'What was changed, newest first; personal data only as changed', data: RecordStep },
});
export const customers = {
  ...record,
  delete: remove,
  idFree: endpoint({
    method: 'GET',
    path: `${path}/id-free`,
    allow: 'customer:R',
    summary: 'Whether a customer’s ID is still free, whatever its case',
    query: z.object({ loginId }),
    data: z.object({ free: z.boolean() }),
  }),
  unsold: endpoint({
    method: 'GET',
    path: `${path}/unsold-vehicles`,
    allow: 'customer:R',
    summary: 'Unsold vehicles in scope by a part of the VIN, ten hits',
    query: z.object({ text: filtered(17).trim().min(3) }),
    data: z.array(UnsoldVehicle),
  }),
  person: endpoint({
    method: 'GET',
    path: `${path}/:id/person`,
    allow: 'customer:R',
    summary: 'The person in full; the access is recorded',
    params: IdParams,
    data: Person,
  }),
  incidents: endpoint({
    method: 'GET',
    path: `${path}/:id/incidents`,
    allow: 'customer:R',
    summary: 'Faults and SOS calls of the customer’s machines, newest first, as far as the caller may read such',
    params: IdParams,
    query: pageQuery,
    data: Incident,
    page: true,
  }),
  transfers: endpoint({
    method: 'GET',
    path: `${path}/:id/transfers`,
    allow: 'customer:R',
    summary: 'Machines that were given or got, newest first',
    params: IdParams,
    data: z.array(CustomerTransfer),
  }),
  messages: endpoint({
    method: 'GET',
    path: `${path}/:id/messages`,
    allow: 'customer:R',
    summary: 'The last messages to a customer',
    params: IdParams,
    data: z.array(Delivery),
  }),
  addVehicle: endpoint({
    method: 'POST',
    path: `${path}/:id/vehicles`,
    allow: 'customer:C',
    summary: 'Sells an unsold vehicle to the customer',
    params: IdParams,
    body: AddVehicleBody,
    data: OwnedDetail,
    status: 201,
  }),
  vehicle: endpoint({
    method: 'GET',
    path: `${vehiclePath}/:id`,
    allow: 'customer:R',
    summary: 'A customer’s vehicle, by the number of the vehicle',
    params: IdParams,
    data: OwnedDetail,
  }),
  changeVehicle: endpoint({
    method: 'PUT',
    path: `${vehiclePath}/:id`,
    allow: 'customer:U',
    summary: 'Sale date, dealer, nickname and memo',
    params: IdParams,
    body: ChangeOwnedBody,
    data: OwnedDetail,
  }),
  removeVehicle: endpoint({
    method: 'POST',
    path: `${vehiclePath}/:id/remove`,
    allow: 'customer:D',
    summary: 'Takes a vehicle from its customer: it is unsold',
    params: IdParams,
    body: z.object({ version }),
    data: z.object({ removed: z.literal(true) }),
  }),
};
