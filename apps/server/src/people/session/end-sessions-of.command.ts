import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import type { Actor } from '../../platform/caller';
import { accountById, nameInLog, nobodyAsks } from './account';
import { endSessions, type EndReason } from './end-sessions';
import { LiveSessions } from './live-sessions';

/** Ends all sessions of a member, on all devices, at once. An administrator passes the check of rights as `mayAct`. */
export class EndSessionsOf extends Command<{ ended: number }> {
  constructor(
    readonly userId: number,
    readonly reason: EndReason,
    readonly by: Actor,
    readonly mayAct: (tx: EntityManager) => Promise<void> = nobodyAsks,
  ) {
    super();
  }
}

@CommandHandler(EndSessionsOf)
export class EndSessionsOfHandler implements ICommandHandler<EndSessionsOf> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly live: LiveSessions,
  ) {}

  async execute({ userId, reason, by, mayAct }: EndSessionsOf): Promise<{ ended: number }> {
    const ended = await this.change.run(by, async (tx, emit) => {
      await mayAct(tx);
      const account = await accountById(tx, userId, 'lock');
      if (account === null) throw new Problem('NOT_FOUND');
      const ids = await endSessions(tx, 'user_id', userId, reason, this.now());
      if (ids.length > 0)
        emit(
          'account.loggedOut',
          { userId, loginId: nameInLog(account), detail: reason },
          { organizationId: account.organization_id },
        );
      return ids;
    });
    for (const id of ended) this.live.forget(id);
    return { ended: ended.length };
  }
}
