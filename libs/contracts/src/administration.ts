import { z } from 'zod';
import { queryPeriod } from './date-pair';
import { features, groupTypes, roles } from './access';
import { endpoint } from './endpoint';
import { type EventName, eventNames } from './event-log';
import { faultStatuses, type FaultStatus } from './fault';
import { bigId, id, isoTime, many, paging, t50 } from './fields';
import { flashRunStates } from './reprogram';
import { sosStatuses, type SosStatus } from './sos';

/**
 * Administration: logins, changes, events, quarantined messages, and the keys of the factory interface. Lists cover a
 * period (default 7 days, at most QUERY_MAX_DAYS) and count to `countedTo`.
 */
export const countedTo = 100_000;
export const administrationDays = 7;
/** no control characters: the database stores no NUL */
const text = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{Cc}*$/u, 'field.invalid')
  .optional();
const order = z.enum(['asc', 'desc']).default('desc');
const period = { from: isoTime.optional(), to: isoTime.optional() };

type After<N, Head extends string> = N extends `${Head}.${infer Tail}` ? Tail : never;
/** What happened to an account: the tail of its event's name. */
export type AccessAction = After<EventName, 'account'>;
export const accessActions = eventNames
  .filter((n) => n.startsWith('account.'))
  .map((n) => n.slice('account.'.length)) as AccessAction[];
/** Refused logins; all other results are successes. */
export const refusedActions: readonly AccessAction[] = ['loginFailed', 'lockedOut', 'codeRefused', 'refreshRefused'];
export const accessResults = ['done', 'refused'] as const;

export const AccessFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['at']).default('at'),
    order,
    ...period,
    loginId: text,
    name: text,
    organizationId: id.optional(),
    role: many(z.enum(roles)),
    action: many(z.enum(accessActions)),
    result: z.enum(accessResults).optional(),
    address: text,
    agent: text,
  }),
  { days: administrationDays },
);
export type AccessFilter = z.output<typeof AccessFilter>;
/** Organization at that time; current group and role. All but the id are null for an unknown id. */
export const AccessRow = z.object({
  id: z.number(),
  at: z.string(),
  loginId: z.string(),
  userId: z.number().nullable(),
  name: z.string().nullable(),
  organization: z.string().nullable(),
  groupType: z.enum(groupTypes).nullable(),
  role: z.enum(roles).nullable(),
  action: z.enum(accessActions),
  result: z.enum(accessResults),
  /** details: which records were seen, what was exported */
  detail: z.string().nullable(),
  address: z.string().nullable(),
  /** the user agent */
  agent: z.string().nullable(),
});
export type AccessRow = z.output<typeof AccessRow>;

export const ChangeFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['at']).default('at'),
    order,
    ...period,
    who: text,
    screen: many(z.enum(features)),
    record: text,
    field: text,
    /** in the old value, the new one or the reason */
    text,
  }),
  { days: administrationDays },
);
export type ChangeFilter = z.output<typeof ChangeFilter>;
export const changeActs = ['created', 'changed', 'deleted'] as const;
/** One field of one change; `field` is null for a record that was created or removed without fields. */
export const ChangeRow = z.object({
  /** index of the field within its event */
  id: z.number(),
  number: z.number(),
  at: z.string(),
  who: z.string().nullable(),
  act: z.enum(changeActs),
  screen: z.enum(features),
  /** `organization`, `member` … and the record itself */
  kind: z.string(),
  recordId: z.string(),
  record: z.string(),
  field: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  address: z.string().nullable(),
});
export type ChangeRow = z.output<typeof ChangeRow>;

type Head<N> = N extends `${infer H}.${string}` ? H : never;
/** The first word of an event's name. */
export type EventKind = Head<EventName>;
export const eventKinds = [...new Set(eventNames.map((n) => n.split('.')[0]))] as EventKind[];
/** The states before and after an event. States whose name another kind also has are prefixed with their own kind. */
const consumableStates = [
  'consumable.safe',
  'consumable.imminent',
  'consumable.exceeded',
  'consumable.closed',
  'consumable.ended',
] as const;
const transferStates = ['transfer.requested', 'transfer.accepted', 'transfer.approved', 'transfer.rejected'] as const;
const diagnosisStates = [
  'diagnosis.connecting',
  'diagnosis.connected',
  'diagnosis.running',
  'diagnosis.disconnected',
] as const;
const flashStates = flashRunStates.map((state) => `flash.${state}` as const);
export const eventStates = [
  ...sosStatuses,
  ...faultStatuses,
  ...(['offline', 'online', 'engineOff', 'engineOn'] as const),
  ...consumableStates,
  ...transferStates,
  ...diagnosisStates,
  ...flashStates,
] as const;
export type EventState = (typeof eventStates)[number];
type Stripped<S extends string, Kind extends string> = S extends `${Kind}.${infer State}` ? State : never;
type Plain = Exclude<EventState, `${string}.${string}` | SosStatus | FaultStatus>;
/** The message key of a state. */
export function eventStateKey(
  state: EventState,
):
  | `sosStatus.${SosStatus}`
  | `faultStatus.${FaultStatus}`
  | `transferStatus.${Stripped<EventState, 'transfer'>}`
  | `flashState.${Stripped<EventState, 'flash'>}`
  | `eventState.${Plain | (typeof consumableStates)[number] | (typeof diagnosisStates)[number]}` {
  const sos = sosStatuses.find((s) => s === state);
  if (sos) return `sosStatus.${sos}`;
  const fault = faultStatuses.find((s) => s === state);
  if (fault) return `faultStatus.${fault}`;
  if (state.startsWith('transfer.'))
    return `transferStatus.${state.slice('transfer.'.length) as Stripped<EventState, 'transfer'>}`;
  if (state.startsWith('flash.')) return `flashState.${state.slice('flash.'.length) as Stripped<EventState, 'flash'>}`;
  return `eventState.${state as Plain}`;
}

