import { z } from 'zod';
import { countedByIncident } from './counted-by';
import { queryPeriod } from './date-pair';
import { endpoint } from './endpoint';
import {
  day,
  filtered,
  flag,
  id,
  IdParams,
  isoTime,
  many,
  memo,
  name40,
  paging,
  partCode,
  personName,
  seenVersion,
  t100,
  t1500,
} from './fields';
import { fileId } from './file';
import {
  Customer,
  Delivery,
  Incident,
  Named,
  NearAgency,
  Place,
  Step,
  TrackPoint,
  VehicleNow,
  VehicleRef,
} from './shared-shapes';

/**
 * A fault report: one open report per vehicle and code. It occurs on a vehicle signal, is accepted (an agency is
 * notified), and ends as repair completed or processing completed; after that it is locked. A repeat adds to its count
 * and time; a code that clears itself is marked cleared, and the report stays open until a person completes it.
 */
/** These need an action. */
export const openFaultStatuses = ['occurred', 'accepted'] as const;
/** Both are final: such a report is locked. */
export const completedFaultStatuses = ['repairCompleted', 'processingCompleted'] as const;
export const faultStatuses = [...openFaultStatuses, ...completedFaultStatuses] as const;
export type FaultStatus = (typeof faultStatuses)[number];
export const severities = ['critical', 'major', 'minor'] as const;
export type Severity = (typeof severities)[number];

export const FaultSummary = z.object({
  id: z.number(),
  version: z.number(),
  status: z.enum(faultStatuses),
  severity: z.enum(severities),
  code: z.string(),
  /** catalogue name; of an unknown code its SPN/FMI */
  name: Place,
  part: Place,
  spn: z.number().nullable(),
  fmi: z.number().nullable(),
  lamp: z.string().nullable(),
  count: z.number(),
  /** corrected device time of the first and the last occurrence */
  occurredAt: z.string(),
  lastAt: z.string(),
  receivedAt: z.string(),
  clearedAt: z.string().nullable(),
  vehicle: VehicleRef,
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  place: Place.nullable(),
  /** the vehicle's dealer, until an agency is chosen on acceptance */
  agency: Named,
  personInCharge: z.object({ id: z.number().nullable(), name: z.string() }).nullable(),
  /** when it must be accepted; null once it is */
  dueAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  acceptedBy: z.string().nullable(),
  completedAt: z.string().nullable(),
  completedBy: z.string().nullable(),
  escalationLevel: z.number(),
  escalatedTo: Named.nullable(),
  memo: z.string().nullable(),
});
export type FaultSummary = z.output<typeof FaultSummary>;

export const FaultRow = FaultSummary.extend({
  customer: Customer.nullable(),
  deliveryFailed: z.boolean(),
  /** open reports of the same vehicle that this one follows from: repair those first */
  primaries: z.array(z.object({ id: z.number(), code: z.string() })),
  /** open reports of the same vehicle that follow from this one */
  consequences: z.number(),
});
export type FaultRow = z.output<typeof FaultRow>;

/** An image of a report, in the order in which they were added. */
export const FaultImage = z.object({ id: z.string(), alt: z.string(), at: z.string(), by: z.string().nullable() });
export type FaultImage = z.output<typeof FaultImage>;
export const maxFaultImages = 5;

export const FaultDetail = FaultRow.extend({
  whatToDo: Place.nullable(),
  system: z.string().nullable(),
  /** the catalogue's text for technicians; null: the code is not in the catalogue */
  knowledge: z
    .object({
      actionTech: z.string(),
      causes: z.array(z.string()),
      checks: z.array(z.string()),
      reaction: z.string(),
      inducementGroup: z.string().nullable(),
      selfCuring: z.boolean(),
    })
    .nullable(),
  repairedOn: z.string().nullable(),
  partCode: z.string().nullable(),
  now: VehicleNow.nullable(),
  /** telemetry values five minutes before to five minutes after the first occurrence: sensor → [epoch ms, value][] */
  freeze: z.record(z.string(), z.array(z.tuple([z.number(), z.number()]))),
  track: z.array(TrackPoint),
  nearest: z.array(NearAgency),
  /** known limits of sensors in the freeze values, in their unit */
  limits: z.record(z.string(), z.array(z.number())),
  /** other open reports of the vehicle. `primary`: this one follows from it; `consequence`: it follows from this one */
  others: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      name: Place,
      severity: z.enum(severities),
      status: z.enum(faultStatuses),
      relation: z.enum(['primary', 'consequence']).nullable(),
    }),
  ),
  /** imminent and exceeded ones of the vehicle; empty for callers who may not read consumables. `id`: the cycle */
  consumables: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      state: z.enum(['imminent', 'exceeded']),
      percent: z.number().nullable(),
    }),
  ),
  images: z.array(FaultImage),
  steps: z.array(Step),
  deliveries: z.array(Delivery),
});
export type FaultDetail = z.output<typeof FaultDetail>;

