import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { ErrorCode } from '@headland/contracts/errors';
import { users } from '@headland/contracts/user';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { Serve } from '../../platform/serve';
import { actorOf, CurrentCaller, type Caller } from '../../platform/caller';
import { EndSessionsOf } from '../session/end-sessions-of.command';
import { SendJoinLink } from '../session/send-join-link.command';
import { SetTemporaryPassword } from '../session/set-temporary-password.command';
import { lockUserToActOn, type AdministeredUser } from './user.write';
import { ChangeUser } from './change-user.command';
import { CreateUser } from './create-user.command';
import { RemoveUser } from './remove-user.command';
import { UnlockUser } from './unlock-user.command';
import { loginIdFree, userDetail, userList } from './user.reads';

type Users = typeof users;

@Controller()
export class UsersController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly commands: CommandBus,
  ) {}

  @Serve(users.list) list(
    { query }: Parsed<Users['list']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['list']>> {
    return userList(this.database, caller.scope, query);
  }

  @Serve(users.idFree) async idFree({ query }: Parsed<Users['idFree']>): Promise<Reply<Users['idFree']>> {
    return { free: await loginIdFree(this.database, query.loginId) };
  }

  @Serve(users.get) get(
    { params }: Parsed<Users['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['get']>> {
    return userDetail(this.database, caller, params.id, this.now());
  }

  @Serve(users.create) create(
    { body }: Parsed<Users['create']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['create']>> {
    return this.commands.execute(new CreateUser(body, caller));
  }

  @Serve(users.sendLink) async sendLink(
    { params }: Parsed<Users['sendLink']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['sendLink']>> {
    const may = this.mayActOn(params.id, caller, ({ loginId, active }) =>
      loginId !== null ? 'ALREADY_JOINED' : active ? null : 'USER_INACTIVE',
    );
    await this.commands.execute(new SendJoinLink(params.id, actorOf(caller), may));
    return userDetail(this.database, caller, params.id, this.now());
  }

  @Serve(users.change) change(
    { params, body }: Parsed<Users['change']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['change']>> {
    return this.commands.execute(new ChangeUser(params.id, body, caller));
  }

  @Serve(users.resetPassword) async resetPassword(
    { params }: Parsed<Users['resetPassword']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['resetPassword']>> {
    const may = this.mayActOn(params.id, caller, ({ loginId, active }) =>
      loginId === null ? 'USER_NOT_JOINED' : active ? null : 'USER_INACTIVE',
    );
    await this.commands.execute(new SetTemporaryPassword(params.id, actorOf(caller), may));
    return userDetail(this.database, caller, params.id, this.now());
  }

  @Serve(users.unlock) unlock(
    { params }: Parsed<Users['unlock']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['unlock']>> {
    return this.commands.execute(new UnlockUser(params.id, caller));
  }

  @Serve(users.endSessions) async endSessions(
    { params }: Parsed<Users['endSessions']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['endSessions']>> {
    await this.commands.execute(
      new EndSessionsOf(params.id, 'administrator', actorOf(caller), this.mayActOn(params.id, caller)),
    );
    return userDetail(this.database, caller, params.id, this.now());
  }

  @Serve(users.remove) remove(
    { params }: Parsed<Users['remove']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['remove']>> {
    return this.commands.execute(new RemoveUser(params.id, caller));
  }

  /** Asked inside of the act's transaction, so that what it answers still holds when the act is committed. */
  private mayActOn(
    id: number,
    caller: Caller,
    refusal: (user: AdministeredUser) => ErrorCode | null = () => null,
  ): (tx: Tx) => Promise<void> {
    return async (tx) => {
      const no = refusal(await lockUserToActOn(tx, caller, id));
      if (no) throw new Problem(no);
    };
  }
}
