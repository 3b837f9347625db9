import type { DiagDown, DiagUp, ItemValues, StreamUp } from '@headland/contracts/device/diagnosis';
import { clockSetMark, maxMarks, type DiagnosisFrame, type RecordingMark } from '@headland/contracts/diagnosis';
import { gatesDuringTest, lostGate } from '@headland/domain/diagnosis/gates';
import { startOnFirstClock } from '@headland/domain/diagnosis/curve';
import { answered, sessionAfter } from '@headland/domain/diagnosis/session';
import { Hook } from '../../platform/hook';
import { keepInjectorCodes } from './keep-injector-codes.tx';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';
import { clearAfterReading } from './clear-after-reading.tx';
import { endRestarted, endSession } from './end-session.tx';
import { judgeTest } from './judge-test.tx';
import { knownInfo } from './known-info.tx';
import { failWithKeyOff, runningTest, turnsKey, type RunningTest } from './key-off.tx';
import {
  subjectOf,
  lockSession,
  payloadOf,
  pendingRequest,
  notifyConsoles,
  type RequestRow,
  type SessionRow,
} from './session-row';

/** The machine has accepted the connect, in the transaction that makes the session connected. */
export const sessionConnected = new Hook<[tx: Tx, emit: Emit, session: SessionRow, at: Date]>();

/**
 * Result of a message. `rejected`: late, duplicate, or without a matching request; it is counted and changes nothing.
 * `abort`: the device must stop its test, `disconnect`: its session is over, `ask`: the next request.
 */
export type AppliedMessage = {
  outcome: 'taken' | 'rejected' | 'foreign';
  abort?: MessageTarget;
  disconnect?: MessageTarget;
  ask?: { deviceId: string; message: DiagDown };
};
export interface MessageTarget {
  deviceId: string;
  /** of the session */
  token: string;
}
export interface Received {
  deviceId: string;
  /** epoch ms */
  receivedAt: number;
  /** how far the device clock is behind ours */
  offsetMs: number;
  /** the clock was set since the previous message of this kind */
  clockSet?: boolean;
  /** a later message came before it: it closes a gap, and its live values are of then */
  late?: boolean;
}

/** A response of a terminal, in the transaction that counts its message. */
export async function applySessionMessage(tx: Tx, emit: Emit, m: DiagUp, from: Received): Promise<AppliedMessage> {
  const session = await lockSession(tx, { token: m.session });
  if (session?.device_id !== from.deviceId) return { outcome: 'foreign' };
  const target = { deviceId: session.device_id, token: session.token };
  // it does not know that its session is over: the disconnect was lost
  if (session.ended_at !== null)
    return {
      ...((await isLateWrite(tx, emit, session, m, from)) ? { outcome: 'taken' } : await reject(tx, session)),
      ...(m.state === 'disconnected' || m.state === 'fail' ? {} : { disconnect: target }),
    };
  const at = new Date(from.receivedAt);
  const live = from.late === true ? undefined : m.live;
  const test = live === undefined ? null : await runningTest(tx, session);
  const turning = turnsKey(test, live);
  await tx.query(
    `UPDATE diagnosis_session SET heard_at = greatest(heard_at, $2), offset_ms = $3, live = CASE WHEN $4::jsonb IS NULL THEN live ELSE $4 END,
       key_off_at = CASE WHEN $5 THEN NULL WHEN $6 THEN COALESCE(key_off_at, $2) ELSE key_off_at END WHERE id = $1`,
    [
      session.id,
      at,
      from.offsetMs,
      live === undefined ? null : JSON.stringify(live),
      turning || live?.key === 1,
      live?.key === 0,
    ],
  );
  const frame: DiagnosisFrame = {
    sessionId: session.id,
    at: from.receivedAt,
    offsetMs: from.offsetMs,
    ...(live === undefined ? {} : { live }),
  };
  // with its key off a machine reports no brake and no gear
  const lost = test !== null && live !== undefined && !turning && isLost(test, live);
  const keyOff = test !== null && live?.key === 0 && !turning;
  if (keyOff) await failWithKeyOff(tx, emit, session, test, at);
  const more = lost || keyOff ? { abort: target } : {};
  if (m.state === 'alive') {
    await notifyConsoles(tx, keyOff ? { ...frame, changed: true } : frame);
    return { outcome: 'taken', ...more };
  }
  if (m.state === 'disconnected' && m.req === undefined) {
    await endSession(tx, emit, session, 'byDevice', at, m.reason ?? null);
    return { outcome: 'taken' };
  }
  // it began anew, or ended its session by itself: no request can succeed, and the engineer connects again
  if (
    m.state === 'fail' &&
    m.reason === 'noSession' &&
    session.connected_at !== null &&
    session.state !== 'disconnecting'
  ) {
    if (session.boot !== null && m.boot > session.boot) await endRestarted(tx, emit, session, at);
    else await endSession(tx, emit, session, 'byDevice', at, 'noSession');
    return { outcome: 'taken' };
  }
  const [request] = await tx.query<RequestRow[]>(
    'SELECT * FROM diagnosis_request WHERE token = $1 AND session_id = $2',
    [m.req, session.id],
  );
  if (request === undefined) return reject(tx, session);
  const next = answered(request.op, request.state, m.state);
  if (next === 'late' || next === 'foreign') {
    if (await isLateWrite(tx, emit, session, m, from)) return { outcome: 'taken', ...more };
    const rejected = await reject(tx, session);
    // its test has failed on our side and no other request is pending: it missed the abort
    const runsOn = next === 'late' && (m.state === 'waiting' || m.state === 'running') && session.state === 'connected';
    return runsOn && (await pendingRequest(tx, session.id)) === null ? { ...rejected, abort: target } : rejected;
  }
  const over = next === 'done' || next === 'failed';
  await tx.query('UPDATE diagnosis_request SET state = $2, ended_at = $3, reason = $4 WHERE id = $1', [
    request.id,
    next,
    over ? at : null,
    over ? (m.reason ?? null) : null,
  ]);
  const state = sessionAfter(request.op, next, m.state, session.state);
  if (state !== 'disconnected' && state !== session.state)
    await tx.query('UPDATE diagnosis_session SET state = $2 WHERE id = $1', [session.id, state]);
  await apply(tx, emit, { session, request, m, over, failed: next === 'failed', at, frame });
  const message = next === 'done' ? await clearAfterReading(tx, session, request, m, at) : null;
  return { outcome: 'taken', ...more, ...(message === null ? {} : { ask: { deviceId: session.device_id, message } }) };
}

