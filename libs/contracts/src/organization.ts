import { z } from 'zod';
import { endpoint } from './endpoint';
import { groupTypes } from './access';
import {
  erpCode,
  filtered,
  flag,
  id,
  IdParams,
  many,
  max100,
  name40,
  organizationName,
  paging,
  phone,
  t50,
} from './fields';
import { resource } from './resource';
import { errorCode, Named, NearAgency } from './shared-shapes';

/**
 * The tree of organizations; a member of REGION, AGENCY or DEALER sees the own one and those below it. Each has a type
 * of the fourteen, a name that is unique among its siblings, and agencies and dealers have an ERP code. One that is
 * referenced cannot be deleted.
 */

/** The tree of organizations for a scope filter and the choice of an agency. */
export const OrganizationNode = z.object({
  id: z.number(),
  name: z.string(),
  type: z.enum(groupTypes),
  parentId: z.number().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
});
export type OrganizationNode = z.output<typeof OrganizationNode>;

/** Its own users and vehicles, and those of itself and all below it. Invited users count, removed ones do not. */
const counts = { users: z.number(), vehicles: z.number(), allUsers: z.number(), allVehicles: z.number() };
/**
 * A node of the screen's tree. `children`: their number; `hit`: it matches the search, and is not only an ancestor of a
 * match.
 */
export const OrganizationBranch = OrganizationNode.extend({
  erpCode: z.string().nullable(),
  children: z.number(),
  hit: z.boolean(),
  ...counts,
});
export type OrganizationBranch = z.output<typeof OrganizationBranch>;

/** The fields of the form, as they are read. */
const Fields = z.object({
  name: z.string(),
  type: z.enum(groupTypes),
  erpCode: z.string().nullable(),
  phone: z.string().nullable(),
  postalCode: z.string().nullable(),
  address: z.string().nullable(),
  addressDetail: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
});
/** In the order of form, page and log; the parent is beside them. */
export const organizationFields = Fields.keyof().options;
/** Those that the list shows in columns of their own, beside name and type. */
export const listedFields = Fields.keyof().exclude(['name', 'type', 'phone', 'addressDetail', 'lat', 'lon']).options;

export const OrganizationRow = z.object({
  id: z.number(),
  version: z.number(),
  ...Fields.shape,
  parent: Named.nullable(),
  ...counts,
});
export type OrganizationRow = z.output<typeof OrganizationRow>;
const refusal = errorCode.nullable();
export const OrganizationDetail = OrganizationRow.extend({
  /** from the topmost that the caller sees down to its parent: to be expanded */
  path: z.array(Named),
  createdAt: z.string(),
  /** what prevents its deletion; all 0: nothing */
  hanging: z.object({ users: z.number(), children: z.number(), vehicles: z.number(), openFaults: z.number() }),
  /** why the caller may not do it, whatever the new values; null: allowed */
  refused: z.object({ change: refusal, move: refusal, type: refusal, delete: refusal }),
});
export type OrganizationDetail = z.output<typeof OrganizationDetail>;

