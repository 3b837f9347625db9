import { z } from 'zod';
import { countedByIncident } from './counted-by';
import { queryPeriod } from './date-pair';
import { endpoint } from './endpoint';
import {
  bigId,
  flag,
  id,
  IdParams,
  isoTime,
  many,
  memo,
  name40,
  paging,
  phone,
  positive,
  seenVersion,
  t1500,
  t50,
} from './fields';
import { sosTypes } from './device/up';
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
 * An SOS: the driver pressed the button, the machine rolled over or collided. It is raised by the device (or derived
 * from its tilt samples), never manually, and stays open until a person closes it. One open roll-over per vehicle; a
 * second press counts on the open one.
 */
export const sosStatuses = ['raised', 'acknowledged', 'dispatched', 'resolved', 'falseAlarm'] as const;
export type SosStatus = (typeof sosStatuses)[number];
export const openSosStatuses = ['raised', 'acknowledged', 'dispatched'] as const satisfies readonly SosStatus[];
/** Whether somebody was injured, as it is stated when an SOS is resolved. */
export const injuredAnswers = ['yes', 'no', 'unknown'] as const;
export type Injured = (typeof injuredAnswers)[number];
export const falseAlarmCauses = ['operatorMistake', 'test', 'sensor', 'other'] as const;
export type FalseAlarmCause = (typeof falseAlarmCauses)[number];

export const SosSummary = z.object({
  id: z.number(),
  /** grows with each change; an action carries the version that it saw */
  version: z.number(),
  status: z.enum(sosStatuses),
  type: z.enum(sosTypes),
  origin: z.enum(['device', 'tilt']),
  /** arrived more than an hour after it was pressed: it is in the queue, but makes no sound and is not escalated */
  late: z.boolean(),
  /** number of presses */
  presses: z.number(),
  /** corrected device time of the press */
  raisedAt: z.string(),
  receivedAt: z.string(),
  /** the device's own clock, and its skew; shown if the skew exceeds 30 s */
  deviceTime: z.string().nullable(),
  skewMs: z.number().nullable(),
  vehicle: VehicleRef,
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** when that position was measured, if not with the SOS itself (last known) */
  positionAt: z.string().nullable(),
  place: Place.nullable(),
  agency: Named,
  handler: Named.nullable(),
  /** 0: not escalated; n: n organizations further up notified */
  escalationLevel: z.number(),
  escalatedTo: Named.nullable(),
  nextEscalationAt: z.string().nullable(),
  /** the next organization to notify */
  nextEscalationTo: Named.nullable(),
  acknowledgedAt: z.string().nullable(),
  acknowledgedBy: z.string().nullable(),
  dispatchedAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  dispatch: z
    .object({
      agency: Named,
      person: z.string(),
      phone: z.string(),
      etaMinutes: z.number(),
      note: z.string().nullable(),
    })
    .nullable(),
  injured: z.enum(injuredAnswers).nullable(),
  cause: z.enum(falseAlarmCauses).nullable(),
  resolution: z.string().nullable(),
});
export type SosSummary = z.output<typeof SosSummary>;

/**
 * A row of the queue: customer in full for callers with U on `sos` (recorded), masked for others, absent on the wall.
 */
export const SosRow = SosSummary.extend({ customer: Customer.nullable() });
export type SosRow = z.output<typeof SosRow>;

export const SosDetail = SosRow.extend({
  speed: z.number().nullable(),
  tilt: z.object({ x: z.number(), y: z.number(), z: z.number() }).nullable(),
  thresholds: z.object({ x: z.number(), y: z.number(), z: z.number() }).nullable(),
  now: VehicleNow.nullable(),
  /** the 30 minutes before the SOS and the time since, oldest first */
  track: z.array(TrackPoint),
  /** those that can help at once, and the machine's own agency */
  nearest: z.array(NearAgency),
  steps: z.array(Step),
  deliveries: z.array(Delivery),
  earlier: z.array(
    z.object({ id: z.number(), type: z.enum(sosTypes), status: z.enum(sosStatuses), raisedAt: z.string() }),
  ),
});
export type SosDetail = z.output<typeof SosDetail>;