interface Answer {
  session: SessionRow;
  request: RequestRow;
  m: DiagUp;
  over: boolean;
  failed: boolean;
  at: Date;
  frame: DiagnosisFrame;
}

async function apply(tx: Tx, emit: Emit, answer: Answer): Promise<void> {
  const { session, request, m, failed, at, frame } = answer;
  switch (request.op) {
    case 'connect':
      if (failed) return endSession(tx, emit, session, 'refused', at, m.reason ?? null);
      // a start that was known before is no restart: parts of a terminal may count their own
      await tx.query(
        `UPDATE diagnosis_session SET connected_at = $2, info = $3,
           boot = greatest($4::int, (SELECT max(boot) FROM device_stream WHERE device_key = $5 AND received_at > $2::timestamptz - interval '1 day')) WHERE id = $1`,
        [
          session.id,
          at,
          JSON.stringify({ ...(await knownInfo(tx, session.vehicle_id, session.id)), ...m.info }),
          m.boot,
          session.device_key,
        ],
      );
      await keepInjectorCodes(tx, session.id, m.values);
      emit('diagnosis.connected', payloadOf(session), subjectOf(session));
      await sessionConnected.run(tx, emit, session, at);
      break;
    case 'disconnect':
      return endSession(tx, emit, session, 'disconnected', at);
    case 'faults':
    case 'clearFaults': {
      if (failed) break;
      const faults = {
        at: at.toISOString(),
        stored: m.stored ?? [],
        pending: m.pending ?? [],
        cleared: m.cleared ?? [],
      };
      // the cleared codes are stored with the previous ones
      await tx.query('UPDATE diagnosis_request SET answer = $2 WHERE id = $1', [
        request.id,
        JSON.stringify({ ...faults, before: session.faults?.stored ?? [] }),
      ]);
      await tx.query('UPDATE diagnosis_session SET faults = $2 WHERE id = $1', [session.id, JSON.stringify(faults)]);
      if (request.op === 'clearFaults')
        emit('diagnosis.faultsCleared', payloadOf(session, { codes: faults.cleared }), subjectOf(session));
      break;
    }
    case 'watch':
      if (failed)
        await tx.query('UPDATE diagnosis_recording SET ended_at = $2 WHERE request_id = $1', [request.id, at]);
      break;
    case 'test':
    case 'write':
      return applyTestMessage(tx, emit, answer);
    case 'unwatch':
    case 'abort':
      break;
  }
  await notifyConsoles(tx, { ...frame, changed: true });
}

