import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { endSessions } from './end-sessions';
import { LiveSessions } from './live-sessions';

/** Ends the caller's own session. */
export class LogOut extends Command<{ ended: true }> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@CommandHandler(LogOut)
export class LogOutHandler implements ICommandHandler<LogOut> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly live: LiveSessions,
  ) {}

  async execute({ caller }: LogOut): Promise<{ ended: true }> {
    await this.change.run(actorOf(caller), async (tx, emit) => {
      const ended = await endSessions(tx, 'id', caller.sessionId, 'loggedOut', this.now());
      if (ended.length > 0 && caller.userId !== null)
        emit(
          'account.loggedOut',
          { userId: caller.userId, loginId: caller.loginId },
          { organizationId: caller.organizationId },
        );
    });
    this.live.forget(caller.sessionId);
    return { ended: true };
  }
}
