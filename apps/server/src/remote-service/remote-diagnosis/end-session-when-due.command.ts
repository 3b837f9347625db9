import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { overdue, sessionTimes } from '@headland/domain/diagnosis/session';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { endRestarted, endSession } from './end-session.tx';
import { DeviceMessages } from './device-messages';
import { clockOf, lockSession, notifyConsoles, payloadOf, subjectOf, type SessionRow } from './session-row';

/** A session `s` whose terminal answered an abort some time ago, and said nothing of the end of its test. */
export const abortedInSilence = `EXISTS (SELECT 1 FROM diagnosis_request a JOIN diagnosis_request t ON t.session_id = a.session_id AND t.id < a.id AND t.op IN ('test', 'write') AND t.state = 'open'
  WHERE a.session_id = s.id AND a.op = 'abort' AND a.state IN ('done', 'failed') AND a.ended_at <= now() - interval '${sessionTimes.testSilenceMs} milliseconds')`;

/** A session `s` with a test that takes longer than its catalogue allows: its terminal has forgotten it, and goes on. */
export const takesTooLong = `EXISTS (SELECT 1 FROM diagnosis_test t WHERE t.session_id = s.id AND t.state IN ('waiting', 'running')
  AND t.started_at <= now() - make_interval(secs => (t.definition->>'max_s')::float8 + ${sessionTimes.testOverMs / 1000}))`;

/** A session `s` whose terminal has started again since: by its status (with the clock), or by anything else that it sent. */
export const hasRestarted = `(EXISTS (SELECT 1 FROM device_clock c WHERE c.device_key = s.device_key AND c.boot > s.boot AND c.updated_at > s.connected_at)
  OR EXISTS (SELECT 1 FROM device_stream d WHERE d.device_key = s.device_key AND d.boot > s.boot AND d.received_at > s.connected_at))`;

/**
 * Ends a session if one of its timers has expired: a missing response, a silent terminal or console, key off, half an
 * hour without an action.
 */
export class EndSessionWhenDue extends Command<void> {
  constructor(readonly id: number) {
    super();
  }
}

/** What its terminal is sent once the change is committed. */
interface Due {
  session: SessionRow;
  send: 'abort' | 'disconnect';
}

@CommandHandler(EndSessionWhenDue)
export class EndSessionWhenDueHandler implements ICommandHandler<EndSessionWhenDue> {
  constructor(
    private readonly change: Change,
    private readonly device: DeviceMessages,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ id }: EndSessionWhenDue): Promise<void> {
    const now = this.now();
    const due = await this.change.run(system, async (tx, emit): Promise<Due | null> => {
      const session = await lockSession(tx, { id });
      if (session === null || session.ended_at !== null) return null;
      const [asked] = await tx.query<{ op: string; asked_at: Date; due_at: Date }[]>(
        "SELECT op, asked_at, due_at FROM diagnosis_request WHERE session_id = $1 AND state = 'asked' ORDER BY due_at LIMIT 1",
        [id],
      );
      if (await isSo(tx, id, hasRestarted)) {
        await endRestarted(tx, emit, session, now);
        return { session, send: 'disconnect' };
      }
      const end =
        overdue(clockOf(session, asked?.asked_at ?? null), now.getTime()) ??
        (asked !== undefined && asked.due_at <= now ? 'timeout' : null);
      if (end !== null) {
        await endSession(tx, emit, session, end, now);
        return { session, send: 'disconnect' };
      }
      // a test with a silent device has failed, though the session waits a little longer
      const reason =
        now.getTime() - session.heard_at.getTime() >= sessionTimes.testSilenceMs
          ? 'noAnswer'
          : (await isSo(tx, id, abortedInSilence))
            ? 'aborted'
            : (await isSo(tx, id, takesTooLong))
              ? 'timeout'
              : null;
      if (reason === null) return null;
      await tx.query(
        "UPDATE diagnosis_request SET state = 'failed', ended_at = $2, reason = $3 WHERE session_id = $1 AND state = 'open'",
        [id, now, reason],
      );
      const failed = await tx.query<{ test: string }[]>(
        `WITH failed AS (UPDATE diagnosis_test SET state = 'fail', ended_at = $2, reason = $3 WHERE session_id = $1 AND state IN ('waiting', 'running') RETURNING test)
         SELECT test FROM failed`,
        [id, now, reason],
      );
      for (const { test } of failed)
        emit('diagnosis.testEnded', payloadOf(session, { test, reason }), subjectOf(session));
      if (session.state !== 'waiting' && session.state !== 'running') return null;
      await tx.query("UPDATE diagnosis_session SET state = 'connected' WHERE id = $1", [id]);
      // the terminal's late answers change nothing, so its console would show the test as running for ever
      await notifyConsoles(tx, {
        sessionId: id,
        at: now.getTime(),
        offsetMs: Number(session.offset_ms),
        changed: true,
      });
      return { session, send: 'abort' };
    });
    if (due !== null) this.device[due.send](due.session.device_id, due.session.token);
  }
}

const isSo = async (tx: Tx, id: number, condition: string): Promise<boolean> =>
  (await tx.query<unknown[]>(`SELECT 1 FROM diagnosis_session s WHERE s.id = $1 AND ${condition}`, [id])).length > 0;
