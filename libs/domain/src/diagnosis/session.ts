import type { DiagOp, DiagState } from '@headland/contracts/device/diagnosis';
import { type ConnectReason, connectReasons, type SessionState } from '@headland/contracts/diagnosis';

/**
 * A diagnosis session: one engineer on one machine. It is requested (connecting), established (connected), runs at most
 * one test at a time (test waiting, test in progress, then complete or fail and connected again) and ends
 * (disconnected). Every request is answered within ten seconds or it has failed; a silent terminal, an absent browser
 * or a key that is off, each for a minute, and half an hour without an action end it.
 */
export const sessionTimes = {
  /** a request without a response */
  answerMs: 10_000,
  /** a silent terminal */
  silenceMs: 60_000,
  /** a console that no longer shows the session */
  awayMs: 60_000,
  keyOffMs: 60_000,
  idleMs: 30 * 60_000,
  idleWarningMs: 28 * 60_000,
  /** how often a device reports the items of the gates */
  aliveMs: 1_000,
  /** a running test without data */
  testSilenceMs: 10_000,
  /** a test beyond the longest time of its catalogue: its terminal ends it by itself, and is given the time to say so */
  testOverMs: 10_000,
} as const;

/**
 * Why a session ended. `refused`: the terminal refused the connect, with its reason. `restarted`: it began anew, and its
 * session ended with that.
 */
export const sessionEnds = [
  'disconnected',
  'refused',
  'timeout',
  'silent',
  'consoleGone',
  'idle',
  'keyOff',
  'broker',
  'byDevice',
  'restarted',
] as const;
export type SessionEnd = (typeof sessionEnds)[number];

export type OpRefusal = 'notConnected' | 'busy' | 'testRunning' | 'noTest';
const during: Record<DiagOp, readonly SessionState[]> = {
  connect: [],
  faults: ['connected'],
  clearFaults: ['connected'],
  watch: ['connected'],
  unwatch: ['connected'],
  test: ['connected'],
  write: ['connected'],
  abort: ['waiting', 'running'],
  disconnect: ['connecting', 'connected', 'waiting', 'running'],
};

/**
 * Why an op may not be sent now, or null. `pending`: the last request has no response yet; abort and disconnect do not
 * wait.
 */
export function opRefusal(op: DiagOp, state: SessionState, pending: boolean): OpRefusal | null {
  if (!during[op].includes(state)) {
    if (op === 'abort')
      return state === 'disconnected' || state === 'connecting' || state === 'disconnecting'
        ? 'notConnected'
        : 'noTest';
    return state === 'waiting' || state === 'running' ? 'testRunning' : 'notConnected';
  }
  return pending && op !== 'abort' && op !== 'disconnect' ? 'busy' : null;
}

/** States that may answer each op; the last of them ends the request, and `fail` ends any. */
export const answersTo: Record<DiagOp, { open: readonly DiagState[]; end: readonly DiagState[] }> = {
  connect: { open: [], end: ['connected', 'fail'] },
  faults: { open: [], end: ['faults', 'fail'] },
  clearFaults: { open: [], end: ['faults', 'fail'] },
  watch: { open: [], end: ['watching', 'fail'] },
  unwatch: { open: [], end: ['connected', 'fail'] },
  test: { open: ['waiting', 'running'], end: ['complete', 'fail'] },
  write: { open: ['waiting', 'running'], end: ['complete', 'fail'] },
  abort: { open: [], end: ['connected', 'complete', 'fail'] },
  disconnect: { open: [], end: ['disconnected', 'fail'] },
};

export type RequestState = 'asked' | 'open' | 'done' | 'failed';
export const isPending = (state: RequestState): boolean => state === 'asked' || state === 'open';

/**
 * The next state of a request after a response; `late` if it has ended, `foreign` if the response does not belong to
 * this op.
 */
export function answered(op: DiagOp, request: RequestState, response: DiagState): RequestState | 'late' | 'foreign' {
  const { open, end } = answersTo[op];
  if (!open.includes(response) && !end.includes(response)) return 'foreign';
  if (!isPending(request)) return 'late';
  if (response === 'fail') return 'failed';
  return end.includes(response) ? 'done' : 'open';
}

/** The state of the session after a response to this op. */
export function sessionAfter(
  op: DiagOp,
  request: RequestState,
  response: DiagState,
  before: SessionState,
): SessionState {
  if (op === 'connect') return request === 'done' ? 'connected' : request === 'failed' ? 'disconnected' : before;
  if (op === 'disconnect') return isPending(request) ? before : 'disconnected';
  if (before === 'disconnecting') return before;
  if (op === 'test' || op === 'write')
    return request === 'open'
      ? response === 'waiting'
        ? 'waiting'
        : 'running'
      : isPending(request)
        ? before
        : 'connected';
  return before;
}

/** All timers of a session. Epoch ms; null if it is not running. */
export interface SessionClock {
  state: SessionState;
  askedAt: number | null;
  lastMessageAt: number;
  seenAt: number;
  actedAt: number;
  keyOffAt: number | null;
}

/** Which timer has expired, the plainest reason first; null: none. */
export function overdue(s: SessionClock, now: number): SessionEnd | null {
  const t = sessionTimes;
  if (s.state === 'connecting' && s.askedAt !== null && now - s.askedAt >= t.answerMs) return 'timeout';
  if (s.state === 'disconnecting' && s.askedAt !== null && now - s.askedAt >= t.answerMs) return 'disconnected';
  if (now - s.lastMessageAt >= t.silenceMs) return 'silent';
  if (s.keyOffAt !== null && now - s.keyOffAt >= t.keyOffMs) return 'keyOff';
  if (now - s.seenAt >= t.awayMs) return 'consoleGone';
  // a running test is activity: the engineer watches it
  return now - s.actedAt >= t.idleMs && s.state === 'connected' ? 'idle' : null;
}

export interface Reachable {
  hasDevice: boolean;
  online: boolean;
  /** null: unknown */
  key: 'on' | 'off' | null;
  held: boolean;
  reprogramming: boolean;
  openSos: number;
}
/** The conditions of a connect, each with whether it holds. An unknown key state is no reason: the terminal decides. */
export const connectChecks = (m: Reachable): Record<ConnectReason, boolean> => ({
  noDevice: m.hasDevice,
  offline: m.online,
  held: !m.held,
  reprogramming: !m.reprogramming,
  openSos: m.openSos === 0,
  keyOff: m.key !== 'off',
});
export function connectRefusal(m: Reachable): ConnectReason | null {
  const checks = connectChecks(m);
  return connectReasons.find((why) => !checks[why]) ?? null;
}
