import { z } from 'zod';
import { endpoint } from './endpoint';
import { groupTypes, roles } from './access';
import {
  country,
  email,
  filtered,
  flag,
  id,
  IdParams,
  loginId,
  many,
  max100,
  name40,
  paging,
  personName,
  phone,
  phoneFits,
  postalCodeFits,
  t50,
  tooLong,
} from './fields';
import { chosen, oneOf } from './organization';
import { resource } from './resource';
import { Named } from './shared-shapes';

/**
 * Users are staff. One is invited by e-mail and chooses the ID on joining, or is given an ID and a temporary password;
 * both are sent by e-mail. No one creates or changes an account that outranks the own one, no one reduces the own
 * permissions, and the last administrator of the head office stays. A removed user keeps the name, for the records that
 * name it.
 */
const account = {
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(roles),
  /** "user type" */
  groupType: z.enum(groupTypes),
  active: z.boolean(),
};
/** All but the country are private: see `privateFields` (domain). */
const Contact = z.object({
  country: z.string(),
  phone: z.string().nullable(),
  postalCode: z.string().nullable(),
  address: z.string().nullable(),
  addressDetail: z.string().nullable(),
});
export const contactFields = Contact.keyof().options;
const listed = { phone: true } as const;
/** Those of them that the list shows. */
export const listedContactFields = Contact.pick(listed).keyof().options;
/** In the order of form and log; the organization is beside them. */
export const userFields = z.object({ ...account, ...Contact.shape }).keyof().options;

export const UserRow = z.object({
  id: z.number(),
  version: z.number(),
  /** null until an invited one has joined */
  loginId: z.string().nullable(),
  ...account,
  organization: Named,
  ...Contact.pick(listed).shape,
  lastLoginAt: z.string().nullable(),
  invitedAt: z.string().nullable(),
  joinedAt: z.string().nullable(),
});
export type UserRow = z.output<typeof UserRow>;

export const UserDetail = UserRow.extend({
  ...Contact.shape,
  lastLoginAddress: z.string().nullable(),
  createdAt: z.string(),
  /** until when wrong passwords lock it; null: not locked now */
  lockedUntil: z.string().nullable(),
  /** end of an unchanged temporary password */
  temporaryUntil: z.string().nullable(),
  /** the open sign-up link, or the last expired one; null: none was sent, or it was used */
  link: z.object({ sentAt: z.string(), expiresAt: z.string(), expired: z.boolean() }).nullable(),
  /** open sessions */
  sessions: z.number(),
  /** the caller: may not reduce the own permissions */
  self: z.boolean(),
  /** it outranks the caller, who has read access only */
  above: z.boolean(),
  /** the last administrator of the head office who can log in */
  lastAdmin: z.boolean(),
});
export type UserDetail = z.output<typeof UserDetail>;

export const UserFilter = z.object({
  ...paging,
  loginId: name40.optional(),
  name: name40.optional(),
  email: filtered(100).optional(),
  role: many(z.enum(roles)),
  groupType: many(z.enum(groupTypes)),
  active: z.enum(['yes', 'no', 'all']).default('yes'),
  /** of this organisation and, unless `below` is false, those below it */
  organizationId: id.optional(),
  below: flag,
  sort: z.enum(['loginId', 'name', 'organization', 'lastLogin']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type UserFilter = z.output<typeof UserFilter>;

/** A form sends booleans as text. */
const yesNo = z.union([z.boolean(), z.enum(['true', 'false']).transform((v) => v === 'true')]);
const fields = {
  name: personName,
  email,
  role: oneOf(roles),
  groupType: oneOf(groupTypes),
  organizationId: chosen,
  active: yesNo.default(true),
  country: country.default('82'),
  phone,
  postalCode: z.string().trim().nullable().default(null),
  address: max100.nullable().default(null),
  addressDetail: t50.nullable().default(null),
} satisfies Record<(typeof userFields)[number] | 'organizationId', z.ZodType>;
interface CheckedFields {
  country: string;
  phone: string;
  postalCode: string | null;
}
const phoneOfCountry = (u: CheckedFields): boolean => phoneFits(u.country, u.phone);
const badPhone = { path: ['phone'], error: 'field.phone' };
const postalCodeOf = (u: CheckedFields): boolean => u.postalCode === null || postalCodeFits(u.country, u.postalCode);
const badPostalCode = (message: string) => ({ path: ['postalCode'], error: message });

/**
 * Without a login ID a sign-up link is sent; with one, a temporary password. Without a user type it is the
 * organization's.
 */
export const UserBody = z
  .object({ ...fields, groupType: oneOf(groupTypes).optional(), loginId: loginId.optional() })
  .refine(phoneOfCountry, badPhone)
  .refine((u) => u.country !== '82' || postalCodeOf(u), badPostalCode('field.d5'))
  .refine((u) => u.country === '82' || postalCodeOf(u), badPostalCode(tooLong(10)));
export type UserBody = z.output<typeof UserBody>;
/** `version` is the one that the form has loaded. */
export const ChangeUserBody = z
  .object({ ...fields, version: z.coerce.number<string | number>().int() })
  .refine(phoneOfCountry, badPhone)
  .refine((u) => u.country !== '82' || postalCodeOf(u), badPostalCode('field.d5'))
  .refine((u) => u.country === '82' || postalCodeOf(u), badPostalCode(tooLong(10)));
export type ChangeUserBody = z.output<typeof ChangeUserBody>;

const path = '/api/users';
export const users = {
  ...resource('organization', {
    path,
    row: UserRow,
    detail: UserDetail,
    filter: UserFilter,
    body: UserBody,
    changeBody: ChangeUserBody,
    createStatus: 201,
    summaries: {
      list: 'Users in scope',
      get: 'One user',
      create: 'Invite a user by e-mail, or register one with an ID and a temporary password by e-mail',
      change: 'Change a user',
    },
    remove: {
      summary: 'Remove the account: sessions end, personal data is erased, records keep the name',
      data: z.object({ removed: z.literal(true) }),
    },
  }),
  idFree: endpoint({
    method: 'GET',
    path: `${path}/id-free`,
    allow: 'organization:C',
    summary: 'Whether a login ID is still free, whatever its case',
    query: z.object({ loginId }),
    data: z.object({ free: z.boolean() }),
  }),
  setActive: endpoint({
    method: 'PUT',
    path: `${path}/:id/active`,
    allow: 'organization:U',
    summary: 'Activate or deactivate a user; all else stays as it is',
    params: IdParams,
    body: z.object({ active: z.boolean(), version: z.coerce.number<string | number>().int() }),
    data: UserDetail,
  }),
  sendLink: endpoint({
    method: 'POST',
    path: `${path}/:id/send-link`,
    allow: 'organization:C',
    summary: 'Send the sign-up link again; the former one is void',
    params: IdParams,
    data: UserDetail,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: `${path}/:id/reset-password`,
    allow: 'organization:U',
    summary: 'A temporary password goes to the e-mail; open sessions end',
    params: IdParams,
    data: UserDetail,
  }),
  unlock: endpoint({
    method: 'POST',
    path: `${path}/:id/unlock`,
    allow: 'organization:U',
    summary: 'Let in again one whom wrong passwords keep out',
    params: IdParams,
    data: UserDetail,
  }),
  endSessions: endpoint({
    method: 'POST',
    path: `${path}/:id/end-sessions`,
    allow: 'organization:U',
    summary: 'End the open sessions of a user',
    params: IdParams,
    data: UserDetail,
  }),
};
