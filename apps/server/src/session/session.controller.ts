import { Controller, Headers, Ip } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { accessHeader, refreshHeader, session } from '@headland/contracts/session';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { ConsoleConfig } from './console-config.reads';
import { LogIn } from './log-in.command';
import { LogOut } from './log-out.command';
import { memberDetail } from './member.reads';
import { RefreshSession } from './refresh-session.command';

type Session = typeof session;

@Controller()
export class SessionController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    private readonly consoleConfig: ConsoleConfig,
  ) {}

  @Serve(session.login) login(
    { body }: Parsed<Session['login']>,
    @Ip() address: string,
    @Headers('user-agent') agent: string | undefined,
  ): Promise<Reply<Session['login']>> {
    return this.commands.execute(new LogIn(body, { address, agent: agent?.slice(0, 300) ?? null }));
  }

  @Serve(session.refresh) refresh(
    _: Parsed<Session['refresh']>,
    @Headers(accessHeader) access: string | undefined,
    @Headers(refreshHeader) refresh: string | undefined,
  ): Promise<Reply<Session['refresh']>> {
    return this.commands.execute(new RefreshSession(access, refresh));
  }

  @Serve(session.logout) logout(_: Parsed<Session['logout']>, @Who() who: Caller): Promise<Reply<Session['logout']>> {
    return this.commands.execute(new LogOut(who));
  }

  @Serve(session.member) member({ params }: Parsed<Session['member']>, @Who() who: Caller): Promise<Reply<Session['member']>> {
    return memberDetail(this.database, who, params.id);
  }

  @Serve(session.config) config(): Promise<Reply<Session['config']>> {
    return this.consoleConfig.read();
  }
}