/**
 * An evidence report of an SOS: a PDF that is stored unchanged. The event that created it (`sos.evidenced`) has its
 * hash, so that these bytes can be proven to be the original ones.
 */
export const SosEvidence = z.object({
  id: z.number(),
  /** of its event in the log */
  number: z.number(),
  madeAt: z.string(),
  by: z.string(),
  language: z.enum(['ko', 'en']),
  /** of the SOS at that time: an open one changes later */
  version: z.number(),
  /** as the log holds it, in hex */
  sha256: z.string(),
  bytes: z.number(),
});
export type SosEvidence = z.output<typeof SosEvidence>;
const evidenceFile = { maxBytes: 20 * 1024 ** 2, accept: '.pdf' };

export const SosFilter = queryPeriod(
  z.object({
    ...paging,
    tab: z.enum(['queue', 'closed', 'all']).default('queue'),
    vin: name40.optional(),
    type: many(z.enum(sosTypes)),
    status: many(z.enum(sosStatuses)),
    model: name40.optional(),
    agencyId: id.optional(),
    handler: name40.optional(),
    escalated: flag,
    /** took more than an hour to arrive */
    late: flag,
    /** without customers: for who shows none, and is not on record as having seen them */
    brief: flag,
    ...countedByIncident,
    /** of the caller's zone: Sunday is 0 */
    weekday: z.coerce.number<string | number>().int().min(0).max(6).optional(),
    hour: z.coerce.number<string | number>().int().min(0).max(23).optional(),
    from: isoTime.optional(),
    to: isoTime.optional(),
    sort: z
      .enum(['priority', 'age', 'raisedAt', 'type', 'vin', 'escalationLevel', 'timeToAcknowledge', 'status'])
      .default('priority'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  { unless: ({ tab }) => tab === 'queue' },
);
export type SosFilter = z.output<typeof SosFilter>;

/** A name as any account may have it: those of the company directory are as they are there. */
const person = t50;
export const DispatchSosBody = z.object({
  agencyId: id,
  person,
  phone,
  etaMinutes: positive,
  note: memo.optional(),
});
/**
 * `etaMinutes`: from now on; without it the arrival stays unchanged. The agency stays, too: another one is another
 * dispatch.
 */
export const CorrectDispatchBody = z.object({
  person,
  phone,
  etaMinutes: positive.optional(),
  note: memo.optional(),
});
export const ReopenSosBody = z.object({ reason: t1500 });
const version = { version: seenVersion };
export const ResolveSosBody = z.object({ resolution: t1500, injured: z.enum(injuredAnswers) });
export const FalseAlarmBody = z.object({ cause: z.enum(falseAlarmCauses), resolution: t1500 });
const path = '/api/sos';
export const sosAlerts = {
  list: endpoint({
    method: 'GET',
    path,
    allow: 'sos:R',
    summary: 'SOS calls, in priority order unless sorted otherwise',
    query: SosFilter,
    data: SosRow,
    page: true,
  }),
  counts: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    allow: 'sos:R',
    summary: 'Open calls by status, what the day closed, and how many the other tabs hold since a moment',
    query: z.object({ from: isoTime.optional() }),
    data: z.object({
      raised: z.number(),
      acknowledged: z.number(),
      dispatched: z.number(),
      closedToday: z.number(),
      /** closed ones, and all, raised since `from` */
      closed: z.number(),
      all: z.number(),
      medianAcknowledgeSeconds: z.number().nullable(),
      medianResolveSeconds: z.number().nullable(),
    }),
  }),
  people: endpoint({
    method: 'GET',
    path: `${path}/people`,
    allow: 'sos:U',
    summary: 'Active users of an agency, to be sent',
    query: z.object({ agencyId: id }),
    data: z.array(Named.extend({ phone: z.string().nullable() })),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    allow: 'sos:R',
    summary: 'One call with everything a rescuer needs',
    params: IdParams,
    data: SosDetail,
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: `${path}/:id/acknowledge`,
    allow: 'sos:U',
    summary: 'Say that a person has seen it',
    params: IdParams,
    data: SosSummary,
  }),
  dispatch: endpoint({
    method: 'POST',
    path: `${path}/:id/dispatch`,
    allow: 'sos:U',
    summary: 'Send an agency; from raised it records both steps',
    params: IdParams,
    body: DispatchSosBody.extend(version),
    data: SosSummary,
  }),
  correctDispatch: endpoint({
    method: 'PATCH',
    path: `${path}/:id/dispatch`,
    allow: 'sos:U',
    summary: 'Correct who is on the way, their phone or arrival; what it was stays in the log',
    params: IdParams,
    body: CorrectDispatchBody.extend(version),
    data: SosSummary,
  }),
  assign: endpoint({
    method: 'POST',
    path: `${path}/:id/assign`,
    allow: 'sos:U',
    summary: 'Hand it to a colleague',
    params: IdParams,
    body: z.object({ userId: id, ...version }),
    data: SosSummary,
  }),
  escalate: endpoint({
    method: 'POST',
    path: `${path}/:id/escalate`,
    allow: 'sos:U',
    summary: 'Tell the next organisation up',
    params: IdParams,
    body: z.object({ reason: t1500, ...version }),
    data: SosSummary,
  }),
  note: endpoint({
    method: 'POST',
    path: `${path}/:id/note`,
    allow: 'sos:U',
    summary: 'Add a note before closing',
    params: IdParams,
    body: z.object({ note: t1500 }),
    data: SosSummary,
  }),
  resolve: endpoint({
    method: 'POST',
    path: `${path}/:id/resolve`,
    allow: 'sos:U',
    summary: 'Close it as resolved',
    params: IdParams,
    body: ResolveSosBody.extend(version),
    data: SosSummary,
  }),
  falseAlarm: endpoint({
    method: 'POST',
    path: `${path}/:id/false-alarm`,
    allow: 'sos:U',
    summary: 'Close it as a false alarm',
    params: IdParams,
    body: FalseAlarmBody.extend(version),
    data: SosSummary,
  }),
  reopen: endpoint({
    method: 'POST',
    path: `${path}/:id/reopen`,
    allow: 'sos:U',
    summary: 'Take back a false alarm that was none, within 15 minutes',
    params: IdParams,
    body: ReopenSosBody.extend(version),
    data: SosSummary,
  }),
  handlers: endpoint({
    method: 'GET',
    path: `${path}/:id/handlers`,
    allow: 'sos:U',
    summary: 'Colleagues it can be assigned to',
    params: IdParams,
    data: z.array(Named),
  }),
  replay: endpoint({
    method: 'GET',
    path: `${path}/events`,
    allow: 'sos:R',
    summary: 'Log numbers of SOS events after a number, for a console whose stream is lost',
    query: z.object({ after: bigId }),
    data: z.object({ head: z.number(), changed: z.array(SosSummary) }),
  }),
  incident: endpoint({
    method: 'GET',
    path: `${path}/:id/replay`,
    allow: 'sos:R',
    summary: 'The half hour before the call and the half hour after it, to be run through',
    params: IdParams,
    data: Incident,
  }),
  evidence: endpoint({
    method: 'GET',
    path: `${path}/:id/evidence`,
    allow: 'sos:U',
    summary: 'Sheets of evidence that were made of a call, the newest first',
    params: IdParams,
    data: z.array(SosEvidence),
  }),
  makeEvidence: endpoint({
    method: 'POST',
    path: `${path}/:id/evidence`,
    allow: 'sos:U',
    summary:
      'Sets down who, when, where, what was sent and received as a PDF in the caller’s language; its SHA-256 goes into the log',
    status: 201,
    params: IdParams,
    data: SosEvidence,
  }),
  evidenceFile: endpoint({
    method: 'GET',
    path: `${path}/:id/evidence/:sheet`,
    allow: 'sos:U',
    summary: 'The same bytes again, if they still have the hash that the log holds',
    params: z.object({ id, sheet: id }),
    stream: 'application/pdf',
  }),
  checkEvidence: endpoint({
    method: 'POST',
    path: `${path}/:id/evidence/check`,
    allow: 'sos:U',
    summary: 'Which sheet of this call a file is, by its hash in the log; none where a byte differs',
    params: IdParams,
    file: evidenceFile,
    data: z.object({ sha256: z.string(), sheet: SosEvidence.nullable() }),
  }),
};
