import type { Input } from '@headland/contracts/endpoint';
import type { ItemValues } from '@headland/contracts/device/diagnosis';
import {
  diagnosis,
  type DiagnosisFrame,
  type ServiceDetail,
  type SessionView,
  type TestRun,
} from '@headland/contracts/diagnosis';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Problem } from '../../lib/call';
import { useFromNow } from '../../lib/clock';
import { useDiagnosisFrames, useLiveState } from '../../lib/live/live';
import { call, query } from '../../lib/session/session';

/** A request to a machine, as callers write it. */
export type Ask = Input<typeof diagnosis.ask>['body'];
/** An answer of somebody on site. */
export type Answer = Input<typeof diagnosis.confirm>['body'];
/** The state in the status line. A finished test is shown as complete or fail until the next request. */
export const lineStates = [
  'disconnected',
  'connecting',
  'connected',
  'waiting',
  'running',
  'complete',
  'fail',
  'disconnecting',
] as const;
export type LineState = (typeof lineStates)[number];

export interface Session {
  vehicleId: number;
  /** the member's session on this vehicle: open, or ended while the page was open; null: none */
  view: SessionView | null;
  line: LineState;
  /** open and ours: requests are possible */
  open: boolean;
  /** values for the gates, once a second, as of `liveAt` (epoch ms, server); null: none yet */
  live: ItemValues;
  liveAt: number | null;
  /** the connection to the terminal or to the server is lost: values are as old as `liveAt` */
  frozen: boolean;
  /** the requested or running test, with the terminal's last report */
  test: TestRun | null;
  /** the result of the last test, until the next request */
  result: TestRun | null;
  /** why the last request failed: a server error, or the terminal's reason; until the next request */
  problem: Problem | null;
  refused: SessionView['failed'];
  /** a request is being sent or waits for its response; abort and disconnect do not wait */
  busy: boolean;
  connect: (kind: 'remote' | 'afterService') => void;
  /** never rejects: errors are in `problem`, and the result is null */
  ask: (what: Ask) => Promise<SessionView | null>;
  /** an answer of somebody on site */
  confirm: (testId: number, answer: Answer) => Promise<TestRun | null>;
  /**
   * each frame, outside React's state: rows of a recording, parts of a test's curve. Returns the unsubscribe function.
   */
  subscribe: (listener: (frame: DiagnosisFrame) => void) => () => void;
  /** incremented when frames may have been missed: refetch */
  missed: number;
}

/** A terminal reports every second; after this long without a report its values are old. */
export const freshMs = 3_500;

