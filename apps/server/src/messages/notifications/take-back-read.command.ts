import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { undoRefusal } from '@headland/domain/undo';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { refuse } from '../../platform/problem';
import { unreadOf } from './notification.reads';

/** Makes unread again what one act has marked: the own notifications that were read at this moment. */
export class TakeBackRead extends Command<{ unread: number }> {
  constructor(
    readonly readAt: Date,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(TakeBackRead)
export class TakeBackReadHandler implements ICommandHandler<TakeBackRead> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ readAt, by }: TakeBackRead): Promise<{ unread: number }> {
    const userId = memberId(by);
    const now = this.now();
    refuse(undoRefusal(readAt, now));
    return this.change.run(actorOf(by), async (tx, emit) => {
      const [, unmarked] = await tx.query<[unknown[], number]>(
        'UPDATE notification SET read_at = NULL WHERE user_id = $1 AND read_at = $2',
        [userId, readAt],
      );
      if (unmarked > 0) emit('member.notified', { userId }, { organizationId: by.organizationId });
      return unreadOf(tx, userId, now);
    });
  }
}