export const OrganizationFilter = z.object({
  ...paging,
  name: name40.optional(),
  erpCode: filtered(20).optional(),
  type: many(z.enum(groupTypes)),
  /** this one and, unless `below` is false, those below it */
  organizationId: id.optional(),
  below: flag,
  sort: z.enum(['name']).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type OrganizationFilter = z.output<typeof OrganizationFilter>;

/** A choice from a list or tree: no choice is a missing value, not an invalid one. */
export const chosen = z.coerce
  .number<string | number>({ error: 'field.req' })
  .int('field.invalid')
  .min(1, 'field.req')
  .max(2 ** 31 - 1, 'field.invalid');
/** A choice from an enum, likewise. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, {
    error: (issue) =>
      issue.input === undefined || issue.input === null || issue.input === '' ? 'field.req' : 'field.invalid',
  });
/** Five digits; Korean ones, and those of the United States. */
export const postalCode = z
  .string()
  .trim()
  .regex(/^\d{5}$/, 'field.d5');
/** A form sends numbers as text. */
const degrees = (max: number) =>
  z
    .union([z.number(), z.string().transform(Number)])
    .pipe(z.number().min(-max).max(max))
    .nullable()
    .default(null);
const fields = {
  name: organizationName,
  type: oneOf(groupTypes),
  erpCode: erpCode.nullable().default(null),
  phone: phone.nullable().default(null),
  postalCode: postalCode.nullable().default(null),
  address: max100.nullable().default(null),
  addressDetail: t50.nullable().default(null),
  lat: degrees(90),
  lon: degrees(180),
} satisfies Record<(typeof organizationFields)[number], z.ZodType>;
/** Types that sell and repair: they have an ERP code. */
export const needsErpCode = (type: (typeof groupTypes)[number]): boolean => type === 'AGENCY' || type === 'DEALER';
interface CheckedFields {
  type: (typeof groupTypes)[number];
  erpCode: string | null;
  lat: number | null;
  lon: number | null;
}
const erpGiven = (o: CheckedFields): boolean => !needsErpCode(o.type) || o.erpCode !== null;
const wholePosition = (o: CheckedFields): boolean => (o.lat === null) === (o.lon === null);
const noErp = { path: ['erpCode'], error: 'field.req' };
const halfPosition = (o: 'lat' | 'lon') => ({ path: [o], error: 'field.req' });

export const OrganizationBody = z
  .object({ ...fields, parentId: chosen })
  .refine(erpGiven, noErp)
  .refine((o) => wholePosition(o) || o.lat !== null, halfPosition('lat'))
  .refine((o) => wholePosition(o) || o.lon !== null, halfPosition('lon'));
export type OrganizationBody = z.output<typeof OrganizationBody>;
/** `version` is the one that the form has loaded. `parentId` is null for the topmost organisation, and stays so. */
export const ChangeOrganizationBody = z
  .object({ ...fields, parentId: chosen.nullable().default(null), version: z.coerce.number<string | number>().int() })
  .refine(erpGiven, noErp)
  .refine((o) => wholePosition(o) || o.lat !== null, halfPosition('lat'))
  .refine((o) => wholePosition(o) || o.lon !== null, halfPosition('lon'));
export type ChangeOrganizationBody = z.output<typeof ChangeOrganizationBody>;

/** Effect of a move: `leaves` lose access, `enters` gain it (without common ancestors). */
export const MovePreview = z.object({
  organizations: z.number(),
  users: z.number(),
  vehicles: z.number(),
  leaves: z.array(Named),
  enters: z.array(Named),
});
export type MovePreview = z.output<typeof MovePreview>;

const coordinate = z.coerce.number<string | number>();
const path = '/api/organizations';
const { remove, ...record } = resource('organization', {
  path,
  row: OrganizationRow,
  detail: OrganizationDetail,
  filter: OrganizationFilter,
  body: OrganizationBody,
  changeBody: ChangeOrganizationBody,
  createStatus: 201,
  summaries: {
    list: 'Organisations in scope',
    get: 'One organisation',
    create: 'Create an organisation below another',
    change: 'Change it; another parent moves it with all below it',
  },
  remove: { summary: 'Delete it, if nothing hangs on it', data: z.object({ deleted: z.literal(true) }) },
});
export const organizations = {
  ...record,
  delete: remove,
  tree: endpoint({
    method: 'GET',
    path: `${path}/tree`,
    allow: 'member',
    summary: 'Own organisation and those below it, parents first',
    data: z.array(OrganizationNode),
  }),
  nearest: endpoint({
    method: 'GET',
    path: `${path}/nearest`,
    allow: 'member',
    summary: 'Agencies and dealers in scope by distance from a place',
    query: z.object({ lat: coordinate.min(-90).max(90), lon: coordinate.min(-180).max(180) }),
    data: z.array(NearAgency),
  }),
  branches: endpoint({
    method: 'GET',
    path: `${path}/branches`,
    allow: 'organization:R',
    summary:
      'With counts, parents first: all in scope; or the topmost and the children of the opened ones; or what fits a search and what is above it',
    query: z.object({ all: flag, open: many(id), search: name40.trim().optional() }),
    data: z.array(OrganizationBranch),
  }),
  movePreview: endpoint({
    method: 'GET',
    path: `${path}/:id/move-preview`,
    allow: 'organization:U',
    summary: 'How much changes scope if it is moved below another',
    params: IdParams,
    query: z.object({ parentId: chosen }),
    data: MovePreview,
  }),
};
