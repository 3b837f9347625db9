import { z } from 'zod';
import { endpoint } from './endpoint';
import { groupTypes, roles } from './access';
import { country, email, max100, personName, phone, phoneFits, postalCodeFits, t50, tooLong } from './fields';
import { Named } from './shared-shapes';
import { SmsChallenge, SmsConfirmBody } from './session';

/** A member's own account. */
export const MyInfo = z.object({
  id: z.number(),
  loginId: z.string(),
  role: z.enum(roles),
  groupType: z.enum(groupTypes),
  organization: Named,
  /** the login before this session's; for the very first session its own */
  lastLogin: z.object({ at: z.string(), address: z.string().nullable() }).nullable(),
  name: z.string(),
  email: z.string().nullable(),
  /** a new address that waits for its confirmation link */
  pendingEmail: z.object({ email: z.string(), expiresAt: z.string() }).nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  postalCode: z.string(),
  address: z.string(),
  addressDetail: z.string(),
  units: z.enum(['km', 'mile']),
  language: z.enum(['ko', 'en']),
  passwordExpiresAt: z.string(),
  version: z.number(),
});
export type MyInfo = z.output<typeof MyInfo>;

/**
 * The whole form. A changed phone needs the confirmed code of that phone (`smsId`), else field.smsOk on `phone`. A
 * changed e-mail is not active yet: a link is sent to the new address, valid for one day, and `pendingEmail` names it.
 * A new request invalidates it; the current address leaves it unchanged.
 */
export const MyInfoBody = z
  .object({
    version: z.number().int(),
    name: personName,
    email,
    country: country.default('82'),
    phone,
    smsId: z.uuid('field.smsOk').optional(),
    postalCode: z.string().trim().max(10, tooLong(10)).default(''),
    address: max100.default(''),
    addressDetail: z.literal('').or(t50).default(''),
    units: z.enum(['km', 'mile']),
    language: z.enum(['ko', 'en']).optional(),
  })
  .check((c) => {
    const { country, phone, postalCode } = c.value;
    const addIssue = (path: string, message: string): void =>
      void c.issues.push({ code: 'custom', path: [path], message, input: c.value });
    if (!postalCodeFits(country, postalCode)) addIssue('postalCode', 'field.d5');
    if (!phoneFits(country, phone)) addIssue('phone', 'field.phone');
  });

export const MySession = z.object({
  id: z.uuid(),
  startedAt: z.string(),
  /** last renewal of its tokens */
  seenAt: z.string(),
  expiresAt: z.string(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  /** the caller's own */
  current: z.boolean(),
});
export type MySession = z.output<typeof MySession>;

/** The query parameter of `/dash?panel=myInfo` with the token of the link for a new e-mail address. */
export const emailTokenParam = 'emailToken';

export const myInfo = {
  get: endpoint({ method: 'GET', path: '/api/my-info', allow: 'member', summary: 'The own account', data: MyInfo }),
  change: endpoint({
    method: 'PUT',
    path: '/api/my-info',
    allow: 'member',
    summary: 'Change the own account',
    body: MyInfoBody,
    data: MyInfo,
  }),
  phoneSend: endpoint({
    method: 'POST',
    path: '/api/my-info/phone/send',
    allow: 'member',
    summary: 'A code to the new phone (again: /api/auth/code/resend)',
    body: z.object({ country: country.default('82'), phone }),
    data: SmsChallenge,
  }),
  phoneConfirm: endpoint({
    method: 'POST',
    path: '/api/my-info/phone/confirm',
    allow: 'member',
    summary: 'The code: the new phone is proven, for one hour',
    body: SmsConfirmBody,
    data: z.object({ confirmed: z.literal(true) }),
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/my-info/email/confirm',
    allow: 'member',
    summary: 'The link of a new e-mail address; LINK_EXPIRED, LINK_USED or LINK_INVALID',
    body: z.object({ token: z.string().min(20).max(100) }),
    data: MyInfo,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/my-info/sessions',
    allow: 'member',
    summary: 'Own open sessions, newest first',
    data: z.array(MySession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/my-info/sessions/:id',
    allow: 'member',
    summary: 'End one of them, also this one',
    params: z.object({ id: z.uuid() }),
    data: z.object({ ended: z.literal(true) }),
  }),
};
