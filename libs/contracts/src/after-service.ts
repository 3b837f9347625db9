import { z } from 'zod';
import { queryPeriod } from './date-pair';
import { ServiceFilter, ServiceRow, verdicts } from './diagnosis';
import { endpoint } from './endpoint';
import { faultStatuses, maxFaultImages, severities } from './fault';
import {
  day,
  id,
  IdParams,
  isoTime,
  many,
  memo,
  paging,
  partCode,
  positive,
  searched,
  seenVersion,
  t100,
  t1500,
} from './fields';
import { fileId } from './file';
import { ReplacedPart, replacedParts } from './service-write';
import { Place } from './shared-shapes';

/**
 * After-service: jobs on machines and writes to their engines. Its session is that of remote service, connected with
 * kind `afterService` (`diagnosis.connect`); writes are requested there (`AskBody`, op `write`) and recorded here.
 */
const read = 'afterService:R';
const act = 'afterService:U';

/** `open` until the first connect for after-service, `inProgress` until it is closed; a closed job is locked. */
export const jobStates = ['open', 'inProgress', 'closed'] as const;
export type JobState = (typeof jobStates)[number];
export const jobResults = ['repaired', 'followUp', 'noFault'] as const;
export type JobResult = (typeof jobResults)[number];
export const maxJobImages = maxFaultImages;
export const maxJobParts = 30;

export const JobPart = z.object({ partCode, count: positive.max(9_999, 'field.pos') });
export type JobPart = z.output<typeof JobPart>;
/** An image of a job, in the order in which they were added. */
export const JobImage = z.object({ id: z.string(), alt: z.string(), at: z.string(), by: z.string() });
export type JobImage = z.output<typeof JobImage>;
const JobFault = z.object({
  id: z.number(),
  code: z.string(),
  name: Place,
  severity: z.enum(severities),
  status: z.enum(faultStatuses),
});

export const ServiceJob = z.object({
  id: z.number(),
  version: z.number(),
  vehicle: z.object({ id: z.number(), vin: z.string(), model: z.string() }),
  state: z.enum(jobStates),
  symptom: z.string(),
  /** the fault report it belongs to */
  fault: JobFault.nullable(),
  visitOn: z.string(),
  workDone: z.string().nullable(),
  parts: z.array(JobPart),
  labourMinutes: z.number().nullable(),
  result: z.enum(jobResults).nullable(),
  images: z.array(JobImage),
  /**
   * number of the newest event when this was read: the version for actions on images; `version` is that of the report
   * alone
   */
  seenEvent: z.number(),
  startedAt: z.string(),
  by: z.string(),
  organization: z.string(),
  /** the first connect */
  begunAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
});
export type ServiceJob = z.output<typeof ServiceJob>;

/**
 * The newest job of a vehicle, and its open fault reports, which a job can refer to (none for callers who may not read
 * those).
 */
export const JobPage = z.object({ job: ServiceJob.nullable(), faults: z.array(JobFault) });
export type JobPage = z.output<typeof JobPage>;

/** A vehicle of the list, with its newest job. */
export const AfterServiceRow = ServiceRow.extend({
  job: z
    .object({
      id: z.number(),
      state: z.enum(jobStates),
      symptom: z.string(),
      fault: z.object({ id: z.number(), code: z.string() }).nullable(),
      by: z.string(),
    })
    .nullable(),
});
export type AfterServiceRow = z.output<typeof AfterServiceRow>;
export const AfterServiceFilter = ServiceFilter.extend({
  sort: z.enum([...ServiceFilter.shape.sort.unwrap().options, 'jobNo']).default('lastSessionAt'),
  /** state of the newest job; `none`: no job yet */
  job: many(z.enum([...jobStates, 'none'])),
});
export type AfterServiceFilter = z.output<typeof AfterServiceFilter>;

/** A job of a vehicle's history. */
export const JobRow = ServiceJob.omit({ version: true, vehicle: true, images: true, seenEvent: true }).extend({
  writes: z.number(),
});
export type JobRow = z.output<typeof JobRow>;
export const JobFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['id', 'startedAt', 'closedAt', 'visitOn']).default('startedAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    /** when it was started */
    from: isoTime.optional(),
    to: isoTime.optional(),
    state: many(z.enum(jobStates)),
    result: many(z.enum(jobResults)),
    /** code of a replaced part */
    part: searched,
    by: searched,
  }),
);
export type JobFilter = z.output<typeof JobFilter>;

