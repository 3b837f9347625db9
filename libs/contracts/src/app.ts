import { z } from 'zod';
import { customerTermNames } from './customer-terms';
import { endpoint } from './endpoint';
import { country, day, IdParams, loginId, paging, personName, phone, phoneFits, smsCode } from './fields';
import { PushSubscriptionBody } from './notification';
import { SmsChallenge } from './session';
import { Named } from './shared-shapes';

/**
 * The API of the customers' app. Every request except those that open a session has `authorization: Bearer <access
 * token>`; staff tokens are not valid here, nor the other way round. A session begins with a code by SMS (`sendCode`,
 * `confirmCode`): the owner of the phone then logs in, or joins. An access token is valid for 15 minutes (E0802:
 * refresh, then retry); a refresh token is used once, within 30 days (E0803: log in again).
 */
export const appHeader = 'authorization';

const phoneOfCountry = (p: { country: string; phone: string }): boolean => phoneFits(p.country, p.phone);
export const AppPhone = z
  .object({ country: country.default('82'), phone, language: z.enum(['ko', 'en']).default('ko') })
  .refine(phoneOfCountry, {
    path: ['phone'],
    error: 'field.phone',
  });

const term = z.enum(customerTermNames);
/** Joining: the person, the verified phone (`smsId`), the accepted terms. The ID is optional. */
export const AppJoinBody = z.object({
  smsId: z.uuid('field.smsOk'),
  name: personName,
  birthOn: day,
  id: loginId.optional(),
  terms: z.array(term),
  language: z.enum(['ko', 'en']).default('ko'),
});
export type AppJoinBody = z.output<typeof AppJoinBody>;

export const AppTokens = z.object({ accessToken: z.string(), refreshToken: z.string(), customerId: z.number() });
export type AppTokens = z.output<typeof AppTokens>;

/**
 * The current version of a term and this customer's last answer; null: never asked. `due`: required and not accepted in
 * its current version.
 */
export const OwnTerm = z.object({
  term,
  version: z.string(),
  required: z.boolean(),
  title: z.string(),
  answer: z.object({ version: z.string(), agreed: z.boolean(), on: z.string() }).nullable(),
  due: z.boolean(),
});
export type OwnTerm = z.output<typeof OwnTerm>;

export const OwnVehicle = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  imageId: z.string().nullable(),
  nickname: z.string().nullable(),
  soldOn: z.string().nullable(),
  dealer: z.object({ id: z.number(), name: z.string(), phone: z.string().nullable() }),
  /** null: never reported */
  engineHours: z.number().nullable(),
  odometerKm: z.number().nullable(),
});
export type OwnVehicle = z.output<typeof OwnVehicle>;

export const OwnData = z.object({
  id: z.number(),
  loginId: z.string().nullable(),
  name: z.string(),
  birthOn: z.string().nullable(),
  country: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  postalCode: z.string().nullable(),
  address: z.string().nullable(),
  addressDetail: z.string().nullable(),
  language: z.enum(['ko', 'en']),
  dealer: Named.nullable(),
  joinedAt: z.string(),
  /** required terms whose current version is not accepted: the app requests them */
  termsDue: z.array(term),
  unreadMessages: z.number(),
  vehicles: z.array(OwnVehicle),
});
export type OwnData = z.output<typeof OwnData>;

export const OwnMessage = z.object({
  id: z.number(),
  subject: z.enum(['sos', 'fault', 'consumable', 'transfer', 'customer', 'notice']),
  title: z.string().nullable(),
  text: z.string(),
  at: z.string(),
  readAt: z.string().nullable(),
});
export type OwnMessage = z.output<typeof OwnMessage>;

/** `subscription` null: the app is pushed to by the gateway alone (APP_PUSH_URL). */
export const AppPushDeviceBody = z.object({
  os: z.enum(['android', 'ios']),
  subscription: PushSubscriptionBody.nullable().default(null),
});
export type AppPushDeviceBody = z.output<typeof AppPushDeviceBody>;