/** The session on a vehicle, if it is this member's: one per page, passed to its tabs. */
export function useSession({ vehicle }: ServiceDetail): Session {
  const cache = useQueryClient();
  const holder = vehicle.holder?.mine === true ? vehicle.holder : null;
  // an ended one stays visible until the page is left or another is opened
  const [shownSession, setShownSession] = useState<number | null>(null);
  const id = holder?.sessionId ?? shownSession;
  if (id !== shownSession) setShownSession(id);
  const { data } = useQuery({ ...query(diagnosis.session, { params: { sessionId: id ?? 0 } }), enabled: id !== null });
  const view = id !== null && data?.id === id && data.mine ? data : null;
  const open = view !== null && view.endedAt === null;

  const [reported, setReported] = useState<{
    id: number | null;
    live: ItemValues | null;
    at: number | null;
    test: DiagnosisFrame['test'];
  }>(noReport);
  const [missed, setMissed] = useState(0);
  const listeners = useRef(new Set<(frame: DiagnosisFrame) => void>());
  // a recording or reading that has just ended appears in the history
  const invalidate = useCallback(() => {
    for (const { path } of [diagnosis.session, diagnosis.history]) void cache.invalidateQueries({ queryKey: [path] });
  }, [cache]);
  useDiagnosisFrames(
    open || holder !== null ? id : null,
    (frame) => {
      for (const listener of listeners.current) listener(frame);
      if (frame.changed) invalidate();
      if (frame.live !== undefined || frame.test !== undefined)
        setReported((before) => {
          const own = before.id === frame.sessionId ? before : noReport;
          return {
            id: frame.sessionId,
            live: frame.live ?? own.live,
            at: frame.live === undefined ? own.at : frame.at,
            test: frame.test ?? own.test,
          };
        });
    },
    () => {
      invalidate();
      setMissed((n) => n + 1);
    },
  );

  const { state: stream } = useLiveState();
  const own = reported.id === id ? reported : noReport;
  const liveAt = own.at ?? (view?.connectedAt === null || view === null ? null : Date.parse(view.heardAt));
  const cut = stream === 'reconnecting' || stream === 'stopped';
  const isOld = useFromNow((now) => liveAt !== null && now - liveAt > freshMs);
  const frozen = view !== null && view.connectedAt !== null && (!open || cut || isOld);

  // the last request: it ends the display of the result before it
  const [act, setAct] = useState<Act>({ busy: false, problem: null, seen: 0 });
  const send = useCallback(
    async <T>(after: number, request: () => Promise<T>): Promise<T | null> => {
      setAct((a) => ({ busy: true, problem: null, seen: Math.max(a.seen, after) }));
      try {
        const answer = await request();
        setAct((a) => ({ ...a, busy: false }));
        return answer;
      } catch (error) {
        setAct((a) => ({ ...a, busy: false, problem: error instanceof Problem ? error : new Problem('INTERNAL') }));
        // the request was based on outdated values
        if (error instanceof Problem && error.status === 409) void cache.invalidateQueries();
        return null;
      }
    },
    [cache],
  );
  const applyView = useCallback(
    (answer: SessionView) => {
      const { queryKey } = query(diagnosis.session, { params: { sessionId: answer.id } });
      cache.setQueryData(queryKey, answer);
      // the terminal may have answered before this did: what was read for that is newer, and is not said again
      void cache.invalidateQueries({ queryKey });
      return answer;
    },
    [cache],
  );

  const tests = useMemo(
    () =>
      (view?.tests ?? []).map((run) =>
        own.test?.id === run.id && run.endedAt === null ? { ...run, ...nowOf(own.test) } : run,
      ),
    [view, own.test],
  );
  const last = tests.at(-1) ?? null;
  const test = last !== null && last.endedAt === null ? last : null;
  const result = last !== null && last.endedAt !== null && last.id > act.seen ? last : null;
  const lastId = last?.id ?? 0;

  const ask = useCallback(
    (what: Ask) => {
      if (id === null) return Promise.resolve(null);
      // a stop is no new request: the stopped result stays visible
      const after = what.op === 'abort' || what.op === 'disconnect' ? 0 : lastId;
      return send(after, async () => applyView(await call(diagnosis.ask, { params: { sessionId: id }, body: what })));
    },
    [id, lastId, send, applyView],
  );
  const awaited = useRef<number | null>(null);
  const connect = useCallback(
    (kind: 'remote' | 'afterService') =>
      void send(lastId, async () => {
        const answer = await call(diagnosis.connect, { params: { id: vehicle.id }, body: { kind } });
        awaited.current = answer.id;
        const opened = applyView(answer);
        setShownSession(opened.id);
        void cache.invalidateQueries({ queryKey: [diagnosis.get.path] });
      }),
    [cache, lastId, send, applyView, vehicle.id],
  );
  const confirm = useCallback(
    (testId: number, answer: Answer) =>
      send(0, async () => {
        const run = await call(diagnosis.confirm, { params: { testId }, body: answer });
        invalidate();
        return run;
      }),
    [send, invalidate],
  );
  const busy = act.busy || (open && view.pending !== null);
  useCodesAtConnect(awaited, open ? view : null, busy, ask);
  const subscribe = useCallback((f: (frame: DiagnosisFrame) => void) => {
    const all = listeners.current;
    all.add(f);
    return () => void all.delete(f);
  }, []);

  return {
    vehicleId: vehicle.id,
    view,
    line: lineOf(view, test, result),
    open,
    live: own.live ?? view?.live ?? {},
    liveAt,
    frozen,
    test,
    result,
    problem: act.problem,
    refused: act.busy ? null : (view?.failed ?? null),
    busy,
    connect,
    ask,
    confirm,
    subscribe,
    missed,
  };
}

/**
 * The first thing that one wants to know: fault codes are read as soon as a connection stands that was asked for or
 * waited for on this page. `awaited`: its session, until then.
 */
function useCodesAtConnect(
  awaited: RefObject<number | null>,
  view: SessionView | null,
  busy: boolean,
  ask: (what: Ask) => Promise<unknown>,
): void {
  const { id, state, faults } = view ?? {};
  const read = useEffectEvent(() => void ask({ op: 'faults' }));
  useEffect(() => {
    if (id === undefined) return;
    if (state === 'connecting') awaited.current = id;
    if (state !== 'connected' || awaited.current !== id || busy) return;
    awaited.current = null;
    if (faults === null) read();
  }, [awaited, id, state, faults, busy]);
}

interface Act {
  busy: boolean;
  problem: Problem | null;
  /** results up to this run are not shown any more */
  seen: number;
}
const noReport = { id: null, live: null, at: null, test: undefined };

/** Reports of a running test between two fetches of the session. */
const nowOf = ({ state, step, progress, leftS, prompt }: NonNullable<DiagnosisFrame['test']>): Partial<TestRun> => ({
  state,
  progress,
  leftS,
  prompt,
  ...(step === null ? {} : { step }),
});

/** While a test goes on its reports are newer than the session, which is fetched again only when the test is over. */
function lineOf(view: SessionView | null, test: TestRun | null, result: TestRun | null): LineState {
  if (view === null) return 'disconnected';
  const isUp = view.state === 'connected' || view.state === 'waiting' || view.state === 'running';
  if (isUp && (test?.state === 'waiting' || test?.state === 'running')) return test.state;
  if (view.state !== 'connected' || result === null) return view.state;
  return result.state === 'complete' && result.verdict !== 'fail' ? 'complete' : 'fail';
}
