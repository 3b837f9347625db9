import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import type { Display } from '@headland/contracts/posting';
import { pushAt } from '@headland/domain/notice';
import { isVisible } from '@headland/domain/posting';
import { dayOf } from '@headland/domain/zone-day';
import { insertDeliveries, type Message } from '../../messages/deliveries/deliveries.module';
import { system } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { audienceOf, type Audience, nextRecipients, type PushRecipient } from './notice-push.reads';
import { pushTitle } from './notice-push.tx';

/**
 * Sends the push of a notice that is visible: queues a message for each of its target, some hundred at a time, and
 * remembers how far it has come, so that a restart goes on there. Each message has a reason of its own, so that none is
 * sent twice.
 */
export class PushNotice extends Command<void> {
  constructor(readonly id: number) {
    super();
  }
}

interface Row extends Audience {
  id: number;
  title: string;
  startOn: string | null;
  endOn: string | null;
  display: Display;
  cursor: number;
}
const atOnce = 500;

@CommandHandler(PushNotice)
export class PushNoticeHandler implements ICommandHandler<PushNotice> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ id }: PushNotice): Promise<void> {
    while ((await this.change.run(system, (tx) => this.batch(tx, id))) === 'more');
  }

  private async batch(tx: EntityManager, id: number): Promise<'more' | 'done'> {
    const [notice] = await tx.query<Row[]>(
      `SELECT id, type, target, os, title, start_on::text AS "startOn", end_on::text AS "endOn", display, push_cursor AS cursor
       FROM notice WHERE id = $1 AND removed_at IS NULL AND push_state IN ('waiting', 'sending') FOR UPDATE`,
      [id],
    );
    const now = this.now();
    const zone = this.config.PRODUCT_TIME_ZONE;
    if (notice === undefined || !isVisible(notice, dayOf(now.getTime(), zone))) return 'done';
    const at = pushAt(notice, now.getTime(), zone);
    if (at > now.getTime()) {
      await tx.query('UPDATE notice SET push_at = $2 WHERE id = $1', [id, new Date(at)]);
      return 'done';
    }
    const people = await nextRecipients(tx, notice, this.config, { after: notice.cursor, count: atOnce });
    await this.queue(tx, notice, people, now);
    const last = people.at(-1);
    if (people.length === atOnce && last !== undefined) {
      await tx.query(
        `UPDATE notice SET push_at = CASE push_state WHEN 'sending' THEN push_at ELSE $3 END, push_state = 'sending', push_cursor = $2 WHERE id = $1`,
        [id, last.id, now],
      );
      return 'more';
    }
    const { noDevice } = await audienceOf(tx, notice, this.config);
    await tx.query(
      `UPDATE notice SET push_at = CASE push_state WHEN 'sending' THEN push_at ELSE $3 END, push_state = 'sent', push_no_device = $2 WHERE id = $1`,
      [id, noDevice, now],
    );
    return 'done';
  }

  private async queue(tx: EntityManager, notice: Row, people: readonly PushRecipient[], now: Date): Promise<void> {
    if (people.length === 0) return;
    const [root] = await tx.query<{ id: number }[]>(
      'SELECT id FROM organization WHERE parent_id IS NULL ORDER BY id LIMIT 1',
    );
    await insertDeliveries(
      tx,
      { subject: 'notice', subjectId: notice.id, organizationId: root?.id ?? 0 },
      people.map((person) => messageTo(person, notice)),
      now,
    );
  }
}

function messageTo({ id, name, language }: PushRecipient, { id: noticeId, type, target, os, title }: Row): Message {
  const isCustomer = target === 'customer';
  return {
    reason: `notice:${noticeId}:${target}:${id}`,
    channel: isCustomer ? 'app' : 'push',
    recipient: name,
    address: os === 'all' ? String(id) : `${id}/${os}`,
    title: pushTitle(type, language),
    text: title,
    ...(isCustomer ? { customerId: id } : {}),
  };
}
