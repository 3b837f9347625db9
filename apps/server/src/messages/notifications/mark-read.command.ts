import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { unreadOf } from './notification.reads';

/** Which: these, or all up to the newest that was shown. */
export type Which = { ids: number[] } | { upTo: number | null };

/** A member has read own notifications. */
export class MarkRead extends Command<{ unread: number }> {
  constructor(
    readonly which: Which,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(MarkRead)
export class MarkReadHandler implements ICommandHandler<MarkRead> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ which, by }: MarkRead): Promise<{ unread: number }> {
    const userId = memberId(by);
    const now = this.now();
    return this.change.run(actorOf(by), async (tx, emit) => {
      if ('ids' in which) {
        const [own] = await tx.query<{ n: number }[]>(
          'SELECT count(*)::int AS n FROM notification WHERE user_id = $1 AND id = ANY($2::bigint[])',
          [userId, which.ids],
        );
        if ((own?.n ?? 0) < new Set(which.ids).size) throw new Problem('NOT_FOUND');
      }
      const [these, parameter] =
        'ids' in which ? ['id = ANY($3::bigint[])', which.ids] : ['($3::bigint IS NULL OR id <= $3)', which.upTo];
      const [, marked] = await tx.query<[unknown[], number]>(
        `UPDATE notification SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL AND ${these}`,
        [userId, now, parameter],
      );
      // the member's other screens count anew
      if (marked > 0) emit('member.notified', { userId }, { organizationId: by.organizationId });
      return unreadOf(tx, userId, now);
    });
  }
}