const path = '/api/app';
const done = z.object({ done: z.literal(true) });
export const app = {
  sendCode: endpoint({
    method: 'POST',
    path: `${path}/codes`,
    allow: 'public',
    summary:
      'A code by SMS to a phone, to join or to log in; the answer does not reveal whether it is known. Again: /api/auth/code/resend',
    body: AppPhone,
    data: SmsChallenge,
  }),
  confirmCode: endpoint({
    method: 'POST',
    path: `${path}/codes/confirm`,
    allow: 'public',
    summary: 'The code: the phone is proven for an hour. Whoever holds it learns whether it has joined',
    body: z.object({ smsId: z.uuid(), code: smsCode }),
    data: z.object({ confirmed: z.literal(true), joined: z.boolean() }),
  }),
  login: endpoint({
    method: 'POST',
    path: `${path}/login`,
    allow: 'public',
    summary: 'Opens a session with a verified phone; APP_NOT_JOINED where no customer has joined with it',
    body: z.object({ smsId: z.uuid('field.smsOk'), language: z.enum(['ko', 'en']).optional() }),
    data: AppTokens,
  }),
  join: endpoint({
    method: 'POST',
    path: `${path}/join`,
    allow: 'public',
    summary: 'Joins with a proven phone; a customer of the same phone and name becomes registered. Opens a session',
    body: AppJoinBody,
    data: AppTokens,
    status: 201,
  }),
  refresh: endpoint({
    method: 'POST',
    path: `${path}/refresh`,
    allow: 'public',
    summary: 'A refresh token against two new tokens. It is good once: a second use ends the session',
    body: z.object({ refreshToken: z.string().min(1).max(2000) }),
    data: AppTokens,
  }),
  presentTerms: endpoint({
    method: 'GET',
    path: `${path}/terms`,
    allow: 'public',
    summary: 'The terms of the app in their present version, in the language of the call',
    data: z.array(z.object({ term, version: z.string(), required: z.boolean(), title: z.string(), text: z.string() })),
  }),
  logout: endpoint({ method: 'POST', path: `${path}/logout`, allow: 'app', summary: 'Ends this session', data: done }),
  me: endpoint({ method: 'GET', path: `${path}/me`, allow: 'app', summary: 'Own data and vehicles', data: OwnData }),
  setLanguage: endpoint({
    method: 'PUT',
    path: `${path}/me/language`,
    allow: 'app',
    summary: 'The language of messages',
    body: z.object({ language: z.enum(['ko', 'en']) }),
    data: done,
  }),
  terms: endpoint({
    method: 'GET',
    path: `${path}/me/terms`,
    allow: 'app',
    summary: 'What was agreed to',
    data: z.array(OwnTerm),
  }),
  answerTerm: endpoint({
    method: 'PUT',
    path: `${path}/me/terms/:term`,
    allow: 'app',
    summary: 'Agrees to the present version of a term, or withdraws an optional one',
    params: z.object({ term }),
    body: z.object({ version: z.string().max(20), agreed: z.boolean() }),
    data: z.array(OwnTerm),
  }),
  messages: endpoint({
    method: 'GET',
    path: `${path}/me/messages`,
    allow: 'app',
    summary: 'What was sent to the app, newest first',
    query: z.object({ ...paging }),
    data: OwnMessage,
    page: true,
  }),
  readMessage: endpoint({
    method: 'POST',
    path: `${path}/me/messages/:id/read`,
    allow: 'app',
    summary: 'A message was read',
    params: IdParams,
    data: done,
  }),
  setPushDevice: endpoint({
    method: 'PUT',
    path: `${path}/me/push-device`,
    allow: 'app',
    summary:
      'Registers the device of this session for pushes: its system and, where the app takes Web Push (RFC 8030), its subscription',
    body: AppPushDeviceBody,
    data: done,
    example: { done: true },
  }),
  removePushDevice: endpoint({
    method: 'DELETE',
    path: `${path}/me/push-device`,
    allow: 'app',
    summary: 'No more pushes to the device of this session',
    data: done,
    example: { done: true },
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${path}/me`,
    allow: 'app',
    summary:
      'Leaves the app: every session ends, the vehicles are unsold. Refused while one of them has an open SOS call',
    data: done,
  }),
};
