import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { sessionTimes } from '@headland/domain/diagnosis/session';
import { Timers } from '../../platform/jobs/timers';
import { abortedInSilence, EndSessionWhenDue, hasRestarted, takesTooLong } from './end-session-when-due.command';

const before = (ms: number): string => `now() - interval '${ms} milliseconds'`;

/** Open sessions are few: every second a sweep over their index finds expired ones, whichever process was down. */
@Injectable()
export class EndSessionWhenTimeIsUp {
  constructor(timers: Timers, commands: CommandBus, @InjectDataSource() database: DataSource) {
    const t = sessionTimes;
    timers.register({
      name: 'end-diagnosis-session',
      run: (id) => commands.execute(new EndSessionWhenDue(id)),
      due: async () =>
        (
          await database.query<{ id: number }[]>(
            `SELECT s.id FROM diagnosis_session s WHERE s.ended_at IS NULL AND (s.heard_at <= ${before(t.silenceMs)} OR s.seen_at <= ${before(t.awayMs)} OR s.key_off_at <= ${before(t.keyOffMs)}
               OR s.acted_at <= ${before(t.idleMs)} OR (s.state IN ('waiting', 'running') AND (s.heard_at <= ${before(t.testSilenceMs)} OR ${abortedInSilence} OR ${takesTooLong})) OR ${hasRestarted}
               OR EXISTS (SELECT 1 FROM diagnosis_request r WHERE r.session_id = s.id AND r.state = 'asked' AND r.due_at <= now())) LIMIT 500`,
          )
        ).map((s) => s.id),
      sweepMs: 1_000,
    });
  }
}
