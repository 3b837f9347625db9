import { z } from 'zod';
import { EngineInfo, ItemValues, StoredFault } from './device/diagnosis';
import { flashTargets } from './device/flash';
import { Evidence, historyResults, testStates, Watching } from './diagnosis';
import { endpoint } from './endpoint';
import { id } from './fields';
import { flashRunStates } from './reprogram';

/**
 * Tests and writes with a result of their own in a session. Those that only prepare others (stabilisation, priming) are
 * in the history.
 */
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

/** The last run of a test in a session, of `runs`. `result` null: in progress. */
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

/** The results of a session, under the names that other systems of the maker use; null: not done. */
export const RemoteResults = z.object({
  /** number of the session */
  remoteId: z.number(),
  /** of all tests together: fail if one failed, pass if all that ran passed; null: none has ended */
  result: z.enum(historyResults).nullable(),
  /** basic data: the engine information */
  bdInfo: EngineInfo.nullable(),
  /** recordings, oldest first */
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
  /** codes as last read, and why the session ended early or the last request was refused */
  errorMsg: z.object({
    reason: z.string().nullable(),
    stored: z.array(StoredFault),
    pending: z.array(StoredFault),
    cleared: z.array(z.string()),
    readAt: z.string().nullable(),
  }),
  /** the last program sent between the start of this session and the next one */
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
  /** whether the key was off in the session; since when, if it still is; and the test that it ended */
  accOff: z.object({ off: z.boolean(), since: z.string().nullable(), test: z.string().nullable() }),
  /** what is being recorded now */
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
