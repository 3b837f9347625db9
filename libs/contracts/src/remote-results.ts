import { z } from 'zod';
import { EngineInfo, ItemValues, StoredFault } from './device/diagnosis';
import { flashTargets } from './device/flash';
import { Evidence, historyResults, testStates, Watching } from './diagnosis';
import { endpoint } from './endpoint';
import { id } from './fields';
import { flashRunStates } from './reprogram';

/** Tests and writes whose result a session holds under their own name. What only prepares another (stabilisation, priming) stands in the history. */
export const heldTests = [
  'runup',
  'shutoff',
  'compres',
  'highpre',
  'lqsLevel',
  'lqsTemp',
  'prvTest',
  'leakTest',
  'defInjectTest',
  'defControlTest',
  'defHeaterTest',
  'acvTest',
  'egrTest',
  'plugTest',
  'hpTest',
  'buzzTest',
  'c3iInfo',
  'partReplacement',
] as const;
export type HeldTest = (typeof heldTests)[number];

/** The last run of a test in a session, of so many `runs`. `result` null: it runs. */
export const HeldResult = z.object({
  testId: z.number(),
  runs: z.number(),
  state: z.enum(testStates),
  result: z.enum(historyResults).nullable(),
  reason: z.string().nullable(),
  catalogueVersion: z.number(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  by: z.string(),
  values: ItemValues,
  evidence: z.array(Evidence),
});
export type HeldResult = z.output<typeof HeldResult>;

/** What a session has found, under the names that the other systems of the maker know; null: not done. */
export const RemoteResults = z.object({
  /** number of the session */
  remoteId: z.number(),
  /** of all tests together: fail where one failed, pass where all that ran passed; null: none has ended */
  result: z.enum(historyResults).nullable(),
  /** basic data: what the engine said of itself */
  bdInfo: EngineInfo.nullable(),
  /** what was monitored, oldest first */
  dmInfo: z.array(
    z.object({
      recordingId: z.number(),
      items: z.array(z.string()),
      period: z.number(),
      startedAt: z.string(),
      endedAt: z.string().nullable(),
      rows: z.number(),
    }),
  ),
  ...(Object.fromEntries(heldTests.map((test) => [test, HeldResult.nullable()])) as Record<
    HeldTest,
    z.ZodNullable<typeof HeldResult>
  >),
  /** codes as they were last read, and why the session ended early or the last request was refused */
  errorMsg: z.object({
    reason: z.string().nullable(),
    stored: z.array(StoredFault),
    pending: z.array(StoredFault),
    cleared: z.array(z.string()),
    readAt: z.string().nullable(),
  }),
  /** the last program that was sent after this session began and before the next one did */
  reprogramMsg: z
    .object({
      runId: z.number(),
      target: z.enum(flashTargets),
      version: z.string(),
      state: z.enum(flashRunStates),
      reason: z.string().nullable(),
      runningVersion: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  /** whether the key was off in the session; since when, where it still is; and the test that it ended */
  accOff: z.object({ off: z.boolean(), since: z.string().nullable(), test: z.string().nullable() }),
  /** what is being monitored now */
  remoteWatchInfo: Watching.nullable(),
});
export type RemoteResults = z.output<typeof RemoteResults>;

export const remoteResults = {
  get: endpoint({
    method: 'GET',
    path: '/api/diagnosis/sessions/:sessionId/results',
    allow: 'remote:R',
    summary: 'What a session has found, under the names of the remote results',
    params: z.object({ sessionId: id }),
    data: RemoteResults,
  }),
};
