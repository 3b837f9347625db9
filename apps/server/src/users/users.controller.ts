import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { ErrorCode } from '@headland/contracts/errors';
import { users } from '@headland/contracts/user';
import { CLOCK, type Clock } from '../platform/clock';
import type { Tx } from '../platform/database/rows';
import { Problem } from '../platform/problem';
import { Serve } from '../platform/serve';
import { actorOf, Who, type Caller } from '../platform/who';
import { EndSessionsOf } from '../session/end-sessions-of.command';
import { SendJoinLink } from '../session/send-join-link.command';
import { SetTemporaryPassword } from '../session/set-temporary-password.command';
import { lockUserToActOn, type AdministeredUser } from './administered-user';
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

  @Serve(users.list) list({ query }: Parsed<Users['list']>, @Who() who: Caller): Promise<Reply<Users['list']>> {
    return userList(this.database, who.scope, query);
  }

  @Serve(users.idFree) async idFree({ query }: Parsed<Users['idFree']>): Promise<Reply<Users['idFree']>> {
    return { free: await loginIdFree(this.database, query.loginId) };
  }

  @Serve(users.get) get({ params }: Parsed<Users['get']>, @Who() who: Caller): Promise<Reply<Users['get']>> {
    return userDetail(this.database, who, params.id, this.now());
  }

  @Serve(users.create) create({ body }: Parsed<Users['create']>, @Who() who: Caller): Promise<Reply<Users['create']>> {
    return this.commands.execute(new CreateUser(body, who));
  }

  @Serve(users.sendLink) async sendLink({ params }: Parsed<Users['sendLink']>, @Who() who: Caller): Promise<Reply<Users['sendLink']>> {
    const may = this.mayActOn(params.id, who, ({ loginId, active }) => (loginId !== null ? 'ALREADY_JOINED' : active ? null : 'USER_INACTIVE'));
    await this.commands.execute(new SendJoinLink(params.id, actorOf(who), may));
    return userDetail(this.database, who, params.id, this.now());
  }

  @Serve(users.change) change({ params, body }: Parsed<Users['change']>, @Who() who: Caller): Promise<Reply<Users['change']>> {
    return this.commands.execute(new ChangeUser(params.id, body, who));
  }

  @Serve(users.resetPassword) async resetPassword({ params }: Parsed<Users['resetPassword']>, @Who() who: Caller): Promise<Reply<Users['resetPassword']>> {
    const may = this.mayActOn(params.id, who, ({ loginId, active }) => (loginId === null ? 'USER_NOT_JOINED' : active ? null : 'USER_INACTIVE'));
    await this.commands.execute(new SetTemporaryPassword(params.id, actorOf(who), may));
    return userDetail(this.database, who, params.id, this.now());
  }

  @Serve(users.unlock) unlock({ params }: Parsed<Users['unlock']>, @Who() who: Caller): Promise<Reply<Users['unlock']>> {
    return this.commands.execute(new UnlockUser(params.id, who));
  }

  @Serve(users.endSessions) async endSessions({ params }: Parsed<Users['endSessions']>, @Who() who: Caller): Promise<Reply<Users['endSessions']>> {
    await this.commands.execute(new EndSessionsOf(params.id, 'administrator', actorOf(who), this.mayActOn(params.id, who)));
    return userDetail(this.database, who, params.id, this.now());
  }

  @Serve(users.remove) remove({ params }: Parsed<Users['remove']>, @Who() who: Caller): Promise<Reply<Users['remove']>> {
    return this.commands.execute(new RemoveUser(params.id, who));
  }

  /** Asked inside of the act's transaction, so that what it answers still holds when the act is committed. */
  private mayActOn(id: number, who: Caller, refusal: (user: AdministeredUser) => ErrorCode | null = () => null): (tx: Tx) => Promise<void> {
    return async (tx) => {
      const no = refusal(await lockUserToActOn(tx, who, id));
      if (no) throw new Problem(no);
    };
  }
}