async function applyTestMessage(
  tx: Tx,
  emit: Emit,
  { session, request, m, over, failed, at, frame }: Answer,
): Promise<void> {
  const [test] = await tx.query<{ id: number; test: string; offset_ms: string | null }[]>(
    'SELECT id, test, offset_ms FROM diagnosis_test WHERE request_id = $1',
    [request.id],
  );
  if (test === undefined) return;
  const state: 'waiting' | 'running' | 'complete' | 'fail' =
    m.state === 'waiting' || m.state === 'running' || m.state === 'complete' ? m.state : 'fail';
  await tx.query(
    `UPDATE diagnosis_test SET state = $2, step = COALESCE($3, step), progress = greatest(progress, $4), prompt = $5, left_s = $6, reason = $7, gate = $8, item = $9,
       values = values || $10, ended_at = $11 WHERE id = $1`,
    [
      test.id,
      state,
      m.step ?? null,
      m.progress ?? (state === 'complete' ? 1 : 0),
      m.prompt ?? null,
      m.leftS === undefined ? null : Math.round(m.leftS),
      m.reason ?? null,
      m.gate ?? null,
      m.item ?? null,
      // a write reports what it replaces as it goes; while a test runs its values are no results, and would hide its curve
      JSON.stringify(over || request.op === 'write' ? (m.values ?? {}) : {}),
      over ? at : null,
    ],
  );
  const offsetMs = test.offset_ms === null ? frame.offsetMs : Number(test.offset_ms);
  const trace = m.trace && {
    ...m.trace,
    t0: startOnFirstClock(m.trace, { firstOffsetMs: offsetMs, offsetMs: frame.offsetMs, receivedAt: frame.at }),
  };
  if (trace !== undefined) {
    await tx.query(
      'INSERT INTO diagnosis_trace (test_id, t0, step, period, items, rows) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING',
      [test.id, trace.t0, m.step ?? 0, trace.period, trace.items, JSON.stringify(trace.rows)],
    );
    if (test.offset_ms === null)
      await tx.query('UPDATE diagnosis_test SET offset_ms = $2 WHERE id = $1', [test.id, offsetMs]);
  }
  if (over) {
    await keepInjectorCodes(tx, session.id, m.values);
    const verdict = failed ? undefined : (await judgeTest(tx, test.id)).verdict;
    emit(
      'diagnosis.testEnded',
      payloadOf(session, {
        test: test.test,
        ...(verdict === undefined ? {} : { verdict }),
        ...(m.reason === undefined ? {} : { reason: m.reason }),
      }),
      subjectOf(session),
    );
  }
  const part =
    trace === undefined
      ? {}
      : { part: { t0: trace.t0, period: trace.period, step: m.step ?? null, items: trace.items, rows: trace.rows } };
  const now = {
    id: test.id,
    state,
    step: m.step ?? null,
    progress: m.progress ?? 0,
    leftS: m.leftS ?? null,
    prompt: m.prompt ?? null,
    ...part,
  };
  await notifyConsoles(tx, {
    ...frame,
    ...(trace && { offsetMs }),
    test: now,
    ...(over ? { changed: true as const } : {}),
  });
}

/**
 * Takes the end of a write that had failed on our side: its machine was silent, its key was turned off, it took too long, or its test or session was ended. The controller goes on all the
 * same, and what it has since is not lost. False: the message is none.
 */