export const writtenItems = ['c3iInfo', 'partReplacement'] as const;
/** Result of a write: `written` is read back and verified, `failed` any other end. */
export const writeResults = ['running', 'written', 'failed'] as const;
export type WriteResult = (typeof writeResults)[number];
/** A write to an engine. The buzzer changes nothing and is listed with the tests. */
export const WriteRow = z.object({
  /** of its run, as `diagnosis` names tests */
  id: z.number(),
  sessionId: z.number(),
  jobId: z.number().nullable(),
  item: z.enum(writtenItems),
  cylinder: z.number().nullable(),
  part: z.enum(replacedParts).nullable(),
  partCode: z.string().nullable(),
  serial: z.string().nullable(),
  hours: z.number().nullable(),
  /** of an injector: the previous code, the new one, and the one read back */
  old: z.string().nullable(),
  new: z.string().nullable(),
  readBack: z.string().nullable(),
  /** of a part: learned values before, and after the key cycle */
  learned: z.array(z.object({ item: z.string(), before: z.number().nullable(), after: z.number().nullable() })),
  result: z.enum(writeResults),
  verdict: z.enum(verdicts).nullable(),
  reason: z.string().nullable(),
  /** of a failed one: whether the previous value was restored; null: not reported */
  restored: z.boolean().nullable(),
  by: z.string(),
  organization: z.string(),
  /** the second person */
  approvedBy: z.string().nullable(),
  at: z.string(),
  endedAt: z.string().nullable(),
});
export type WriteRow = z.output<typeof WriteRow>;
export const WriteFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['at']).default('at'),
    order: z.enum(['asc', 'desc']).default('desc'),
    from: isoTime.optional(),
    to: isoTime.optional(),
    item: many(z.enum(writtenItems)),
    jobId: id.optional(),
    by: searched,
  }),
);
export type WriteFilter = z.output<typeof WriteFilter>;

/**
 * The injector codes last reported by the engine, in firing order; valid characters and checksums:
 * domain/after-service/injector-code.
 */
export const Injectors = z.object({
  /** null: unknown firing order */
  firingOrder: z.array(z.number()).nullable(),
  /** null: not reported by the terminal */
  rows: z
    .array(
      z.object({
        cylinder: z.number(),
        code: z.string().nullable(),
        coding: z.string().nullable(),
        checksum: z.boolean().nullable(),
      }),
    )
    .nullable(),
});
export type Injectors = z.output<typeof Injectors>;

/** Parts whose reset needs a second account, which confirms the same part, code, serial and hours. */
export const partsOfTwo = ['hpPump', 'dpf', 'ureaPump'] as const satisfies readonly (typeof replacedParts)[number][];
export const approvalStates = ['waiting', 'approved', 'declined', 'used', 'expired'] as const;
export const Approval = z.object({
  id: z.number(),
  vehicleId: z.number(),
  sessionId: z.number(),
  value: ReplacedPart,
  state: z.enum(approvalStates),
  by: z.string(),
  organization: z.string(),
  mine: z.boolean(),
  /** may be decided by the caller: pending, and requested by somebody else */
  mayDecide: z.boolean(),
  askedAt: z.string(),
  /** deadline of the decision, and of the use of an approval */
  expiresAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
});
export type Approval = z.output<typeof Approval>;

export const StartJobBody = z.object({ symptom: t1500, faultId: id.optional(), visitOn: day });
export const EditJobBody = z.object({
  version: z.number().int(),
  symptom: t1500,
  faultId: id.nullable(),
  visitOn: day,
  /** empty: not yet */
  workDone: memo,
  parts: z
    .array(JobPart)
    .max(maxJobParts)
    .refine((parts) => new Set(parts.map((p) => p.partCode)).size === parts.length, 'field.twice'),
  labourMinutes: positive.max(99_999, 'field.pos').nullable(),
});
export type EditJobBody = z.output<typeof EditJobBody>;
export const CloseJobBody = z.object({ version: z.number().int(), workDone: t1500, result: z.enum(jobResults) });