export const EventFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['number']).default('number'),
    order,
    ...period,
    kind: many(z.enum(eventKinds)),
    name: many(z.enum(eventNames)),
    /** in the VIN */
    vehicle: text,
    /** exactly this one, whatever the period */
    number: bigId.optional(),
    /** only later ones: the live tail */
    after: bigId.optional(),
  }),
  { days: administrationDays, unless: ({ number }) => number !== undefined },
);
export type EventFilter = z.output<typeof EventFilter>;
export const EventRow = z.object({
  id: z.number(),
  number: z.number(),
  at: z.string(),
  name: z.enum(eventNames),
  vehicleId: z.number().nullable(),
  vin: z.string().nullable(),
  organization: z.string().nullable(),
  /** the SOS, report or record it refers to */
  subject: z.string().nullable(),
  from: z.enum(eventStates).nullable(),
  to: z.enum(eventStates).nullable(),
  /** changed fields, before and after */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })).optional(),
  /** null: a device, or the system itself */
  who: z.string().nullable(),
});
export type EventRow = z.output<typeof EventRow>;

export const quarantineReasons = [
  'topic',
  'tooLarge',
  'undecodable',
  'schema',
  'unknownDevice',
  'implausibleTime',
  'data',
] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];
/** Counting of `same` stops here. */
export const sameCountedTo = 10_000;
const quarantineFilter = { ...period, topic: text, device: text };
export const QuarantineFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['at']).default('at'),
    order,
    ...quarantineFilter,
    reason: many(z.enum(quarantineReasons)),
    after: bigId.optional(),
  }),
  { days: administrationDays },
);
export type QuarantineFilter = z.output<typeof QuarantineFilter>;
export const QuarantineCountsFilter = queryPeriod(z.object(quarantineFilter), { days: administrationDays });
export const QuarantineRow = z.object({
  id: z.number(),
  at: z.string(),
  topic: z.string(),
  /** from the topic; null if it could not be parsed */
  device: z.string().nullable(),
  reason: z.enum(quarantineReasons),
  detail: z.string().nullable(),
  /** as received */
  bytes: z.number(),
  /** of the same device for the same reason in the period */
  same: z.number(),
});
export type QuarantineRow = z.output<typeof QuarantineRow>;
export const QuarantineDetail = QuarantineRow.omit({ same: true }).extend({
  vehicleId: z.number().nullable(),
  vin: z.string().nullable(),
  /** base64 */
  payload: z.string(),
  /** the payload was truncated */
  cut: z.boolean(),
});
export type QuarantineDetail = z.output<typeof QuarantineDetail>;

export const administration = {
  access: endpoint({
    method: 'GET',
    path: '/api/administration/access',
    allow: 'memberHistory:R',
    summary: 'Who came in, was refused, went, or saw personal data',
    query: AccessFilter,
    data: AccessRow,
    page: true,
  }),
  changes: endpoint({
    method: 'GET',
    path: '/api/administration/changes',
    allow: 'memberHistory:R',
    summary: 'Fields of administered records that were changed, by whom',
    query: ChangeFilter,
    data: ChangeRow,
    page: true,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/administration/events',
    allow: 'administrator:R',
    summary: 'The event log',
    query: EventFilter,
    data: EventRow,
    page: true,
  }),
  quarantine: endpoint({
    method: 'GET',
    path: '/api/administration/quarantine',
    allow: 'administrator:R',
    summary: 'Messages of devices that could not be read',
    query: QuarantineFilter,
    data: QuarantineRow,
    page: true,
  }),
  quarantineCounts: endpoint({
    method: 'GET',
    path: '/api/administration/quarantine/counts',
    allow: 'administrator:R',
    summary: 'How many for each reason, most first, and how many were not kept',
    query: QuarantineCountsFilter,
    data: z.object({
      reasons: z.array(z.object({ reason: z.enum(quarantineReasons), count: z.number() })),
      /** above the limit of a device and hour; by device alone, so null if a topic is filtered */
      discarded: z.number().nullable(),
    }),
  }),
  quarantined: endpoint({
    method: 'GET',
    path: '/api/administration/quarantine/:id',
    allow: 'administrator:R',
    summary: 'One of them with its bytes',
    params: z.object({ id: bigId }),
    data: QuarantineDetail,
  }),
};

/** Keys of the factory interface; the key itself is only in the response to its creation. */
export const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** its prefix, to distinguish keys */
  hint: z.string(),
  issuedAt: z.string(),
  issuedBy: z.string(),
  /** to the minute */
  lastUsedAt: z.string().nullable(),
  lastUsedAddress: z.string().nullable(),
  revokedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
  /** issued by somebody who outranks the caller, who therefore may not revoke it */
  above: z.boolean(),
});
export type ApiKey = z.output<typeof ApiKey>;
export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/api-keys',
    allow: 'administrator:R',
    summary: 'Issued keys of the factory interface, live ones first',
    data: z.array(ApiKey),
  }),
  issue: endpoint({
    method: 'POST',
    path: '/api/api-keys',
    allow: ['administrator:R', 'organization:C'],
    summary: 'Issue a key of the factory interface; it is in this answer only',
    body: z.object({ name: t50 }),
    data: ApiKey.extend({ key: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/api-keys/:id',
    allow: ['administrator:R', 'organization:D'],
    summary: 'Revoke it; its next call is refused',
    params: z.object({ id }),
    data: ApiKey,
  }),
};
