import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { Problem } from '../../platform/problem';
import { memberId, type Caller } from '../../platform/caller';
import { LogOut } from '../session/log-out.command';
import { sessionsOf } from './my-info.reads';

/** A member ends one of the own sessions: it is logged out. Another member's, or one that is over, is not found. */
export class EndMySession extends Command<{ ended: true }> {
  constructor(
    readonly sessionId: string,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(EndMySession)
export class EndMySessionHandler implements ICommandHandler<EndMySession> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ sessionId, by }: EndMySession): Promise<{ ended: true }> {
    const own = await sessionsOf(this.database, memberId(by), by, this.now());
    if (!own.some((s) => s.id === sessionId)) throw new Problem('NOT_FOUND');
    return this.commands.execute(new LogOut({ ...by, sessionId }));
  }
}