const JobParams = z.object({ jobId: id });
const path = '/api/after-service';
export const afterService = {
  list: endpoint({
    method: 'GET',
    path: `${path}/vehicles`,
    allow: read,
    summary: 'Vehicles that may be served, with their newest job',
    query: AfterServiceFilter,
    data: AfterServiceRow,
    page: true,
  }),
  job: endpoint({
    method: 'GET',
    path: `${path}/vehicles/:id/job`,
    allow: read,
    summary: 'The newest job of a vehicle, and the fault reports that one may be about',
    params: IdParams,
    data: JobPage,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/jobs/:jobId`,
    allow: read,
    summary: 'A job, whole',
    params: JobParams,
    data: ServiceJob,
  }),
  jobs: endpoint({
    method: 'GET',
    path: `${path}/vehicles/:id/jobs`,
    allow: read,
    summary: 'Jobs on a vehicle, newest first',
    params: IdParams,
    query: JobFilter,
    data: JobRow,
    page: true,
  }),
  writes: endpoint({
    method: 'GET',
    path: `${path}/vehicles/:id/writes`,
    allow: read,
    summary: 'What was written into a vehicle, newest first',
    params: IdParams,
    query: WriteFilter,
    data: WriteRow,
    page: true,
  }),
  startJob: endpoint({
    method: 'POST',
    path: `${path}/vehicles/:id/jobs`,
    allow: act,
    summary: 'Start a job on a vehicle that has no open one',
    params: IdParams,
    body: StartJobBody,
    data: ServiceJob,
  }),
  editJob: endpoint({
    method: 'PUT',
    path: `${path}/jobs/:jobId`,
    allow: act,
    summary: 'Write the job sheet',
    params: JobParams,
    body: EditJobBody,
    data: ServiceJob,
  }),
  closeJob: endpoint({
    method: 'POST',
    path: `${path}/jobs/:jobId/close`,
    allow: act,
    summary: 'Close a job with what was done and its result',
    params: JobParams,
    body: CloseJobBody,
    /**
     * `completable`: the accepted report of the job, which can now be completed as repaired (`faults.complete`) by
     * the member who closed the job
     */
    data: z.object({
      job: ServiceJob,
      completable: z.object({ id: z.number(), version: z.number(), code: z.string() }).nullable(),
    }),
  }),
  addImage: endpoint({
    method: 'POST',
    path: `${path}/jobs/:jobId/images`,
    allow: act,
    summary: 'Keep an own uploaded picture with an open job',
    params: JobParams,
    body: z.object({ imageId: fileId, alt: t100.optional(), version: seenVersion }),
    data: z.array(JobImage),
  }),
  removeImage: endpoint({
    method: 'DELETE',
    path: `${path}/jobs/:jobId/images/:imageId`,
    allow: act,
    summary: 'Take a picture off an open job',
    params: JobParams.extend({ imageId: fileId }),
    query: z.object({ version: seenVersion }),
    data: z.array(JobImage),
  }),
  jobReport: endpoint({
    method: 'GET',
    path: `${path}/jobs/:jobId/report`,
    allow: read,
    summary: 'The sheet of a job on paper',
    params: JobParams,
    stream: 'application/pdf',
  }),
  injectors: endpoint({
    method: 'GET',
    path: `${path}/sessions/:sessionId/injectors`,
    allow: read,
    summary: 'The injector codes in the engine',
    params: z.object({ sessionId: id }),
    data: Injectors,
  }),
  approvals: endpoint({
    method: 'GET',
    path: `${path}/vehicles/:id/approvals`,
    allow: read,
    summary: 'Resets of a vehicle that wait for a second person, or were confirmed and not yet used, newest first',
    params: IdParams,
    data: z.array(Approval),
  }),
  requestApproval: endpoint({
    method: 'POST',
    path: `${path}/sessions/:sessionId/approvals`,
    allow: act,
    summary: 'Ask for a second person before a reset that needs two',
    params: z.object({ sessionId: id }),
    body: ReplacedPart,
    data: Approval,
  }),
  decideApproval: endpoint({
    method: 'POST',
    path: `${path}/approvals/:approvalId/decide`,
    allow: act,
    summary: 'Confirm or decline as the second person',
    params: z.object({ approvalId: id }),
    body: z.object({ approve: z.boolean() }),
    data: Approval,
  }),
};
