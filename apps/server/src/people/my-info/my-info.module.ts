import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserAccount } from '../users/user-account.entity';
import { ChangeMyInfoHandler } from './change-my-info.command';
import { ConfirmEmailHandler } from './confirm-email.command';
import { EndMySessionHandler } from './end-my-session.command';
import { MyInfoController } from './my-info.controller';
import { ConfirmPhoneCodeHandler, SendPhoneCodeHandler } from './prove-phone.command';

@Module({
  imports: [TypeOrmModule.forFeature([UserAccount])],
  controllers: [MyInfoController],
  providers: [
    ChangeMyInfoHandler,
    SendPhoneCodeHandler,
    ConfirmPhoneCodeHandler,
    ConfirmEmailHandler,
    EndMySessionHandler,
  ],
})
export class MyInfoModule {}
