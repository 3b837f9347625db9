import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserDetail } from '@headland/contracts/user';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { userDetail } from './user.reads';
import { lockUserToActOn } from './user.record';

/** Wrong passwords are forgotten; nothing happens to one who is not locked. */
export class UnlockUser extends Command<UserDetail> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(UnlockUser)
export class UnlockUserHandler implements ICommandHandler<UnlockUser> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ id, caller }: UnlockUser): Promise<UserDetail> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const { name, organizationId, lockedUntil, failedLogins } = await lockUserToActOn(tx, caller, id);
      if (failedLogins > 0 || lockedUntil !== null) {
        await tx.query('UPDATE user_account SET failed_logins = 0, locked_until = NULL WHERE id = $1', [id]);
        const changes = [{ field: 'lockedUntil', from: lockedUntil?.toISOString() ?? null, to: null }];
        emit(
          'record.changed',
          { screen: 'organization', kind: 'user', id: String(id), name, changes },
          { organizationId },
        );
      }
      return userDetail(tx, caller, id, this.now());
    });
  }
}
