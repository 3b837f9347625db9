import { diagOps, diagStates } from '@headland/contracts/device/diagnosis';
import { describe, expect, it } from 'vitest';
import {
  answered,
  answersTo,
  connectRefusal,
  isPending,
  opRefusal,
  overdue,
  sessionAfter,
  sessionTimes,
  type Reachable,
  type SessionClock,
} from './session';

describe('in a session', () => {
  it.each([
    ['faults', 'connected', false, null],
    ['faults', 'connecting', false, 'notConnected'],
    ['faults', 'running', false, 'testRunning'],
    ['faults', 'connected', true, 'busy'],
    ['test', 'connected', false, null],
    ['test', 'running', false, 'testRunning'],
    ['test', 'waiting', false, 'testRunning'],
    ['watch', 'running', false, 'testRunning'],
    ['abort', 'running', true, null],
    ['abort', 'waiting', true, null],
    ['abort', 'connected', false, 'noTest'],
    ['abort', 'disconnected', false, 'notConnected'],
    ['disconnect', 'running', true, null],
    ['disconnect', 'connecting', true, null],
    ['disconnect', 'disconnected', false, 'notConnected'],
    ['connect', 'connected', false, 'notConnected'],
  ] as const)('%s while %s (pending %s): %s', (op, state, pending, refused) =>
    expect(opRefusal(op, state, pending)).toBe(refused),
  );

  it('nothing may be asked of one that has ended or is ending', () => {
    for (const op of diagOps)
      for (const state of ['disconnected', 'disconnecting'] as const)
        expect(opRefusal(op, state, false)).not.toBeNull();
  });

  it.each([
    ['connect', 'asked', 'connected', 'done'],
    ['connect', 'asked', 'fail', 'failed'],
    ['connect', 'failed', 'connected', 'late'],
    ['connect', 'done', 'connected', 'late'],
    ['connect', 'asked', 'watching', 'foreign'],
    ['test', 'asked', 'waiting', 'open'],
    ['test', 'open', 'running', 'open'],
    ['test', 'open', 'complete', 'done'],
    ['test', 'done', 'running', 'late'],
    ['test', 'asked', 'faults', 'foreign'],
    ['faults', 'asked', 'faults', 'done'],
  ] as const)('%s, %s, answered %s: %s', (op, request, answer, becomes) =>
    expect(answered(op, request, answer)).toBe(becomes),
  );

  it('goes its way through a test and back', () => {
    expect(sessionAfter('connect', 'done', 'connected', 'connecting')).toBe('connected');
    expect(sessionAfter('connect', 'failed', 'fail', 'connecting')).toBe('disconnected');
    expect(sessionAfter('test', 'open', 'waiting', 'connected')).toBe('waiting');
    expect(sessionAfter('test', 'open', 'running', 'waiting')).toBe('running');
    expect(sessionAfter('test', 'done', 'complete', 'running')).toBe('connected');
    expect(sessionAfter('test', 'failed', 'fail', 'running')).toBe('connected');
    expect(sessionAfter('disconnect', 'done', 'disconnected', 'disconnecting')).toBe('disconnected');
    // a test that ends while somebody leaves does not bring the session back
    expect(sessionAfter('test', 'failed', 'fail', 'disconnecting')).toBe('disconnecting');
  });

  it('a request ends once, whatever comes in whatever order', () => {
    for (const op of diagOps)
      for (const a of diagStates)
        for (const b of diagStates)
          for (const c of diagStates) {
            let state: Parameters<typeof answered>[1] = 'asked';
            let ends = 0;
            for (const answer of [a, b, c]) {
              const next = answered(op, state, answer);
              if (next === 'late' || next === 'foreign') continue;
              if (!isPending(next)) ends++;
              state = next;
            }
            expect(ends).toBeLessThanOrEqual(1);
            expect(answersTo[op].end.length).toBeGreaterThan(0);
          }
  });
});

describe('time', () => {
  const now = 1_000_000_000;
  const fresh: SessionClock = {
    state: 'connected',
    askedAt: null,
    lastMessageAt: now,
    seenAt: now,
    actedAt: now,
    keyOffAt: null,
  };
  it.each<[string, Partial<SessionClock>, string | null]>([
    ['nothing', {}, null],
    ['no answer to the connect in 10 s', { state: 'connecting', askedAt: now - 10_000 }, 'timeout'],
    ['9 s are not 10', { state: 'connecting', askedAt: now - 9_999 }, null],
    ['no farewell in 10 s', { state: 'disconnecting', askedAt: now - 10_000 }, 'disconnected'],
    ['silent for a minute', { lastMessageAt: now - 60_000 }, 'silent'],
    ['the browser away for a minute', { seenAt: now - 60_000 }, 'consoleGone'],
    ['the browser away for less', { seenAt: now - 59_999 }, null],
    ['key off for a minute', { keyOffAt: now - 60_000 }, 'keyOff'],
    ['half an hour without an act', { actedAt: now - 30 * 60_000 }, 'idle'],
    ['half an hour of a test', { actedAt: now - 30 * 60_000, state: 'running' }, null],
  ])('%s', (_, over, end) => expect(overdue({ ...fresh, ...over }, now)).toBe(end));
  it('warns before it ends', () => expect(sessionTimes.idleWarningMs).toBeLessThan(sessionTimes.idleMs));
});

describe('to connect', () => {
  const ready: Reachable = { hasDevice: true, online: true, key: 'on', held: false, reprogramming: false, openSos: 0 };
  it.each<[Partial<Reachable>, string | null]>([
    [{}, null],
    [{ key: null }, null],
    [{ hasDevice: false, online: false }, 'noDevice'],
    [{ online: false }, 'offline'],
    [{ held: true }, 'held'],
    [{ reprogramming: true }, 'reprogramming'],
    [{ openSos: 1 }, 'openSos'],
    [{ key: 'off' }, 'keyOff'],
  ])('%j: %s', (over, why) => expect(connectRefusal({ ...ready, ...over })).toBe(why));
});
