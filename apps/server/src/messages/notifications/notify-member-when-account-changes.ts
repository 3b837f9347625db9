import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { EventPayload } from '@headland/contracts/event-log';
import { isMessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import { QueueMessages } from '../deliveries/queue-messages.command';
import { reachable } from '../deliveries/recipients.reads';
import { Policies } from '../../platform/event-log/policies';
import { bilingual, type Bilingual } from '../../platform/bilingual';
import { NotifyMembers } from './notify-members.command';

type Changed = EventPayload<'record.changed'>['changes'];

/**
 * Notifies a member of changes to the own account: permissions, a changed password or phone, a lock; and at the
 * previous address of a changed e-mail, so that an account takeover can't be hidden. Also for the member's own changes.
 */
@Injectable()
export class NotifyMemberWhenAccountChanges {
  constructor(
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
  ) {
    policies.register({
      name: 'notify-member-when-account-changes',
      on: ['account.passwordChanged', 'account.lockedOut'],
      run: async ({ number, name, at, payload: { userId, detail } }) => {
        // a temporary password is sent by e-mail already
        if (userId === null || detail === 'temporary') return;
        if (name === 'account.lockedOut')
          await this.notify(
            userId,
            `event:${number}`,
            at,
            bilingual('notification.account.locked'),
            '/dash?panel=password',
          );
        else await this.notify(userId, `event:${number}`, at, bilingual('notification.account.password'));
      },
    });
    policies.register({
      name: 'notify-member-when-account-is-edited',
      on: ['record.changed'],
      run: async ({ number, at, by, payload: { kind, id, changes } }) => {
        if (kind !== 'user') return;
        const userId = Number(id);
        const rights = changes.filter((c) => rightsFields.has(c.field));
        if (rights.length > 0) await this.notify(userId, `event:${number}`, at, rightsText(rights, by));
        if (changes.some((c) => c.field === 'phone'))
          await this.notify(userId, `event:${number}:phone`, at, bilingual('notification.account.phone'));
        const email = changes.find((c) => c.field === 'email');
        if (email?.from && email.to) await this.notifyFormerAddress(userId, number, email.from, email.to);
      },
    });
  }

  private notify(
    userId: number,
    cause: string,
    at: string,
    text: Bilingual,
    link = '/dash?panel=myInfo',
  ): Promise<void> {
    return this.commands.execute(
      new NotifyMembers([userId], {
        cause,
        kind: 'account',
        text,
        link,
        vehicleId: null,
        at: new Date(at),
        messages: true,
      }),
    );
  }

  private async notifyFormerAddress(userId: number, number: number, address: string, email: string): Promise<void> {
    const [member] = await this.database.query<{ name: string; language: Language; organizationId: number }[]>(
      `SELECT name, language, organization_id AS "organizationId" FROM user_account WHERE id = $1 AND ${reachable}`,
      [userId],
    );
    if (member === undefined) return;
    const { name, language, organizationId } = member;
    const texts = {
      title: formatMessage(language, 'notification.oldEmailTitle'),
      text: formatMessage(language, 'notification.oldEmail', { name, email }),
    };
    const message = { reason: `email.former:${number}`, channel: 'email' as const, recipient: name, address, ...texts };
    await this.commands.execute(
      new QueueMessages({ subject: 'account', subjectId: userId, organizationId }, [message]),
    );
  }
}

const rightsFields = new Set(['role', 'groupType', 'organization']);

const rightsText = (rights: Changed, by: string | null): Bilingual =>
  by === null
    ? bilingual('notification.account.rightsBySystem', (l) => ({ changes: changesText(rights, l) }))
    : bilingual('notification.account.rights', (l) => ({ changes: changesText(rights, l), by }));

/** `Staff → Admin, Nami → Noa`; texts of the catalogue if it has some. */
function changesText(changes: Changed, language: Language): string {
  const displayValue = (field: string, value: string | null): string => {
    const key = `${field}.${value}`;
    return value === null ? '–' : isMessageKey(key) ? formatMessage(language, key) : value;
  };
  return changes.map(({ field, from, to }) => `${displayValue(field, from)} → ${displayValue(field, to)}`).join(', ');
}
