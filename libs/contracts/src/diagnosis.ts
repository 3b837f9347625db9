import { z } from 'zod';
import { queryPeriod } from './date-pair';
import { EngineInfo, ItemValues, itemId, period, StoredFault, testArgs, maxWatched } from './device/diagnosis';
import { faultCodePattern } from './device/up';
import { endpoint } from './endpoint';
import { fileId } from './file';
import { bigId, flag, id, IdParams, isoTime, many, name40, paging, searched } from './fields';
import { InjectorCode, ReplacedPart } from './service-write';
import { Customer, Named } from './shared-shapes';

/** Remote service: reachable vehicles, sessions, requests and responses. Types of the wire: `device/diagnosis`. */
export const serviceKinds = ['remote', 'afterService', 'reProgram'] as const;
export type ServiceKind = (typeof serviceKinds)[number];
/** The matrix gives remote, afterService and reProgram together or not at all; one letter covers the three. */
const read = 'remote:R';
const act = 'remote:U';

export const sessionStates = [
  'connecting',
  'connected',
  'waiting',
  'running',
  'disconnecting',
  'disconnected',
] as const;
export type SessionState = (typeof sessionStates)[number];
/** Who serves a vehicle, visible to everybody who sees the vehicle. */
export const Holder = z.object({
  sessionId: z.number(),
  kind: z.enum(serviceKinds),
  state: z.enum(sessionStates),
  by: z.string(),
  organization: z.string(),
  since: z.string(),
  mine: z.boolean(),
});
export type Holder = z.output<typeof Holder>;

