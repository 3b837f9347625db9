import type { DiagOp, DiagState } from '@headland/contracts/device/diagnosis';

/**
 * A diagnosis session: one engineer on one machine. It is asked for (connecting), stands (connected), runs at most one test at a time (test waiting,
 * test in progress, then complete or fail and connected again) and ends (disconnected). Every request is answered within ten seconds or it has failed;
 * a terminal that says nothing for a minute, a browser that is away for a minute, a key that is off for a minute and half an hour without an act end it.
 */
export const sessionTimes = {
  /** a request without an answer */
  answerMs: 10_000,
  /** a terminal without a word */
  silenceMs: 60_000,
  /** a console that shows the session no more */
  awayMs: 60_000,
  keyOffMs: 60_000,
  idleMs: 30 * 60_000,
  idleWarningMs: 28 * 60_000,
  /** how often a device says what the gates ask for */
  aliveMs: 1_000,
  /** a running test that says nothing */
  testSilenceMs: 10_000,
} as const;

export const sessionStates = [
  'connecting',
  'connected',
  'waiting',
  'running',
  'disconnecting',
  'disconnected',
] as const;
export type SessionState = (typeof sessionStates)[number];
export const isOpen = (state: SessionState): boolean => state !== 'disconnected';

/** Why a session ended. `refused`: the terminal said no to the connect, with its reason beside. */
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

/** Why an op may not be asked for now, or null. `pending`: the last request has no answer yet; an abort and a farewell wait for nobody. */
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

/** States with which each op may be answered, the last of which ends the request; `fail` ends any. */
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

/** What an answer makes of its request: its next state; `late` for one that has ended, `foreign` for a word that does not answer this op. */
export function answered(op: DiagOp, request: RequestState, said: DiagState): RequestState | 'late' | 'foreign' {
  const { open, end } = answersTo[op];
  if (!open.includes(said) && !end.includes(said)) return 'foreign';
  if (!isPending(request)) return 'late';
  if (said === 'fail') return 'failed';
  return end.includes(said) ? 'done' : 'open';
}

/** The state of the session after an answer to this op. */
export function sessionAfter(op: DiagOp, request: RequestState, said: DiagState, before: SessionState): SessionState {
  if (op === 'connect') return request === 'done' ? 'connected' : request === 'failed' ? 'disconnected' : before;
  if (op === 'disconnect') return isPending(request) ? before : 'disconnected';
  if (before === 'disconnecting') return before;
  if (op === 'test' || op === 'write')
    return request === 'open'
      ? said === 'waiting'
        ? 'waiting'
        : 'running'
      : isPending(request)
        ? before
        : 'connected';
  return before;
}

/** Everything that may end a session by time. Times in epoch ms; null where it does not run. */
export interface SessionClock {
  state: SessionState;
  askedAt: number | null;
  heardAt: number;
  seenAt: number;
  actedAt: number;
  keyOffAt: number | null;
}

/** Why its time is up, the plainest reason first; null while it is not. */
export function overdue(s: SessionClock, now: number): SessionEnd | null {
  const t = sessionTimes;
  if (s.state === 'connecting' && s.askedAt !== null && now - s.askedAt >= t.answerMs) return 'timeout';
  if (s.state === 'disconnecting' && s.askedAt !== null && now - s.askedAt >= t.answerMs) return 'disconnected';
  if (now - s.heardAt >= t.silenceMs) return 'silent';
  if (s.keyOffAt !== null && now - s.keyOffAt >= t.keyOffMs) return 'keyOff';
  if (now - s.seenAt >= t.awayMs) return 'consoleGone';
  // a test that runs is an act: the engineer watches it
  return now - s.actedAt >= t.idleMs && s.state === 'connected' ? 'idle' : null;
}

export const connectRefusals = ['noDevice', 'offline', 'held', 'reprogramming', 'openSos', 'keyOff'] as const;
export type ConnectRefusal = (typeof connectRefusals)[number];
export interface Reachable {
  hasDevice: boolean;
  online: boolean;
  /** null: nothing is known of it */
  key: 'on' | 'off' | null;
  held: boolean;
  reprogramming: boolean;
  openSos: number;
}
/** What must hold to connect, each with whether it does. What is not known of the key is no reason: the terminal answers for it. */
export const connectChecks = (m: Reachable): Record<ConnectRefusal, boolean> => ({
  noDevice: m.hasDevice,
  offline: m.online,
  held: !m.held,
  reprogramming: !m.reprogramming,
  openSos: m.openSos === 0,
  keyOff: m.key !== 'off',
});
export function connectRefusal(m: Reachable): ConnectRefusal | null {
  const checks = connectChecks(m);
  return connectRefusals.find((why) => !checks[why]) ?? null;
}
