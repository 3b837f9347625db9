import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { appActor } from './app-actor';
import { endSessionsOfApp } from '../../people/customer-base/end-app-sessions.tx';

/** Ends this session of the app, and no other of the customer. */
export class LogOutOfApp extends Command<{ done: true }> {
  constructor(readonly sessionId: string) {
    super();
  }
}

@CommandHandler(LogOutOfApp)
export class LogOutOfAppHandler implements ICommandHandler<LogOutOfApp> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  async execute({ sessionId }: LogOutOfApp): Promise<{ done: true }> {
    await this.change.run(appActor, (tx) => endSessionsOfApp(tx, { id: sessionId }, 'loggedOut', this.now()));
    return { done: true };
  }
}