export const FaultFilter = queryPeriod(
  z.object({
    ...paging,
    tab: z.enum(['queue', 'mine', 'completed', 'all']).default('queue'),
    vin: name40.optional(),
    model: name40.optional(),
    text: filtered(60).optional(),
    severity: many(z.enum(severities)),
    status: many(z.enum(faultStatuses)),
    agencyId: id.optional(),
    person: name40.optional(),
    cleared: flag,
    overdue: flag,
    ...countedByIncident,
    code: name40.optional(),
    /** by its English name */
    part: filtered(200).optional(),
    /** which of its dates the period is about */
    dates: z.enum(['occurred', 'completed']).default('occurred'),
    from: isoTime.optional(),
    to: isoTime.optional(),
    sort: z.enum(['priority', 'age', 'occurredAt', 'code', 'severity', 'vin', 'agency', 'person']).default('priority'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  { unless: ({ tab }) => tab === 'queue' || tab === 'mine' },
);
export type FaultFilter = z.output<typeof FaultFilter>;

const channel = z.enum(['push', 'sms', 'both']);
export const AcceptFaultBody = z.object({
  agencyId: id,
  personId: id.optional(),
  personName: personName.optional(),
  channel,
  memo: memo.optional(),
  version: seenVersion,
});
export const maxBulkFaults = 50;
export const AcceptFaultsBody = AcceptFaultBody.omit({ version: true }).extend({
  ids: z.array(id).min(1).max(maxBulkFaults),
  /** by report id */
  versions: z.record(z.string(), seenVersion).optional(),
});
export const CompleteFaultBody = z
  .object({
    kind: z.enum(['repair', 'processing']),
    memo: t1500,
    repairedOn: day.optional(),
    partCode: partCode.optional(),
    version: seenVersion,
  })
  .refine((b) => b.kind !== 'repair' || b.repairedOn !== undefined, { path: ['repairedOn'], error: 'field.req' });
const path = '/api/faults';
export const faults = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'breakdown:R',
    summary: 'Fault reports, in priority order unless sorted otherwise',
    query: FaultFilter,
    data: FaultRow,
    page: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    allow: 'breakdown:R',
    summary: 'Open reports by severity, tabs, and what the day accepted and completed',
    data: z.object({
      queue: z.number(),
      mine: z.number(),
      overdue: z.number(),
      critical: z.number(),
      major: z.number(),
      minor: z.number(),
      acceptedToday: z.number(),
      completedToday: z.number(),
      /** with an empty queue, when the last report occurred */
      lastAt: z.string().nullable(),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'breakdown:R',
    summary: 'One report with its context',
    params: IdParams,
    data: FaultDetail,
  }),
  replay: endpoint({
    method: 'GET',
    path: `${path}/:id/replay`,
    allow: 'breakdown:R',
    summary: 'The hour around a report: track, values and events of the vehicle',
    params: IdParams,
    data: Incident,
  }),
  people: endpoint({
    method: 'GET',
    path: `${path}/people`,
    allow: 'breakdown:U',
    summary: 'Active users of an agency, for "person in charge"',
    query: z.object({ agencyId: id }),
    data: z.array(Named),
  }),
  take: endpoint({
    method: 'POST',
    path: `${path}/:id/take`,
    allow: 'breakdown:U',
    summary: 'Set the person in charge to me',
    params: IdParams,
    body: z.object({ version: seenVersion }),
    data: FaultSummary,
  }),
  accept: endpoint({
    method: 'POST',
    path: `${path}/:id/accept`,
    allow: 'breakdown:U',
    summary: 'Accept, and notify the chosen agency',
    params: IdParams,
    body: AcceptFaultBody,
    data: FaultSummary,
  }),
  acceptMany: endpoint({
    method: 'POST',
    path: `${path}/accept`,
    allow: 'breakdown:U',
    summary: 'Accept several and notify the chosen agency: all of them, or none where one refuses',
    body: AcceptFaultsBody,
    data: z.array(FaultSummary),
  }),
  customer: endpoint({
    method: 'GET',
    path: `${path}/:id/customer`,
    allow: ['breakdown:R', 'customer:R'],
    summary: 'Name and phone of the owner in full; the access is recorded',
    params: IdParams,
    data: Customer.nullable(),
  }),
  reassign: endpoint({
    method: 'POST',
    path: `${path}/:id/reassign`,
    allow: 'breakdown:U',
    summary: 'Move an accepted report to another agency',
    params: IdParams,
    body: AcceptFaultBody,
    data: FaultSummary,
  }),
  complete: endpoint({
    method: 'POST',
    path: `${path}/:id/complete`,
    allow: 'breakdown:U',
    summary: 'Complete and lock',
    params: IdParams,
    body: CompleteFaultBody,
    data: FaultSummary,
  }),
  escalate: endpoint({
    method: 'POST',
    path: `${path}/:id/escalate`,
    allow: 'breakdown:U',
    summary: 'Tell the next organisation up',
    params: IdParams,
    body: z.object({ reason: t1500, version: seenVersion }),
    data: FaultSummary,
  }),
  note: endpoint({
    method: 'POST',
    path: `${path}/:id/memo`,
    allow: 'breakdown:U',
    summary: 'Set the memo of an open report',
    params: IdParams,
    body: z.object({ memo, version: seenVersion }),
    data: FaultSummary,
  }),
  addImage: endpoint({
    method: 'POST',
    path: `${path}/:id/images`,
    allow: 'breakdown:U',
    summary: 'Keep an own uploaded picture with an open report',
    params: IdParams,
    body: z.object({ imageId: fileId, alt: t100.optional(), version: seenVersion }),
    data: z.array(FaultImage),
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: `${path}/:id/images/:imageId`,
    allow: 'breakdown:U',
    summary: 'Take a picture off an open report',
    params: IdParams.extend({ imageId: fileId }),
    query: z.object({ version: seenVersion }),
    data: z.array(FaultImage),
  }),
};
