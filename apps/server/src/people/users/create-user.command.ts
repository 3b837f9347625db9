import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { UserBody, UserDetail } from '@headland/contracts/user';
import { grantRefusal } from '@headland/domain/user';
import { orFieldError } from '../../platform/database/unique-violation';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { SendJoinLink } from '../session/send-join-link.command';
import { SetTemporaryPassword } from '../session/set-temporary-password.command';
import { checkDomain, organizationFor, userChanges } from './user.write';
import { userDetail } from './user.reads';

/** Invites a user by e-mail, who chooses the ID on joining; or registers one with an ID, who is e-mailed a temporary password. */
export class CreateUser extends Command<UserDetail> {
  constructor(
    readonly body: UserBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly commands: CommandBus,
  ) {}

  async execute({ body, caller }: CreateUser): Promise<UserDetail> {
    checkDomain(body.email, this.config.EMAIL_DOMAINS);
    const id = await this.insert(body, caller);
    // an account that is not in use yet is told when it is
    if (body.active)
      await this.commands.execute(
        body.loginId === undefined
          ? new SendJoinLink(id, actorOf(caller))
          : new SetTemporaryPassword(id, actorOf(caller)),
      );
    return userDetail(this.database, caller, id, this.now());
  }

  private insert(body: UserBody, caller: Caller): Promise<number> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const by = await lockPosition(tx, caller);
      const organization = await organizationFor(tx, caller.scope, body.organizationId);
      const groupType = body.groupType ?? organization.type;
      const no = grantRefusal(by, { groupType, role: body.role, path: organization.path });
      if (no) throw new Problem(no);
      const now = this.now();
      const address = body.address || null;
      const postalCode = body.postalCode || null;
      const [row] = await orFieldError(
        tx.query<{ id: number }[]>(
          `INSERT INTO user_account (login_id, name, email, phone, role, group_type, organization_id, active, country, postal_code, address, address_detail, created_at, joined_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
          [
            body.loginId ?? null,
            body.name,
            body.email,
            body.phone,
            body.role,
            groupType,
            organization.id,
            body.active,
            body.country,
            postalCode,
            address,
            body.addressDetail,
            now,
            body.loginId === undefined ? null : now,
          ],
        ),
      );
      const { id } = row as { id: number };
      const changes = userChanges(null, { ...body, groupType, organization: organization.name, address, postalCode });
      emit(
        'record.created',
        { screen: 'organization', kind: 'user', id: String(id), name: body.name, changes },
        { organizationId: organization.id },
      );
      return id;
    });
  }
}
