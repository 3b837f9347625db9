import { z } from 'zod';
import { endpoint } from './endpoint';
import { groupTypes, roles } from './access';
import {
  country,
  loginId,
  max100,
  password,
  personName,
  phone,
  phoneFits,
  postalCodeFits,
  smsCode,
  t50,
  tooLong,
} from './fields';
import { MapLayer } from './map-layer';

/** Login, the two tokens, and the console's start-up data. Headers and envelope: decisions.md, Session. */
export const accessHeader = 'x-auth-access-token';
export const refreshHeader = 'x-auth-refresh-token';

/**
 * Claims of an access token. `roles` has `{groupType}_{role}`; a wall display has `KIOSK` instead and `kiosk` its id.
 */
export const AccessClaims = z.object({
  sub: z.string(),
  sid: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  groupType: z.enum(groupTypes).or(z.literal('KIOSK')),
  organizationId: z.number(),
  kiosk: z.number().optional(),
  /** of the display's token that it came from */
  kioskToken: z.number().optional(),
});
export type AccessClaims = z.output<typeof AccessClaims>;

/** An id as typed, of any form: a login attempt must not reveal the rules. */
const typedId = z.string().trim().min(1, 'field.req').max(40, tooLong(40));
const typedPassword = z.string().min(1, 'field.req').max(200, tooLong(200));

export const LoginBody = z.object({ id: typedId, password: typedPassword, autoLogin: z.boolean().default(false) });

/**
 * An SMS code: six digits, valid for three minutes, can be resent from `resendAt` on. A public form for an unknown
 * person returns the same, and sends nothing. Wrong or expired: SMS_CODE_WRONG (values: left). Five times:
 * SMS_CODE_DEAD, back to /login. Sent again too soon: SMS_TOO_SOON (values: seconds); more than five an hour to one
 * phone: SMS_TOO_MANY (values: minutes).
 */
export const SmsSent = z.object({
  phone: z.string(),
  expiresAt: z.string(),
  resendAt: z.string(),
  triesLeft: z.number(),
});
export const SmsChallenge = SmsSent.extend({ smsId: z.uuid() });
export type SmsChallenge = z.output<typeof SmsChallenge>;
export const SmsConfirmBody = z.object({ smsId: z.uuid(), code: smsCode });

/**
 * Logged in. With `mustChange` there is no session yet (both tokens are empty, credentialsNonExpired is false):
 * `changeToken` opens the forced change of the password for ten minutes and nothing else.
 */
export const LoggedIn = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  id: z.string(),
  name: z.string(),
  credentialsNonExpired: z.boolean(),
  mustChange: z.enum(['temporary', 'expired']).nullable(),
  changeToken: z.string().nullable(),
});
export type LoggedIn = z.output<typeof LoggedIn>;
/** The right password leads to the code by SMS (`sms`), or with a valid auto-login refresh token of the same account in its header straight in (`done`). */
export const Login = z.discriminatedUnion('step', [
  z.object({ step: z.literal('sms'), smsLoginId: z.uuid(), smsLoginData: SmsSent, id: z.string(), name: z.string() }),
  LoggedIn.extend({ step: z.literal('done') }),
]);

/**
 * New ≠ current is also checked by the form; that it is none of the last three, only by the server (field.pwdNew on
 * `next`).
 */
const passwordChange = { current: typedPassword, next: password };
export const ChangePasswordBody = z.object(passwordChange);

/**
 * Terms of joining, with their version. Their texts are `terms.<term>.title` and `terms.<term>.text` of the catalogue.
 */
export const terms = [
  { term: 'service', version: '2026-05-01', required: true },
  { term: 'privacy', version: '2026-05-01', required: true },
  { term: 'location', version: '2026-05-01', required: true },
  { term: 'marketing', version: '2026-05-01', required: false },
] as const;
export const termNames = terms.map((t) => t.term);
export type Term = (typeof terms)[number]['term'];