async function isLateWrite(tx: Tx, emit: Emit, session: SessionRow, m: DiagUp, from: Received): Promise<boolean> {
  if (m.state !== 'complete' && m.state !== 'fail') return false;
  const [write] = await tx.query<{ id: number; test: string }[]>(
    `SELECT t.id, t.test FROM diagnosis_request r JOIN diagnosis_test t ON t.request_id = r.id JOIN diagnosis_session s ON s.id = r.session_id
     WHERE r.token = $1 AND r.session_id = $2 AND r.op = 'write' AND t.state = 'fail' AND t.reason IN ('noAnswer', 'keyOff', 'aborted', 'timeout', s."end", s.reason)`,
    [m.req, session.id],
  );
  if (write === undefined) return false;
  const reason = m.state === 'complete' ? null : (m.reason ?? 'noAnswer');
  const at = new Date(from.receivedAt);
  await tx.query(
    'UPDATE diagnosis_test SET state = $2, values = values || $3, reason = $4, ended_at = greatest(ended_at, $5) WHERE id = $1',
    [write.id, m.state, JSON.stringify(m.values ?? {}), reason, at],
  );
  await keepInjectorCodes(tx, session.id, m.values);
  const verdict = m.state === 'complete' ? (await judgeTest(tx, write.id)).verdict : undefined;
  emit(
    'diagnosis.testEnded',
    payloadOf(session, {
      test: write.test,
      ...(verdict === undefined ? {} : { verdict }),
      ...(reason === null ? {} : { reason }),
    }),
    subjectOf(session),
  );
  await notifyConsoles(tx, { sessionId: session.id, at: from.receivedAt, offsetMs: from.offsetMs, changed: true });
  return true;
}

/**
 * Live values of the chosen items. Those of a previous choice are late. A terminal may leave out what its machine does not know. A recording uses the clock that its machine had
 * when it began, and marks when it was set.
 */
export async function applyStreamMessage(tx: Tx, m: StreamUp, from: Received): Promise<AppliedMessage> {
  const session = await lockSession(tx, { token: m.session });
  if (session?.device_id !== from.deviceId) return { outcome: 'foreign' };
  const [recording] = await tx.query<
    {
      id: number;
      items: string[];
      period: number;
      row_count: number;
      offset_ms: string;
      marks: RecordingMark[];
      accepted: boolean;
    }[]
  >(
    `SELECT c.id, c.items, c.period, c.row_count, c.offset_ms, c.marks, r.state = 'done' AS accepted
     FROM diagnosis_recording c JOIN diagnosis_request r ON r.id = c.request_id WHERE c.session_id = $1 AND c.ended_at IS NULL`,
    [session.id],
  );
  if (session.ended_at !== null || recording?.period !== m.period) return reject(tx, session);
  const { items } = recording;
  // before its terminal has accepted it, some of the items are those of the previous choice
  const isOfIt = items.join() === m.items.join() || (recording.accepted && m.items.every((i) => items.includes(i)));
  if (!isOfIt) return reject(tx, session);
  const columns = items.map((item) => m.items.indexOf(item));
  const values = m.rows.map((row) => columns.map((column) => row[column] ?? null));
  const offsetMs = recording.row_count === 0 ? from.offsetMs : Number(recording.offset_ms);
  const t0 = startOnFirstClock(m, {
    firstOffsetMs: offsetMs,
    offsetMs: from.offsetMs,
    receivedAt: from.receivedAt,
  });
  const stored = await tx.query<unknown[]>(
    'INSERT INTO diagnosis_rows (recording_id, t0, rows) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
    [recording.id, t0, JSON.stringify(values)],
  );
  if (stored.length === 0) return reject(tx, session);
  const marked = from.clockSet === true && recording.row_count > 0 && recording.marks.length < maxMarks;
  const marks = marked
    ? [...recording.marks, { at: t0 + offsetMs, label: clockSetMark }].sort((a, b) => a.at - b.at)
    : recording.marks;
  await tx.query(
    'UPDATE diagnosis_recording SET row_count = row_count + $2, offset_ms = $3, marks = $4 WHERE id = $1',
    [recording.id, m.rows.length, offsetMs, JSON.stringify(marks)],
  );
  await tx.query('UPDATE diagnosis_session SET heard_at = greatest(heard_at, $2) WHERE id = $1', [
    session.id,
    new Date(from.receivedAt),
  ]);
  const rows = { recordingId: recording.id, t0, period: m.period, items, rows: values };
  await notifyConsoles(tx, {
    sessionId: session.id,
    at: from.receivedAt,
    offsetMs,
    rows,
    ...(marked ? { changed: true as const } : {}),
  });
  return { outcome: 'taken' };
}

/** Checks the gates during a test by the latest values; the device aborts by itself, and is sent an abort all the same. */
const isLost = ({ definition: { gates, gateLimits } }: RunningTest, live: ItemValues): boolean =>
  lostGate(gatesDuringTest(gates), live, gateLimits) !== null;

async function reject(tx: Tx, session: SessionRow): Promise<AppliedMessage> {
  await tx.query('UPDATE diagnosis_session SET rejected = rejected + 1 WHERE id = $1', [session.id]);
  return { outcome: 'rejected' };
}
