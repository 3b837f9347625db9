import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Reply } from '@headland/contracts/endpoint';
import type { notifications } from '@headland/contracts/notification';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { unreadOf } from './notification.reads';

/** These ids, or all up to the newest shown. */
export type Selection = { ids: number[] } | { upTo: number | null };

type Marked = Reply<typeof notifications.read>;

/** Marks own notifications as read. */
export class MarkRead extends Command<Marked> {
  constructor(
    readonly selection: Selection,
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

  execute({ selection, by }: MarkRead): Promise<Marked> {
    const userId = memberId(by);
    const now = this.now();
    return this.change.run(actorOf(by), async (tx, emit) => {
      if ('ids' in selection) {
        const [own] = await tx.query<{ n: number }[]>(
          'SELECT count(*)::int AS n FROM notification WHERE user_id = $1 AND id = ANY($2::bigint[])',
          [userId, selection.ids],
        );
        if ((own?.n ?? 0) < new Set(selection.ids).size) throw new Problem('NOT_FOUND');
      }
      const [these, parameter] =
        'ids' in selection
          ? ['id = ANY($3::bigint[])', selection.ids]
          : ['($3::bigint IS NULL OR id <= $3)', selection.upTo];
      const [, marked] = await tx.query<[unknown[], number]>(
        `UPDATE notification SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL AND ${these}`,
        [userId, now, parameter],
      );
      // the member's other screens update their count
      if (marked > 0) emit('member.notified', { userId }, { organizationId: by.organizationId });
      return { ...(await unreadOf(tx, userId, now)), readAt: now.toISOString() };
    });
  }
}
