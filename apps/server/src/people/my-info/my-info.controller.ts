import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { myInfo } from '@headland/contracts/my-info';
import { CLOCK, type Clock } from '../../platform/clock';
import { Serve } from '../../platform/serve';
import { memberId, CurrentCaller, type Caller } from '../../platform/caller';
import { ChangeMyInfo } from './change-my-info.command';
import { ConfirmEmail } from './confirm-email.command';
import { EndMySession } from './end-my-session.command';
import { myInfoOf, sessionsOf } from './my-info.reads';
import { ConfirmPhoneCode, SendPhoneCode } from './prove-phone.command';

type Mine = typeof myInfo;

@Controller()
export class MyInfoController {
  constructor(
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Serve(myInfo.get) get(_: Parsed<Mine['get']>, @CurrentCaller() caller: Caller): Promise<Reply<Mine['get']>> {
    return myInfoOf(this.database, memberId(caller), caller.sessionId, this.now());
  }

  @Serve(myInfo.change) change(
    { body }: Parsed<Mine['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Mine['change']>> {
    return this.commands.execute(new ChangeMyInfo(body, caller));
  }

  @Serve(myInfo.phoneSend) phoneSend(
    { body }: Parsed<Mine['phoneSend']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Mine['phoneSend']>> {
    return this.commands.execute(new SendPhoneCode(body, caller));
  }

  @Serve(myInfo.phoneConfirm) phoneConfirm(
    { body }: Parsed<Mine['phoneConfirm']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Mine['phoneConfirm']>> {
    return this.commands.execute(new ConfirmPhoneCode(body, caller));
  }

  @Serve(myInfo.confirmEmail) confirmEmail(
    { body }: Parsed<Mine['confirmEmail']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Mine['confirmEmail']>> {
    return this.commands.execute(new ConfirmEmail(body.token, caller));
  }

  @Serve(myInfo.sessions) sessions(
    _: Parsed<Mine['sessions']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Mine['sessions']>> {
    return sessionsOf(this.database, memberId(caller), caller, this.now());
  }

  @Serve(myInfo.endSession) endSession(
    { params }: Parsed<Mine['endSession']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Mine['endSession']>> {
    return this.commands.execute(new EndMySession(params.id, caller));
  }
}
