import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { myInfo } from '@headland/contracts/my-info';
import { CLOCK, type Clock } from '../platform/clock';
import { Serve } from '../platform/serve';
import { memberId, Who, type Caller } from '../platform/who';
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

  @Serve(myInfo.get) get(_: Parsed<Mine['get']>, @Who() who: Caller): Promise<Reply<Mine['get']>> {
    return myInfoOf(this.database, memberId(who), who.sessionId, this.now());
  }

  @Serve(myInfo.change) change({ body }: Parsed<Mine['change']>, @Who() who: Caller): Promise<Reply<Mine['change']>> {
    return this.commands.execute(new ChangeMyInfo(body, who));
  }

  @Serve(myInfo.phoneSend) phoneSend({ body }: Parsed<Mine['phoneSend']>, @Who() who: Caller): Promise<Reply<Mine['phoneSend']>> {
    return this.commands.execute(new SendPhoneCode(body, who));
  }

  @Serve(myInfo.phoneConfirm) phoneConfirm({ body }: Parsed<Mine['phoneConfirm']>, @Who() who: Caller): Promise<Reply<Mine['phoneConfirm']>> {
    return this.commands.execute(new ConfirmPhoneCode(body, who));
  }

  @Serve(myInfo.confirmEmail) confirmEmail({ body }: Parsed<Mine['confirmEmail']>, @Who() who: Caller): Promise<Reply<Mine['confirmEmail']>> {
    return this.commands.execute(new ConfirmEmail(body.token, who));
  }

  @Serve(myInfo.sessions) sessions(_: Parsed<Mine['sessions']>, @Who() who: Caller): Promise<Reply<Mine['sessions']>> {
    return sessionsOf(this.database, memberId(who), who, this.now());
  }

  @Serve(myInfo.endSession) endSession({ params }: Parsed<Mine['endSession']>, @Who() who: Caller): Promise<Reply<Mine['endSession']>> {
    return this.commands.execute(new EndMySession(params.id, who));
  }
}