const linkToken = z.string().min(20).max(100);
/** The body of the sign-up form. `smsId`: the confirmed code of this phone. */
export const JoinBody = z
  .object({
    token: linkToken,
    id: loginId,
    password,
    name: personName,
    country: country.default('82'),
    phone,
    smsId: z.uuid('field.smsOk'),
    postalCode: z.string().trim().max(10, tooLong(10)).default(''),
    address: max100.default(''),
    addressDetail: z.literal('').or(t50).default(''),
    terms: z.array(z.enum(termNames)),
    language: z.enum(['ko', 'en']).default('ko'),
  })
  .check((c) => {
    const { country, phone, postalCode, terms: agreed } = c.value;
    const addIssue = (path: string, message: string): void =>
      void c.issues.push({ code: 'custom', path: [path], message, input: c.value });
    if (!postalCodeFits(country, postalCode)) addIssue('postalCode', 'field.d5');
    if (!phoneFits(country, phone)) addIssue('phone', 'field.phone');
    if (terms.some((t) => t.required && !agreed.includes(t.term))) addIssue('terms', 'field.terms');
  });

export const Member = z.object({
  id: z.number(),
  loginId: z.string(),
  name: z.string(),
  groupId: z.number(),
  groupName: z.string(),
  groupType: z.enum(groupTypes),
  role: z.enum(roles),
  units: z.enum(['km', 'mile']),
});
export type Member = z.output<typeof Member>;

