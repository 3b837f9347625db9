import { Controller, Headers, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { accessHeader, refreshHeader, session } from '@headland/contracts/session';
import { CLOCK, type Clock } from '../../platform/clock';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import type { From } from './account';
import { RequestOrigin } from './request-origin';
import { ChangePassword, ForcedChange } from './change-password.command';
import { ConfirmLogin } from './confirm-login.command';
import { ConsoleConfig } from './console-config.reads';
import { FindIdConfirm, FindIdSend } from './find-id.command';
import { FindPasswordConfirm, FindPasswordSend } from './find-password.command';
import { idIsFree, invitation, invitedBy } from './invitation.reads';
import { Join, JoinConfirm, JoinSend } from './join.command';
import { LogIn } from './log-in.command';
import { LogOut } from './log-out.command';
import { PublicLimit } from './login-limit';
import { memberDetail } from './member.reads';
import { RefreshSession } from './refresh-session.command';
import { ResendCode } from './resend-code.command';

type Session = typeof session;

@Controller()
export class SessionController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly commands: CommandBus,
    private readonly limit: PublicLimit,
    private readonly consoleConfig: ConsoleConfig,
  ) {}

  @Serve(session.login) login(
    { body }: Parsed<Session['login']>,
    @Headers(refreshHeader) refresh: string | undefined,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['login']>> {
    return this.commands.execute(new LogIn(body, refresh, from));
  }

  @Serve(session.loginConfirm) loginConfirm(
    { body }: Parsed<Session['loginConfirm']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['loginConfirm']>> {
    return this.commands.execute(new ConfirmLogin(body, from));
  }

  @Serve(session.resendCode) resendCode(
    { body }: Parsed<Session['resendCode']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['resendCode']>> {
    return this.commands.execute(new ResendCode(body.smsId, from));
  }

  @Serve(session.refresh) refresh(
    _: Parsed<Session['refresh']>,
    @Headers(accessHeader) access: string | undefined,
    @Headers(refreshHeader) refresh: string | undefined,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['refresh']>> {
    return this.commands.execute(new RefreshSession(access, refresh, from));
  }

  @Serve(session.logout) logout(
    _: Parsed<Session['logout']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Session['logout']>> {
    return this.commands.execute(new LogOut(caller));
  }

  @Serve(session.changePassword) changePassword(
    { body }: Parsed<Session['changePassword']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Session['changePassword']>> {
    return this.commands.execute(new ChangePassword(body, caller));
  }

  @Serve(session.forcedChange) forcedChange(
    { body }: Parsed<Session['forcedChange']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['forcedChange']>> {
    return this.commands.execute(new ForcedChange(body, body.changeToken, from));
  }

  @Serve(session.findIdSend) findIdSend(
    { body }: Parsed<Session['findIdSend']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['findIdSend']>> {
    return this.commands.execute(new FindIdSend(body, from));
  }

  @Serve(session.findIdConfirm) findIdConfirm(
    { body }: Parsed<Session['findIdConfirm']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['findIdConfirm']>> {
    return this.commands.execute(new FindIdConfirm(body, from));
  }

  @Serve(session.findPasswordSend) findPasswordSend(
    { body }: Parsed<Session['findPasswordSend']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['findPasswordSend']>> {
    return this.commands.execute(new FindPasswordSend(body, from));
  }

  @Serve(session.findPasswordConfirm) findPasswordConfirm(
    { body }: Parsed<Session['findPasswordConfirm']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['findPasswordConfirm']>> {
    return this.commands.execute(new FindPasswordConfirm(body, from));
  }

  @Serve(session.invitation) invitation(
    { body }: Parsed<Session['invitation']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['invitation']>> {
    this.limit.admit('join', from.address);
    return invitation(this.database, body.token, this.now());
  }

  @Serve(session.joinCheckId)
  async joinCheckId(
    { body }: Parsed<Session['joinCheckId']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['joinCheckId']>> {
    this.limit.admit('join', from.address, 'id');
    await invitedBy(this.database, body.token, this.now());
    return { free: await idIsFree(this.database, body.id) };
  }

  @Serve(session.joinSend) joinSend(
    { body }: Parsed<Session['joinSend']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['joinSend']>> {
    return this.commands.execute(new JoinSend(body, from));
  }

  @Serve(session.joinConfirm) joinConfirm(
    { body }: Parsed<Session['joinConfirm']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['joinConfirm']>> {
    return this.commands.execute(new JoinConfirm(body, from));
  }

  @Serve(session.join) join(
    { body }: Parsed<Session['join']>,
    @RequestOrigin() from: From,
  ): Promise<Reply<Session['join']>> {
    return this.commands.execute(new Join(body, from));
  }

  @Serve(session.member) member(
    { params }: Parsed<Session['member']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Session['member']>> {
    return memberDetail(this.database, caller, params.id);
  }

  @Serve(session.config) config(): Promise<Reply<Session['config']>> {
    return this.consoleConfig.read();
  }
}
