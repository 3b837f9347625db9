import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { recordController } from '../../platform/records/record-controller';
import { UnlockUserHandler } from './unlock-user.command';
import { UserAccount } from './user-account.entity';
import { userRecord } from './user.record';
import { UsersController } from './users.controller';

@Module({
  imports: [TypeOrmModule.forFeature([UserAccount])],
  controllers: [UsersController, recordController(userRecord, ['list', 'get', 'create', 'change'])],
  providers: [UnlockUserHandler],
})
export class UsersModule {}
