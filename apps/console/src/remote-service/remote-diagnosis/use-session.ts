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
import { useCallback, useMemo, useRef, useState } from 'react';
import { Problem } from '../../lib/call';
import { useNow } from '../../lib/clock';
import { useDiagnosisFrames, useLiveState } from '../../lib/live/live';
import { call, query } from '../../lib/session/session';

/** What may be asked of a machine, as a caller writes it. */
export type Ask = Input<typeof diagnosis.ask>['body'];
/** What somebody on site has seen. */
export type Answer = Input<typeof diagnosis.confirm>['body'];
/** What the state line shows. A finished test stands as complete or fail until something else is asked for. */
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
  /** the session of this member on this vehicle: open, or the one that has ended while the page was open; null: none */
  view: SessionView | null;
  line: LineState;
  /** open and ours: it may be asked for things */
  open: boolean;
  /** values that the gates ask for, once a second, as they were at `liveAt` (epoch ms, server); null: none yet */
  live: ItemValues;
  liveAt: number | null;
  /** the link to the terminal or to the server is lost: what is shown is as old as `liveAt` */
  frozen: boolean;
  /** the test that is asked for, waits or runs, with what its terminal said last */
  test: TestRun | null;
  /** the result of the last test, until something else is asked for */
  result: TestRun | null;
  /** why the last request failed: an error of the server, or the terminal's own word; until something else is asked for */
  problem: Problem | null;
  refused: SessionView['failed'];
  /** a request is on its way or waits for its answer; abort and disconnect wait for nobody */
  busy: boolean;
  connect: (kind: 'remote' | 'afterService') => void;
  /** never rejects: what went wrong stands in `problem`. The answer is null then. */
  ask: (what: Ask) => Promise<SessionView | null>;
  /** what somebody on site has seen */
  confirm: (testId: number, answer: Answer) => Promise<TestRun | null>;
  /** each frame as it comes, outside React's state: rows of a recording, parts of a test's curve. Returns how to stop listening. */
  hear: (take: (frame: DiagnosisFrame) => void) => () => void;
  /** grows when frames may have been missed: what is drawn is to be read again */
  missed: number;
}

/** A terminal says every second that it is there; after so long without a word its values are old. */
export const freshMs = 3_500;

/** The session on a vehicle, if it is this member's: one per page, handed to its tabs. */
export function useSession({ vehicle }: ServiceDetail): Session {
  const cache = useQueryClient();
  const holder = vehicle.holder?.mine === true ? vehicle.holder : null;
  // one that has ended stays in sight until the page is left or another is opened
  const [kept, setKept] = useState<number | null>(null);
  const id = holder?.sessionId ?? kept;
  if (id !== kept) setKept(id);
  const { data } = useQuery({ ...query(diagnosis.session, { params: { sessionId: id ?? 0 } }), enabled: id !== null });
  const view = id !== null && data?.id === id && data.mine ? data : null;
  const open = view !== null && view.endedAt === null;

  const [said, setSaid] = useState<{
    id: number | null;
    live: ItemValues | null;
    at: number | null;
    test: DiagnosisFrame['test'];
  }>(nothingSaid);
  const [missed, setMissed] = useState(0);
  const ears = useRef(new Set<(frame: DiagnosisFrame) => void>());
  // what has just ended, a recording or a reading of codes, stands in the history from then on
  const invalidate = useCallback(() => {
    for (const { path } of [diagnosis.session, diagnosis.history]) void cache.invalidateQueries({ queryKey: [path] });
  }, [cache]);
  useDiagnosisFrames(
    open || holder !== null ? id : null,
    (frame) => {
      for (const ear of ears.current) ear(frame);
      if (frame.changed) invalidate();
      if (frame.live !== undefined || frame.test !== undefined)
        setSaid((before) => {
          const own = before.id === frame.sessionId ? before : nothingSaid;
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

  const now = useNow();
  const { state: stream } = useLiveState();
  const own = said.id === id ? said : nothingSaid;
  const liveAt = own.at ?? (view?.connectedAt === null || view === null ? null : Date.parse(view.heardAt));
  const cut = stream === 'reconnecting' || stream === 'stopped';
  const frozen =
    view !== null && view.connectedAt !== null && (!open || cut || (liveAt !== null && now - liveAt > freshMs));

  // what was asked for last: it ends the sight of the result before it
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
        // what was shown when it was asked for was old
        if (error instanceof Problem && error.status === 409) void cache.invalidateQueries();
        return null;
      }
    },
    [cache],
  );
  const take = useCallback(
    (answer: SessionView) => {
      cache.setQueryData(query(diagnosis.session, { params: { sessionId: answer.id } }).queryKey, answer);
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
      // to stop something is no new request: what it ends stays in sight
      const after = what.op === 'abort' || what.op === 'disconnect' ? 0 : lastId;
      return send(after, async () => take(await call(diagnosis.ask, { params: { sessionId: id }, body: what })));
    },
    [id, lastId, send, take],
  );
  const connect = useCallback(
    (kind: 'remote' | 'afterService') =>
      void send(lastId, async () => {
        const opened = take(await call(diagnosis.connect, { params: { id: vehicle.id }, body: { kind } }));
        setKept(opened.id);
        void cache.invalidateQueries({ queryKey: [diagnosis.get.path] });
      }),
    [cache, lastId, send, take, vehicle.id],
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
  const hear = useCallback((f: (frame: DiagnosisFrame) => void) => {
    const all = ears.current;
    all.add(f);
    return () => void all.delete(f);
  }, []);

  return {
    vehicleId: vehicle.id,
    view,
    line: lineOf(view, result),
    open,
    live: own.live ?? view?.live ?? {},
    liveAt,
    frozen,
    test,
    result,
    problem: act.problem,
    refused: act.busy ? null : (view?.failed ?? null),
    busy: act.busy || (open && view.pending !== null),
    connect,
    ask,
    confirm,
    hear,
    missed,
  };
}

interface Act {
  busy: boolean;
  problem: Problem | null;
  /** results up to this run are not shown any more */
  seen: number;
}
const nothingSaid = { id: null, live: null, at: null, test: undefined };

/** What a running test's terminal says between two reads of the session. */
const nowOf = ({ state, step, progress, leftS, prompt }: NonNullable<DiagnosisFrame['test']>): Partial<TestRun> => ({
  state,
  progress,
  leftS,
  prompt,
  ...(step === null ? {} : { step }),
});

function lineOf(view: SessionView | null, result: TestRun | null): LineState {
  if (view === null) return 'disconnected';
  if (view.state !== 'connected' || result === null) return view.state;
  return result.state === 'complete' && result.verdict !== 'fail' ? 'complete' : 'fail';
}
