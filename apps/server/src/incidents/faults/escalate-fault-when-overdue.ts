import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { acceptWithinMs } from '@headland/domain/escalation';
import { nextEscalationAt, severityRank } from '@headland/domain/fault';
import { rankSql } from '../../platform/database/where';
import { Policies } from '../../platform/event-log/policies';
import { Timers } from '../../platform/jobs/timers';
import { EscalateFaultWhenDue } from './escalate-fault.command';

/** The acceptance period of a report in ms, from the same table as the rule. */
const periodMs = rankSql(
  'f.severity',
  Object.fromEntries(
    Object.entries(severityRank).map(([severity, rank]) => [
      rank,
      acceptWithinMs[severity as keyof typeof acceptWithinMs],
    ]),
  ),
);
const overdue = `SELECT f.id FROM fault_report f JOIN organization o ON o.id = f.organization_id
  WHERE f.status = 'occurred' AND f.due_at <= now() AND f.escalation_level < cardinality(o.path) - 1 AND f.due_at + f.escalation_level * (${periodMs}) * interval '1 millisecond' <= now()
  ORDER BY f.due_at LIMIT 500`;

/** A report that is not accepted in time goes one organization up, and again after each period. */
@Injectable()
export class EscalateFaultWhenOverdue {
  constructor(timers: Timers, policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    timers.register({
      name: 'escalate-fault',
      run: (id) => commands.execute(new EscalateFaultWhenDue(id)),
      due: async () => (await database.query<{ id: number }[]>(overdue)).map((f) => f.id),
      sweepMs: 5_000,
    });
    policies.register({
      name: 'escalate-fault-when-overdue',
      on: ['fault.occurred', 'fault.escalated'],
      run: ({ payload: { fault } }) => {
        const at = nextEscalationAt({ ...fault, dueAt: fault.dueAt === null ? null : new Date(fault.dueAt) });
        if (at !== null) timers.plan('escalate-fault', fault.id, at);
        return Promise.resolve();
      },
    });
  }
}
