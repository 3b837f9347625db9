import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { hashToken, newRandomToken } from '../../platform/random-token';
import type { Actor } from '../../platform/caller';
import { accountById, nameInLog, nobodyAsks } from './account';
import { AccountMessages } from './account-messages';

/** E-mails an invited account its sign-up link, good once and for a day; a former link is void. An administrator passes the check of rights as `mayAct`. Throws NOT_FOUND or ALREADY_JOINED. */
export class SendJoinLink extends Command<{ expiresAt: Date }> {
  constructor(
    readonly userId: number,
    readonly by: Actor,
    readonly mayAct: (tx: EntityManager) => Promise<void> = nobodyAsks,
  ) {
    super();
  }
}

const linkMs = 24 * 60 * 60_000;

@CommandHandler(SendJoinLink)
export class SendJoinLinkHandler implements ICommandHandler<SendJoinLink> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly messages: AccountMessages,
  ) {}

  async execute({ userId, by, mayAct }: SendJoinLink): Promise<{ expiresAt: Date }> {
    const token = newRandomToken();
    const now = this.now();
    const expiresAt = new Date(now.getTime() + linkMs);
    await this.change.run(by, async (tx, emit) => {
      await mayAct(tx);
      const account = await accountById(tx, userId, 'lock');
      if (account === null || account.email === null) throw new Problem('NOT_FOUND');
      if (account.joined_at !== null) throw new Problem('ALREADY_JOINED');
      await voidJoinLinks(tx, userId, now);
      const [link] = await tx.query<{ id: number }[]>(
        "INSERT INTO account_link (purpose, user_id, token_hash, email, created_at, expires_at) VALUES ('join', $1, $2, $3, $4, $5) RETURNING id",
        [userId, hashToken(token), account.email, now, expiresAt],
      );
      await tx.query('UPDATE user_account SET invited_at = $2 WHERE id = $1', [userId, now]);
      const [organization] = await tx.query<{ name: string }[]>('SELECT name FROM organization WHERE id = $1', [
        account.organization_id,
      ]);
      emit(
        'account.codeSent',
        { userId, loginId: nameInLog(account), detail: 'joinLink' },
        { organizationId: account.organization_id },
      );
      await this.messages.joinLink(
        tx,
        { ...account, email: account.email, organization: organization?.name ?? '' },
        `join:${link?.id}`,
        token,
      );
    });
    return { expiresAt };
  }
}

/** Voids earlier links: a newer one was sent, or the invitation was withdrawn. */
export async function voidJoinLinks(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.query(
    "UPDATE account_link SET voided_at = $2 WHERE user_id = $1 AND purpose = 'join' AND used_at IS NULL AND voided_at IS NULL",
    [userId, now],
  );
}
