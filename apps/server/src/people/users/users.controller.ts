import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { ErrorCode } from '@headland/contracts/errors';
import { type ChangeUserBody, users } from '@headland/contracts/user';
import { CLOCK, type Clock } from '../../platform/clock';
import { refuse } from '../../platform/problem';
import { Records } from '../../platform/records/records';
import { Serve } from '../../platform/serve';
import { actorOf, CurrentCaller, type Caller } from '../../platform/caller';
import { EndSessionsOf } from '../session/end-sessions-of.command';
import { SendJoinLink } from '../session/send-join-link.command';
import { SetTemporaryPassword } from '../session/set-temporary-password.command';
import { UnlockUser } from './unlock-user.command';
import { loginIdFree, userDetail } from './user.reads';
import { lockUserToActOn, removalRefusal, userRecord, type UserState } from './user.record';

type Users = typeof users;

@Controller()
export class UsersController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly commands: CommandBus,
    private readonly records: Records,
  ) {}

  @Serve(users.idFree) async idFree({ query }: Parsed<Users['idFree']>): Promise<Reply<Users['idFree']>> {
    return { free: await loginIdFree(this.database, query.loginId) };
  }

  /** The other fields stay as they are, also those that a form would refuse: accounts of the company directory have no phone. */
  @Serve(users.setActive) async setActive(
    { params, body }: Parsed<Users['setActive']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['setActive']>> {
    const { organization, name, email, role, groupType, country, phone, postalCode, address, addressDetail } =
      await userDetail(this.database, caller, params.id, this.now());
    const kept = { name, email, role, groupType, country, phone, postalCode, address, addressDetail };
    return this.records
      .of(userRecord)
      .change(caller, params.id, { ...kept, organizationId: organization.id, ...body } as ChangeUserBody);
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

  /** Sessions end while there is an account whose they are; one that is opened meanwhile ends with the account. */
  @Serve(users.remove) async remove(
    { params }: Parsed<Users['remove']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<Users['remove']>> {
    const may = this.mayActOn(params.id, caller, (user) => removalRefusal(user, caller));
    await this.commands.execute(new EndSessionsOf(params.id, 'administrator', actorOf(caller), may));
    await this.records.of(userRecord).remove(caller, params.id);
    return { removed: true };
  }

  /** Asked inside of the act's transaction, so that what it answers still holds when the act is committed. */
  private mayActOn(
    id: number,
    caller: Caller,
    refusal: (user: UserState) => ErrorCode | null = () => null,
  ): (tx: EntityManager) => Promise<void> {
    return async (tx) => {
      refuse(refusal(await lockUserToActOn(tx, caller, id)));
    };
  }
}
