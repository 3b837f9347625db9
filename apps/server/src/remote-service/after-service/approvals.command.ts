import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Approval } from '@headland/contracts/after-service';
import type { ReplacedPart } from '@headland/contracts/service-write';
import { approvalMs, decideRefusal, needsTwo } from '@headland/domain/after-service/second-person';
import { CLOCK, type Clock } from '../../platform/clock';
import { Where } from '../../platform/database/where';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { lockServiceSession } from '../remote-diagnosis/lock-service-session.tx';
import { approvalColumns, approvalFrom, type ApprovalRow, ApprovalReads } from './approval.reads';

/** The holder of a session requests a second person's approval for a reset that needs two. Earlier requests of this session are void. */
export class RequestApproval extends Command<Approval> {
  constructor(
    readonly sessionId: number,
    readonly value: ReplacedPart,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(RequestApproval)
export class RequestApprovalHandler implements ICommandHandler<RequestApproval> {
  constructor(
    private readonly change: Change,
    private readonly reads: ApprovalReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ sessionId, value, by }: RequestApproval): Promise<Approval> {
    const made = await this.change.run(actorOf(by), async (tx, emit) => {
      const session = await lockServiceSession(tx, by, sessionId);
      if (!needsTwo(value.part)) throw new Problem('E0001', {}, { part: 'field.invalid' });
      const now = this.now();
      await tx.query(
        "UPDATE write_approval SET state = 'expired' WHERE session_id = $1 AND state IN ('waiting', 'approved')",
        [sessionId],
      );
      await tx.query('UPDATE diagnosis_session SET acted_at = $2 WHERE id = $1', [sessionId, now]);
      const [row] = await tx.query<{ id: number }[]>(
        `INSERT INTO write_approval (session_id, vehicle_id, value, asked_at, asked_by, asked_name, asked_organization, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
        [
          sessionId,
          session.vehicle_id,
          JSON.stringify(value),
          now,
          session.by_user,
          session.by_name,
          session.by_organization,
          new Date(now.getTime() + approvalMs),
        ],
      );
      const { id } = row as { id: number };
      emit(
        'approval.asked',
        { vehicleId: session.vehicle_id, sessionId, approvalId: id, part: value.part },
        { organizationId: session.organization_id, vehicleId: session.vehicle_id },
      );
      return id;
    });
    return this.reads.get(made, by);
  }
}

/** Another member approves or rejects it, once. */
export class DecideApproval extends Command<Approval> {
  constructor(
    readonly approvalId: number,
    readonly approve: boolean,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(DecideApproval)
export class DecideApprovalHandler implements ICommandHandler<DecideApproval> {
  constructor(
    private readonly change: Change,
    private readonly reads: ApprovalReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ approvalId, approve, by }: DecideApproval): Promise<Approval> {
    await this.change.run(actorOf(by), async (tx, emit) => {
      const where = new Where(by.scope, 'v.organization_id').andIf(approvalId, (p) => `a.id = ${p}`);
      const [row] = await tx.query<(ApprovalRow & { organization_id: number })[]>(
        `SELECT ${approvalColumns}, v.organization_id FROM ${approvalFrom} WHERE ${where.sql} FOR UPDATE OF a`,
        where.parameters,
      );
      if (row === undefined) throw new Problem('NOT_FOUND');
      const now = this.now();
      const approval = {
        state: row.state,
        askedBy: row.asked_by,
        expiresAt: row.expires_at,
        sessionOpen: row.session_open,
      };
      const refused = decideRefusal(approval, memberId(by), now);
      if (refused !== null) throw new Problem(refused, { by: row.decided_name ?? '' });
      await tx.query(
        'UPDATE write_approval SET state = $2, decided_at = $3, decided_by = $4, decided_name = $5, expires_at = $6 WHERE id = $1',
        [
          approvalId,
          approve ? 'approved' : 'declined',
          now,
          memberId(by),
          by.name,
          // from now on it is the asker's turn
          new Date(now.getTime() + approvalMs),
        ],
      );
      emit(
        approve ? 'approval.given' : 'approval.declined',
        { vehicleId: row.vehicle_id, sessionId: row.session_id, approvalId, part: row.value.part },
        { organizationId: row.organization_id, vehicleId: row.vehicle_id },
      );
    });
    return this.reads.get(approvalId, by);
  }
}