export const session = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    allow: 'public',
    summary: 'Id and password: leads to the code by SMS',
    body: LoginBody,
    data: Login,
  }),
  loginConfirm: endpoint({
    method: 'POST',
    path: '/api/auth/login/confirm',
    allow: 'public',
    summary: 'The code by SMS: opens the session',
    body: z.object({ smsLoginId: z.uuid(), code: smsCode }),
    data: LoggedIn,
  }),
  resendCode: endpoint({
    method: 'POST',
    path: '/api/auth/code/resend',
    allow: 'public',
    summary: 'Send a code again, of a login or any form; voids the former',
    body: z.object({ smsId: z.uuid() }),
    data: SmsChallenge,
  }),
  signOnStart: endpoint({
    method: 'POST',
    path: '/api/auth/sso/start',
    allow: 'public',
    summary:
      'Login by the company directory (OpenID Connect): where the browser goes, and the `state` with which it comes back',
    data: z.object({ url: z.string(), state: z.string() }),
  }),
  signOnFinish: endpoint({
    method: 'POST',
    path: '/api/auth/sso/finish',
    allow: 'public',
    summary: 'What the directory answered to the browser, as the query of the address: opens the session',
    body: z.object({ state: z.string().min(1).max(200), query: z.string().max(8000) }),
    data: LoggedIn,
  }),
  refresh: endpoint({
    method: 'GET',
    path: '/api/auth/refresh-token',
    allow: 'public',
    summary: 'Both tokens in the headers; both are renewed',
    data: z.object({ accessToken: z.string(), refreshToken: z.string() }),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    allow: 'member',
    summary: 'End this session',
    data: z.object({ ended: z.literal(true) }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/password',
    allow: 'member',
    summary: 'Change the own password; ends the other sessions, keeps this one',
    body: ChangePasswordBody,
    data: z.object({ changed: z.literal(true) }),
  }),
  forcedChange: endpoint({
    method: 'POST',
    path: '/api/auth/password/forced',
    allow: 'public',
    summary: 'Change a temporary or expired password with the token that its login gave; ends all sessions',
    body: z.object({ changeToken: z.string().max(2000), ...passwordChange }),
    data: z.object({ changed: z.literal(true) }),
  }),
  findIdSend: endpoint({
    method: 'POST',
    path: '/api/auth/find-id/send',
    allow: 'public',
    summary: 'Forgotten id: a code to this phone',
    body: z.object({ name: personName, phone }),
    data: SmsChallenge,
  }),
  findIdConfirm: endpoint({
    method: 'POST',
    path: '/api/auth/find-id/confirm',
    allow: 'public',
    summary: 'The code: masked ids of this name and phone; none where there is no such member',
    body: SmsConfirmBody,
    data: z.object({ ids: z.array(z.object({ id: z.string(), joinedAt: z.string() })) }),
  }),
  findPasswordSend: endpoint({
    method: 'POST',
    path: '/api/auth/find-password/send',
    allow: 'public',
    summary: 'Forgotten password: a code to this phone',
    body: z.object({ id: typedId, name: personName, phone }),
    data: SmsChallenge,
  }),
  findPasswordConfirm: endpoint({
    method: 'POST',
    path: '/api/auth/find-password/confirm',
    allow: 'public',
    summary:
      'The code: a temporary password by e-mail (masked address); CHECK_INFORMATION where id, name and phone do not belong together',
    body: SmsConfirmBody,
    data: z.object({ email: z.string() }),
  }),
  invitation: endpoint({
    method: 'POST',
    path: '/api/auth/join/invitation',
    allow: 'public',
    summary: 'Whom a sign-up link invites; LINK_EXPIRED, LINK_USED or LINK_INVALID',
    body: z.object({ token: linkToken }),
    data: z.object({
      organization: z.string(),
      groupType: z.enum(groupTypes),
      role: z.enum(roles),
      email: z.string(),
      name: z.string(),
      country: z.string(),
      phone: z.string(),
      postalCode: z.string(),
      address: z.string(),
      addressDetail: z.string(),
      language: z.enum(['ko', 'en']),
      expiresAt: z.string(),
    }),
  }),
  joinCheckId: endpoint({
    method: 'POST',
    path: '/api/auth/join/check-id',
    allow: 'public',
    summary: 'Whether an id is free; for the holder of a sign-up link',
    body: z.object({ token: linkToken, id: loginId }),
    data: z.object({ free: z.boolean() }),
  }),
  joinSend: endpoint({
    method: 'POST',
    path: '/api/auth/join/send',
    allow: 'public',
    summary: 'A code to the phone that joins',
    body: z.object({ token: linkToken, country: country.default('82'), phone }),
    data: SmsChallenge,
  }),
  joinConfirm: endpoint({
    method: 'POST',
    path: '/api/auth/join/confirm',
    allow: 'public',
    summary: 'The code: the phone is proven, for one hour',
    body: SmsConfirmBody,
    data: z.object({ confirmed: z.literal(true) }),
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/auth/join',
    allow: 'public',
    summary: 'Sign up by the e-mailed link',
    body: JoinBody,
    data: z.object({ id: z.string() }),
  }),
  member: endpoint({
    method: 'GET',
    path: '/api/tms/member/detail/:id',
    allow: 'member',
    summary: 'The member behind the session (login id in the path)',
    params: z.object({ id: z.string().max(40) }),
    data: z.array(Member),
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/config',
    allow: 'public',
    summary: 'What the console must know before it starts',
    data: z.object({
      version: z.string(),
      development: z.boolean(),
      /** base maps beside the built-in outline */
      mapLayers: z.array(MapLayer),
      /** the one that is shown until somebody chooses; null: the outline */
      mapLayer: z.string().nullable(),
      /** where a place of the map is opened, with {lat} and {lon} */
      mapLink: z.string().nullable(),
      /** whether there is a geocoder */
      addressSearch: z.boolean(),
      /** what people call the company directory by which they log in, and whether a password is for administrators of the head office alone; null: there is none */
      signOn: z.object({ name: z.string(), only: z.boolean() }).nullable(),
      queryMaxDays: z.number(),
      /** posting days run in it */
      productTimeZone: z.string(),
      /** addresses of the shop begin with it */
      shopHost: z.string(),
      demoAccounts: z.array(
        z.object({ id: z.string(), groupType: z.enum(groupTypes), role: z.enum(roles), organization: z.string() }),
      ),
    }),
  }),
};