export const ServiceRow = z.object({
  id: z.number(),
  vin: z.string(),
  model: z.string(),
  deviceId: z.string().nullable(),
  customer: Customer.nullable(),
  dealer: Named,
  online: z.boolean(),
  engine: z.enum(['on', 'off']).nullable(),
  /** what a session needs, whether the engine runs or not; null: unknown */
  key: z.enum(['on', 'off']).nullable(),
  battery: z.number().nullable(),
  openFaults: z.number(),
  holder: Holder.nullable(),
  lastSessionAt: z.string().nullable(),
});
export type ServiceRow = z.output<typeof ServiceRow>;
export const ServiceFilter = z.object({
  ...paging,
  sort: z.enum(['vin', 'model', 'dealer', 'openFaults', 'lastSessionAt']).default('lastSessionAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
  vin: searched,
  deviceId: searched,
  model: many(name40),
  dealerId: id.optional(),
  customer: searched,
  /** reachable ones, unless filtered otherwise */
  online: z
    .enum(['true', 'false', 'all'])
    .default('true')
    .transform((v) => (v === 'all' ? undefined : v === 'true')),
  held: flag,
});
export type ServiceFilter = z.output<typeof ServiceFilter>;

/** Conditions of a connect, each with whether it holds. */
export const connectReasons = ['noDevice', 'offline', 'held', 'reprogramming', 'openSos', 'keyOff'] as const;
export type ConnectReason = (typeof connectReasons)[number];
export const ConnectCheck = z.object({ check: z.enum(connectReasons), ok: z.boolean() });

export const verdicts = ['pass', 'fail', 'incomplete'] as const;
export const testStates = ['asked', 'waiting', 'running', 'complete', 'fail'] as const;
export const Evidence = z.object({
  limit: z.string(),
  eval: z.string(),
  item: z.string().nullable(),
  cylinder: z.number().nullable(),
  measured: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  ok: z.boolean().nullable(),
  symptom: z.string().nullable(),
});
/** A photo taken on site for an answer. */
export const TestPhoto = z.object({ id: fileId, key: z.string(), at: z.string(), by: z.string() });
/**
 * One run of a test. `confirms`: the answers of somebody on site; `toConfirm`: the open questions, answered by a value
 * of `item` or yes and no.
 */
export const TestRun = z.object({
  id: z.number(),
  sessionId: z.number(),
  test: z.string(),
  state: z.enum(testStates),
  step: z.number().nullable(),
  progress: z.number(),
  prompt: z.string().nullable(),
  leftS: z.number().nullable(),
  reason: z.string().nullable(),
  gate: z.string().nullable(),
  item: z.string().nullable(),
  verdict: z.enum(verdicts).nullable(),
  evidence: z.array(Evidence),
  next: z.array(z.string()),
  values: ItemValues,
  confirms: z.record(z.string(), z.union([z.boolean(), z.number()])),
  toConfirm: z.array(z.object({ key: z.string(), item: z.string().nullable(), photo: z.boolean() })),
  photos: z.array(TestPhoto),
  catalogueVersion: z.number(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  by: z.string(),
});
export type TestRun = z.output<typeof TestRun>;

export const Watching = z.object({
  recordingId: z.number(),
  items: z.array(z.string()),
  period: z.number(),
  since: z.string(),
});
/**
 * A test, or a part as `replace:…`, and why. `of`: the test whose result leads here, the fault's code, the test that
 * requires this one or precedes it.
 */
export const ProposedTest = z.object({
  id: z.string(),
  because: z.enum(['result', 'fault', 'needed', 'order']),
  of: z.string(),
});
export type ProposedTest = z.output<typeof ProposedTest>;
/** An open or ended session with all data of its page; live values come over the socket. */
export const SessionView = z.object({
  id: z.number(),
  vehicleId: z.number(),
  kind: z.enum(serviceKinds),
  state: z.enum(sessionStates),
  by: z.string(),
  organization: z.string(),
  mine: z.boolean(),
  openedAt: z.string(),
  connectedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** why it ended, and the terminal's own reason */
  end: z.string().nullable(),
  reason: z.string().nullable(),
  /** when it ends for inactivity */
  idleAt: z.string(),
  heardAt: z.string(),
  info: EngineInfo.nullable(),
  /** fields that differ from the session before */
  changedInfo: z.array(z.string()),
  live: ItemValues,
  /** the request without a response yet */
  pending: z.object({ op: z.string(), askedAt: z.string() }).nullable(),
  /** the last request if the terminal refused it, with its reason; null once another one was sent */
  failed: z.object({ op: z.string(), reason: z.string().nullable() }).nullable(),
  faults: z
    .object({
      at: z.string(),
      stored: z.array(StoredFault),
      pending: z.array(StoredFault),
      cleared: z.array(z.string()),
    })
    .nullable(),
  watching: Watching.nullable(),
  tests: z.array(TestRun),
  /** recommended tests and parts from results and faults, most likely first */
  proposed: z.array(ProposedTest),
});
export type SessionView = z.output<typeof SessionView>;

export const ServiceDetail = z.object({
  vehicle: ServiceRow,
  checks: z.array(ConnectCheck),
  /** data of the last connect; null before the first */
  info: EngineInfo.nullable(),
  infoAt: z.string().nullable(),
  /** tests recommended for its open faults, before a connect */
  proposed: z.array(ProposedTest),
});
export type ServiceDetail = z.output<typeof ServiceDetail>;

/** Photos of one answer. */
export const maxTestPhotos = 5;
const confirmKey = z.string().regex(/^[a-z][\w.]{0,39}$/i);
const confirmed = z.array(confirmKey).max(10).default([]);
/** All but the buzzer change the machine, and need a session for after-service. */
const write = { op: z.literal('write'), confirmed };
/** A request of the session's holder. A test or a write names what was confirmed on site just now. */
export const AskBody = z.discriminatedUnion('op', [
  z.object({ op: z.literal('faults') }),
  /**
   * `codes`: those that a person has confirmed. They are read again first; if there is another one, nothing is cleared
   * (`codesChanged`)
   */
  z.object({ op: z.literal('clearFaults'), codes: z.array(z.string().regex(faultCodePattern)).min(1).max(120) }),
  z.object({ op: z.literal('watch'), items: z.array(itemId).min(1).max(maxWatched, 'field.mon10'), period }),
  z.object({ op: z.literal('unwatch') }),
  z.object({ op: z.literal('test'), test: z.string().regex(/^\w{2,40}$/), args: testArgs.default({}), confirmed }),
  z.discriminatedUnion('item', [
    z.object({ ...write, item: z.literal('c3iInfo'), value: InjectorCode }),
    /** `approvalId`: the second person's approval, if the part needs one (afterService.requestApproval) */
    z.object({ ...write, item: z.literal('partReplacement'), value: ReplacedPart, approvalId: id.optional() }),
    z.object({ ...write, item: z.literal('buzzTest'), value: z.object({}) }),
  ]),
  z.object({ op: z.literal('abort') }),
  z.object({ op: z.literal('disconnect') }),
]);
export type AskBody = z.output<typeof AskBody>;

export const historyKinds = ['session', 'test', 'clear', 'monitoring', 'faults'] as const;
export type HistoryKind = (typeof historyKinds)[number];
/** Result of a test: a verdict, or it ended before there was one. */
export const historyResults = ['pass', 'fail', 'incomplete', 'aborted'] as const;
export type HistoryResult = (typeof historyResults)[number];
/** A numeric id for each entry of a history, whatever its kind: used in its URL. */
export const entryOf = (kind: HistoryKind, subjectId: number): number => subjectId * 8 + historyKinds.indexOf(kind);

/** A session or an entry of a vehicle's history. */
export const ServiceHistoryRow = z.object({
  /** of the session, test, recording or request */
  id: z.number(),
  entry: z.number(),
  kind: z.enum(historyKinds),
  sessionId: z.number(),
  service: z.enum(serviceKinds),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  test: z.string().nullable(),
  state: z.string(),
  verdict: z.enum(verdicts).nullable(),
  result: z.enum(historyResults).nullable(),
  /** the deciding limit: the first missed one, else the first */
  decisive: Evidence.nullable(),
  reason: z.string().nullable(),
  codes: z.array(z.string()),
  by: z.string(),
  organization: z.string(),
});
export type ServiceHistoryRow = z.output<typeof ServiceHistoryRow>;
export const HistoryFilter = queryPeriod(
  z.object({
    ...paging,
    sort: z.enum(['startedAt', 'duration', 'result']).default('startedAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
    from: isoTime.optional(),
    to: isoTime.optional(),
    kind: many(z.enum(historyKinds)),
    test: many(z.string().regex(/^\w{2,40}$/)),
    result: many(z.enum(historyResults)),
    by: searched,
  }),
);
export type HistoryFilter = z.output<typeof HistoryFilter>;

/** A test as run: its steps, measurements and limits. */
export const RanTest = z.object({
  unit: z.enum(['ECU', 'DCU']),
  risk: z.enum(['none', 'moves', 'sprays']),
  steps: z.array(
    z.object({
      op: z.string(),
      cmd: z.string().nullable(),
      value: z.number().nullable(),
      unit: z.string().nullable(),
      seconds: z.number(),
    }),
  ),
  signals: z.array(
    z.object({
      item: z.string(),
      unit: z.string(),
      band: z.tuple([z.number(), z.number()]).nullable(),
      limits: z.array(z.number()),
      perCylinder: z.boolean(),
    }),
  ),
  confirmed: z.array(z.string()),
});
export type RanTest = z.output<typeof RanTest>;
/** An entry of a history with all its data. */
export const HistoryEntry = z.object({
  row: ServiceHistoryRow,
  vehicle: z.object({ id: z.number(), vin: z.string(), model: z.string() }),
  /** the engine information of that session */
  info: EngineInfo.nullable(),
  test: z.object({ run: TestRun, as: RanTest }).nullable(),
  faults: z
    .object({
      stored: z.array(StoredFault),
      pending: z.array(StoredFault),
      cleared: z.array(z.string()),
      before: z.array(StoredFault),
    })
    .nullable(),
  recording: z.object({ items: z.array(z.string()), period: z.number(), rows: z.number() }).nullable(),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

/**
 * Measured rows as received: row k of a part at `t0 + k·period` on the device clock, which is `offsetMs` behind ours.
 */
export const MeasuredPart = z.object({
  t0: z.number(),
  period: z.number(),
  step: z.number().nullable(),
  items: z.array(z.string()),
  rows: z.array(z.array(z.number().nullable())),
});
export const Measured = z.object({ offsetMs: z.number(), parts: z.array(MeasuredPart) });
/** A moment of a recording marked by its engineer, in epoch ms of our clock. */
export const RecordingMark = z.object({ at: z.number(), label: z.string() });
export type RecordingMark = z.output<typeof RecordingMark>;
export const maxMarks = 100;
/** The label of an automatic mark: the clock of the machine was set here. */
export const clockSetMark = 'clock.set';

const SessionParams = z.object({ sessionId: id });
const TestParams = z.object({ testId: id });
export const diagnosis = {
  list: endpoint({
    method: 'GET',
    path: '/api/diagnosis/vehicles',
    allow: read,
    summary: 'Vehicles that may be served, with who holds them',
    query: ServiceFilter,
    data: ServiceRow,
    page: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/diagnosis/vehicles/:id',
    allow: read,
    summary: 'One of them, and whether it can be connected',
    params: IdParams,
    data: ServiceDetail,
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/diagnosis/vehicles/:id/history',
    allow: read,
    summary: 'What was done to a vehicle in sessions, newest first',
    params: IdParams,
    query: HistoryFilter,
    data: ServiceHistoryRow,
    page: true,
  }),
  historyCsv: endpoint({
    method: 'GET',
    path: '/api/diagnosis/vehicles/:id/history/file',
    allow: read,
    summary: 'The filtered history as CSV',
    params: IdParams,
    query: HistoryFilter,
    stream: 'text/csv',
  }),
  entry: endpoint({
    method: 'GET',
    path: '/api/diagnosis/vehicles/:id/history/:entry',
    allow: read,
    summary: 'One entry of it, whole',
    params: z.object({ id, entry: id }),
    data: HistoryEntry,
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/diagnosis/vehicles/:id/history/:entry/report',
    allow: read,
    summary: 'One entry of it on paper',
    params: z.object({ id, entry: id }),
    stream: 'application/pdf',
  }),
  connect: endpoint({
    method: 'POST',
    path: '/api/diagnosis/vehicles/:id/sessions',
    allow: act,
    summary: 'Connect to a vehicle',
    params: IdParams,
    body: z.object({ kind: z.enum(['remote', 'afterService']).default('remote') }),
    data: SessionView,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/diagnosis/sessions/:sessionId',
    allow: read,
    summary: 'A session with its results',
    params: SessionParams,
    data: SessionView,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/diagnosis/sessions/:sessionId/requests',
    allow: act,
    summary: 'Ask the machine for something',
    params: SessionParams,
    body: AskBody,
    data: SessionView,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/diagnosis/tests/:testId/confirm',
    allow: act,
    summary: 'What somebody on site has seen',
    params: TestParams,
    body: z.object({
      key: confirmKey,
      answer: z.union([z.boolean(), z.number()]),
      photos: z.array(fileId).max(maxTestPhotos).default([]),
    }),
    data: TestRun,
  }),
  curve: endpoint({
    method: 'GET',
    path: '/api/diagnosis/tests/:testId/curve',
    allow: read,
    summary: 'What a test measured',
    params: TestParams,
    query: z.object({}),
    data: Measured,
  }),
  recording: endpoint({
    method: 'GET',
    path: '/api/diagnosis/recordings/:recordingId',
    allow: read,
    summary: 'Rows of a recording from a moment of the device clock on',
    params: z.object({ recordingId: id }),
    query: z.object({ after: z.coerce.number<string | number>().int().min(0).default(0) }),
    data: Measured.extend({ marks: z.array(RecordingMark).optional() }),
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/diagnosis/recordings/:recordingId/marks',
    allow: act,
    summary: 'Point out a moment of a recording',
    params: z.object({ recordingId: id }),
    body: z.object({ at: bigId, label: name40.trim().min(1) }),
    data: z.array(RecordingMark),
  }),
  recordingCsv: endpoint({
    method: 'GET',
    path: '/api/diagnosis/recordings/:recordingId/file',
    allow: read,
    summary: 'A whole recording as CSV, by both clocks',
    params: z.object({ recordingId: id }),
    stream: 'text/csv',
  }),
};

/**
 * Live data for the holder's consoles over the socket between the events of the log. Some may be lost; the log and the
 * reads have the rest.
 */
export const DiagnosisFrame = z.object({
  sessionId: z.number(),
  /** epoch ms of the receipt; the device clock is `offsetMs` behind ours */
  at: z.number(),
  offsetMs: z.number(),
  live: ItemValues.optional(),
  rows: z
    .object({
      recordingId: z.number(),
      t0: z.number(),
      period: z.number(),
      items: z.array(z.string()),
      rows: z.array(z.array(z.number().nullable())),
    })
    .optional(),
  test: z
    .object({
      id: z.number(),
      state: z.enum(testStates),
      step: z.number().nullable(),
      progress: z.number(),
      leftS: z.number().nullable(),
      prompt: z.string().nullable(),
      part: MeasuredPart.optional(),
    })
    .optional(),
  /** something in the session view has changed: refetch it */
  changed: z.literal(true).optional(),
});
export type DiagnosisFrame = z.output<typeof DiagnosisFrame>;
