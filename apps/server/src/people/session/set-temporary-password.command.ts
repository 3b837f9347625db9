import { randomUUID } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { maskEmail, maskLoginId } from '@headland/domain/account-mask';
import { temporaryMs } from '@headland/domain/password';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { hashPassword } from '../../platform/password';
import { Problem } from '../../platform/problem';
import type { Actor } from '../../platform/caller';
import { accountById, nobodyAsks } from './account';
import { AccountMessages } from './account-messages';
import { endSessions } from './end-sessions';
import { LiveSessions } from './live-sessions';
import { newTemporaryPassword, savePassword } from './passwords';

/**
 * A temporary password to the member's e-mail, good for 24 hours; unlocks the account and ends its sessions. An
 * administrator passes the check of rights as `mayAct`. Throws NOT_FOUND for an account that has no id or no e-mail.
 */
export class SetTemporaryPassword extends Command<{ email: string }> {
  constructor(
    readonly userId: number,
    readonly by: Actor,
    readonly mayAct: (tx: EntityManager) => Promise<void> = nobodyAsks,
  ) {
    super();
  }
}

@CommandHandler(SetTemporaryPassword)
export class SetTemporaryPasswordHandler implements ICommandHandler<SetTemporaryPassword> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly live: LiveSessions,
    private readonly messages: AccountMessages,
  ) {}

  async execute({ userId, by, mayAct }: SetTemporaryPassword): Promise<{ email: string }> {
    const password = newTemporaryPassword();
    const hash = await hashPassword(password);
    const { email, ended } = await this.change.run(by, async (tx, emit) => {
      await mayAct(tx);
      const account = await accountById(tx, userId, 'lock');
      if (account === null || account.login_id === null || account.email === null) throw new Problem('NOT_FOUND');
      const now = this.now();
      await savePassword(tx, userId, hash, new Date(now.getTime() + temporaryMs), now);
      const ids = await endSessions(tx, 'user_id', userId, 'password', now);
      // a member who never logged in needs the id; the others know it already
      const shownId = account.last_login_at === null ? account.login_id : maskLoginId(account.login_id);
      await this.messages.temporaryPassword(
        tx,
        { ...account, email: account.email, shownId },
        `temporary:${randomUUID()}`,
        password,
      );
      emit(
        'account.passwordChanged',
        { userId, loginId: account.login_id, detail: 'temporary' },
        { organizationId: account.organization_id },
      );
      return { email: account.email, ended: ids };
    });
    for (const id of ended) this.live.forget(id);
    return { email: maskEmail(email) };
  }
}
