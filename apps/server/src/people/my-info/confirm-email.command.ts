import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { MyInfo } from '@headland/contracts/my-info';
import { orFieldError } from '../../platform/database/unique-violation';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { myInfoOf } from './my-info.reads';
import { UserAccount } from '../users/user-account.entity';
import { lockOwnAccount, ownChanges } from './own-account';

/** The link of a new address was opened by the member who asked for it: from now on it is the account's. */
export class ConfirmEmail extends Command<MyInfo> {
  constructor(
    readonly token: string,
    readonly by: Caller,
  ) {
    super();
  }
}

interface Link {
  id: number;
  email: string;
  expires_at: Date;
  used_at: Date | null;
  voided_at: Date | null;
}

@CommandHandler(ConfirmEmail)
export class ConfirmEmailHandler implements ICommandHandler<ConfirmEmail> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ token, by }: ConfirmEmail): Promise<MyInfo> {
    const userId = memberId(by);
    return this.change.run(actorOf(by), async (tx, emit) => {
      const now = this.now();
      const before = await lockOwnAccount(tx, userId);
      const [link] = await tx.query<Link[]>(
        "SELECT id, email, expires_at, used_at, voided_at FROM account_link WHERE token_hash = $1 AND purpose = 'email' AND user_id = $2 FOR UPDATE",
        [hashToken(token), userId],
      );
      if (link === undefined || link.voided_at !== null) throw new Problem('LINK_INVALID');
      if (link.used_at !== null) throw new Problem('LINK_USED');
      if (link.expires_at <= now) throw new Problem('LINK_EXPIRED');
      await tx.query('UPDATE account_link SET used_at = $2 WHERE id = $1', [link.id, now]);
      await orFieldError(tx.update(UserAccount, userId, { email: link.email }));
      const changes = ownChanges(before, { ...before, email: link.email });
      emit(
        'record.changed',
        { screen: 'organization', kind: 'user', id: String(userId), name: before.name, changes },
        { organizationId: before.organizationId },
      );
      return myInfoOf(tx, userId, by.sessionId, now);
    });
  }
}
