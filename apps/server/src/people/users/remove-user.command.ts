import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { takeAwayRefusal } from '@headland/domain/user';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { EndSessionsOf } from '../session/end-sessions-of.command';
import { lockUserToActOn, type AdministeredUser } from './user.write';

/** The account is gone at once, its ID and e-mail are free again, and what was personal is erased; records go on naming the person. */
export class RemoveUser extends Command<{ removed: true }> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveUser)
export class RemoveUserHandler implements ICommandHandler<RemoveUser> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly commands: CommandBus,
  ) {}

  async execute({ id, caller }: RemoveUser): Promise<{ removed: true }> {
    // while there is an account whose sessions they are; one that is opened meanwhile ends with the account
    await this.commands.execute(
      new EndSessionsOf(id, 'administrator', actorOf(caller), async (tx) => void (await lockToRemove(tx, caller, id))),
    );
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const user = await lockToRemove(tx, caller, id);
      await erase(tx, id, this.now());
      emit(
        'record.deleted',
        { screen: 'organization', kind: 'user', id: String(id), name: user.name, changes: [] },
        { organizationId: user.organizationId },
      );
      emit('member.changed', { userId: id }, { organizationId: user.organizationId });
      return { removed: true };
    });
  }
}

async function lockToRemove(tx: Tx, caller: Caller, id: number): Promise<AdministeredUser> {
  const user = await lockUserToActOn(tx, caller, id);
  const no = takeAwayRefusal({ self: user.id === caller.userId, lastAdmin: user.lastAdmin });
  if (no) throw new Problem(no);
  return user;
}

/** Everything but the name and where it belonged. What was agreed to stays: it must be shown to have been. */
async function erase(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.query(
    `UPDATE user_account SET version = version + 1, removed_at = $2, active = false, login_id = NULL, password_hash = NULL, temporary_password = false, temporary_until = NULL,
       email = NULL, phone = NULL, postal_code = NULL, address = NULL, address_detail = NULL, last_login_address = NULL, failed_logins = 0, locked_until = NULL WHERE id = $1`,
    [id, now],
  );
  await tx.query(
    'UPDATE login_session SET address = NULL, agent = NULL, ended_at = COALESCE(ended_at, $2) WHERE user_id = $1',
    [id, now],
  );
  for (const table of [
    'account_link',
    'sms_code',
    'password_history',
    'notification',
    'notification_preference',
    'push_subscription',
  ])
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [id]);
}
