import { z } from 'zod';
import { dateRange } from './date-pair';
import { customerTermNames, termWays } from './customer-terms';
import { endpoint } from './endpoint';
import { faultStatuses } from './fault';
import {
  country,
  day,
  email,
  flag,
  id,
  IdParams,
  isoTime,
  loginId,
  max100,
  memo,
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
import { Customer, Delivery, Named, Place, Step } from './shared-shapes';
import { sosTypes } from './device/up';
import { sosStatuses } from './sos';
import { transferStatuses } from './owner-transfer';
import { vehicleStates } from './vehicle';

/**
 * Whoever owns machines. Names and phones are masked but where somebody asks for one in full, which is recorded. A customer belongs to the dealer it came
 * to, and is seen by whoever sees one of its machines. Of one who left the app (withdrawn) only the mask is left to see, until it is deleted; a deleted
 * one is without a person's data, and the machines count as unsold.
 */
export const appStatuses = ['registered', 'withdrawn'] as const;
export const termStates = ['agreed', 'outdated', 'missing'] as const;
const appStatus = z.enum(appStatuses);

export const CustomerRow = z.object({
  id: z.number(),
  /** null: came with a workbook of sales, or joined by the app without choosing one */
  loginId: z.string().nullable(),
  /** masked, like the phone */
  name: z.string(),
  birthOn: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  /** that the caller sees */
  vehicles: z.number(),
  /** whoever staff, an import or a sale entered is registered; withdrawn: left the app, and is to be deleted */
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
    /** its last digits, four or more */
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

/** Who it is: masked, or in full. */
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

/** One answer to a term. `by`: who wrote it down; null: the customer, in the app. */
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
  /** of the vehicle: whatever changes it counts */
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
  /** when the app was last used */
  appUsedAt: z.string().nullable(),
  /** where each term stands today, and every answer to it, newest first */
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
  /** machines of dealers that the caller does not see: it is not the caller's to delete this customer */
  elsewhere: z.number(),
  /** a transfer of one of the machines waits for an answer or an approval: not deleted meanwhile */
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
  /** how and when the ticks were given; needed where one says another thing than before */
  way: oneOf(['paper', 'phone']).optional(),
  givenOn: day.optional(),
  memo: memo.default(''),
};
type Ruled = { country: string; phone: string; postalCode: string | null };
const ruled = (c: { value: Ruled; issues: z.core.$ZodRawIssue[] }): void => {
  const { country: of, phone: number, postalCode } = c.value;
  const complain = (path: string, message: string): void =>
    void c.issues.push({ code: 'custom', path: [path], message, input: c.value });
  if (!phoneFits(of, number)) complain('phone', 'field.phone');
  if (postalCode !== null && !postalCodeFits(of, postalCode))
    complain('postalCode', of === '82' ? 'field.d5' : tooLong(10));
};
type Ticks = { service: boolean; privacy: boolean; location: boolean };
/** Says so with whatever else is wrong or missing: by then the other fields may be none of what their schemas promise. */
const consented = (ticked: Partial<Ticks> | null, ctx: z.core.$RefinementCtx): void => {
  if (ticked?.service !== true || ticked.privacy !== true || ticked.location !== true)
    ctx.addIssue({ code: 'custom', path: ['terms'], message: 'field.terms' });
};
const always = { when: () => true };
export const CustomerBody = z
  .object({ ...fields, loginId })
  .superRefine(consented, always)
  .check(ruled);
export type CustomerBody = z.output<typeof CustomerBody>;
/** An ID that is there stays; one who has none may be given one. */
export const ChangeCustomerBody = z
  .object({ ...fields, loginId: loginId.optional(), version: z.coerce.number<string | number>().int() })
  .superRefine(consented, always)
  .check(ruled);
export type ChangeCustomerBody = z.output<typeof ChangeCustomerBody>;

/** A machine becomes this customer's: it is sold on that day, by that dealer. */
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
  /** null: it still stands with the organisation that built it */
  dealer: Named.nullable(),
  deviceId: z.string().nullable(),
  shippedOn: z.string().nullable(),
});
export type UnsoldVehicle = z.output<typeof UnsoldVehicle>;

const incident = { id: z.number(), at: z.string(), vehicle: z.object({ id: z.number(), vin: z.string() }) };
/** A fault or a call of a machine while it was this customer's. */
export const Incident = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fault'), ...incident, status: z.enum(faultStatuses), code: z.string(), name: Place }),
  z.object({ kind: z.literal('sos'), ...incident, status: z.enum(sosStatuses), type: z.enum(sosTypes) }),
]);
export type Incident = z.output<typeof Incident>;
/** `gave`: it was this customer’s before. */
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
export const CustomerStep = Step.omit({ note: true }).extend({
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});
export type CustomerStep = z.output<typeof CustomerStep>;

const path = '/api/customers';
const vehiclePath = '/api/customer-vehicles';
const page = z.object({ ...paging });
export const customers = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'customer:R',
    summary: 'Customers in scope, masked',
    query: CustomerFilter,
    data: CustomerRow,
    page: true,
  }),
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
    query: z.object({ text: z.string().trim().min(3).max(17) }),
    data: z.array(UnsoldVehicle),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'customer:R',
    summary: 'One customer, masked',
    params: IdParams,
    data: CustomerDetail,
  }),
  person: endpoint({
    method: 'GET',
    path: `${path}/:id/person`,
    allow: 'customer:R',
    summary: 'The person in full; who looks is recorded',
    params: IdParams,
    data: Person,
  }),
  create: endpoint({
    method: 'POST',
    path,
    allow: 'customer:C',
    summary: 'Registers a customer. CUSTOMER_PHONE_TAKEN (values: id) where one has the phone',
    body: CustomerBody,
    data: CustomerDetail,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    allow: 'customer:U',
    summary: 'Changes a customer; a new phone ends the sessions of the app',
    params: IdParams,
    body: ChangeCustomerBody,
    data: CustomerDetail,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    allow: 'customer:D',
    summary:
      'Erases a customer’s personal data; the machines become unsold. Refused while one of them has an open SOS call or a transfer waits',
    params: IdParams,
    /** VINs that became unsold */
    data: z.object({ deleted: z.literal(true), unsold: z.array(z.string()) }),
  }),
  incidents: endpoint({
    method: 'GET',
    path: `${path}/:id/incidents`,
    allow: 'customer:R',
    summary: 'Faults and SOS calls of the customer’s machines, newest first, as far as the caller may read such',
    params: IdParams,
    query: page,
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
  history: endpoint({
    method: 'GET',
    path: `${path}/:id/history`,
    allow: 'customer:R',
    summary: 'What was changed, newest first; personal data only as changed',
    params: IdParams,
    query: page,
    data: CustomerStep,
    page: true,
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
