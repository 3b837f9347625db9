import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { longestPauseMs } from '@headland/domain/escalation';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { Timers } from '../../platform/jobs/timers';
import { EscalateSosWhenDue } from './escalate-sos.command';

/** Clock skew between processes is far smaller. */
const slackMs = 5_000;

/** Each event with a due time schedules a timer; the sweep over open alerts finds what a timer missed. */
@Injectable()
export class EscalateSosWhenUnacknowledged {
  constructor(
    timers: Timers,
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    const periodMs = config.SOS_ESCALATE_S * 1000;
    timers.register({
      name: 'escalate-sos',
      run: (id) => commands.execute(new EscalateSosWhenDue(id)),
      due: async () => {
        // written by a clock that was ahead: nobody waits longer than the longest pause
        await database.query(
          `UPDATE sos_call SET next_escalation_at = now() + make_interval(secs => $1::float8 / 1000) WHERE next_escalation_at > now() + make_interval(secs => $2::float8 / 1000)`,
          [periodMs, longestPauseMs(periodMs) + slackMs],
        );
        return (
          await database.query<{ id: number }[]>(
            'SELECT id FROM sos_call WHERE next_escalation_at <= now() ORDER BY next_escalation_at LIMIT 500',
          )
        ).map((c) => c.id);
      },
      sweepMs: 2_000,
    });
    policies.register({
      name: 'escalate-sos-when-unacknowledged',
      on: ['sos.raised', 'sos.repeated', 'sos.escalated'],
      run: ({ payload: { sos } }) => {
        if (sos.nextEscalationAt !== null) timers.plan('escalate-sos', sos.id, new Date(sos.nextEscalationAt));
        return Promise.resolve();
      },
    });
  }
}
