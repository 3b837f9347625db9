import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AppTokens } from '@headland/contracts/app';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { appActor } from './app-actor';
import { AppSessions } from './app-sessions';

/** A refresh token against two new tokens. */
export class RefreshAppSession extends Command<AppTokens> {
  constructor(readonly refreshToken: string) {
    super();
  }
}

@CommandHandler(RefreshAppSession)
export class RefreshAppSessionHandler implements ICommandHandler<RefreshAppSession> {
  constructor(
    private readonly change: Change,
    private readonly sessions: AppSessions,
  ) {}

  async execute({ refreshToken }: RefreshAppSession): Promise<AppTokens> {
    // the end of a session that somebody replayed is kept, though the call is refused
    const outcome = await this.change.run(appActor, (tx) => this.sessions.refresh(tx, refreshToken));
    if (typeof outcome === 'string') throw new Problem(outcome);
    return outcome;
  }
}
