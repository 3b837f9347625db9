import { Module } from '@nestjs/common';
import { ChangeUserHandler } from './change-user.command';
import { CreateUserHandler } from './create-user.command';
import { RemoveUserHandler } from './remove-user.command';
import { UnlockUserHandler } from './unlock-user.command';
import { UsersController } from './users.controller';
import { UsersExport } from './users.export';

@Module({
  controllers: [UsersController],
  providers: [CreateUserHandler, ChangeUserHandler, UnlockUserHandler, RemoveUserHandler, UsersExport],
})
export class UsersModule {}
