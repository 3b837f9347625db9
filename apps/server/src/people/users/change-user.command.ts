import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { ChangeUserBody, UserDetail } from '@headland/contracts/user';
import { changeRefusal } from '@headland/domain/user';
import { orFieldError } from '../../platform/database/unique-violation';
import { refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { EndSessionsOf } from '../session/end-sessions-of.command';
import { SendJoinLink, voidJoinLinks } from '../session/send-join-link.command';
import { checkDomain, lockUser, organizationFor, userChanges, type AdministeredUser } from './user.write';
import { userDetail } from './user.reads';

/** All fields of a user as the form shows them. One who is taken out of use is out at once; an invited one gets the link at the new address. */
export class ChangeUser extends Command<UserDetail> {
  constructor(
    readonly id: number,
    readonly body: ChangeUserBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeUser)
export class ChangeUserHandler implements ICommandHandler<ChangeUser> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly commands: CommandBus,
  ) {}

  async execute(command: ChangeUser): Promise<UserDetail> {
    const { id, caller } = command;
    const { before, after } = await this.save(command);
    if (before.active && !after.active)
      await this.commands.execute(new EndSessionsOf(id, 'administrator', actorOf(caller)));
    const waits = before.loginId === null && after.active;
    if (waits && (before.email !== after.email || !before.active))
      await this.commands.execute(new SendJoinLink(id, actorOf(caller)));
    return userDetail(this.database, caller, id, this.now());
  }

  private save({ id, body, caller }: ChangeUser): Promise<{ before: AdministeredUser; after: AdministeredUser }> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const { user: before, by } = await lockUser(tx, caller, id);
      if (before.version !== body.version) return refuseChangedMeanwhile(tx, 'user', id);
      if (before.email !== body.email) checkDomain(body.email, this.config.EMAIL_DOMAINS);
      const organization = await organizationFor(tx, caller.scope, body.organizationId);
      const { version: _, ...given } = body;
      const after = {
        ...before,
        ...given,
        organization: organization.name,
        path: [...organization.path],
        address: body.address || null,
        postalCode: body.postalCode || null,
      };
      const no = changeRefusal(by, before, after, { self: id === caller.userId, lastAdmin: before.lastAdmin });
      if (no) throw new Problem(no);
      const changes = userChanges(before, after);
      if (changes.length === 0) return { before, after };
      await orFieldError(
        tx.query(
          `UPDATE user_account SET version = version + 1, name = $2, email = $3, phone = $4, role = $5, group_type = $6, organization_id = $7, active = $8, country = $9,
             postal_code = $10, address = $11, address_detail = $12 WHERE id = $1`,
          [
            id,
            after.name,
            after.email,
            after.phone,
            after.role,
            after.groupType,
            after.organizationId,
            after.active,
            after.country,
            after.postalCode,
            after.address,
            after.addressDetail,
          ],
        ),
      );
      await this.voidLinks(tx, before, after);
      const about = { organizationId: after.organizationId };
      emit(
        'record.changed',
        { screen: 'organization', kind: 'user', id: String(id), name: after.name, changes },
        about,
      );
      if (changes.some(({ field }) => affectsMember.has(field))) emit('member.changed', { userId: id }, about);
      return { before, after };
    });
  }

  /** Links that were good for the account as it was, and must not be any more. */
  private async voidLinks(tx: EntityManager, before: AdministeredUser, after: AdministeredUser): Promise<void> {
    const { id } = before;
    if (before.active && !after.active) await voidJoinLinks(tx, id, this.now());
    if (before.email !== after.email)
      await tx.query(
        "UPDATE account_link SET voided_at = $2 WHERE user_id = $1 AND purpose = 'email' AND used_at IS NULL AND voided_at IS NULL",
        [id, this.now()],
      );
  }
}

/** Fields whose change changes what the member sees or may do. */
const affectsMember = new Set(['role', 'groupType', 'organization', 'active']);
