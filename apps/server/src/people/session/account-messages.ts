import { Inject, Injectable } from '@nestjs/common';
import { maskPhone } from '@headland/domain/mask';
import { smsAddress } from '@headland/domain/sms-code';
import { formatMessage } from '@headland/i18n/format-message';
import { insertDeliveries, type Message } from '../../messages/deliveries/deliveries.module';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import type { Account } from './account';

type Receiver = Pick<Account, 'id' | 'name' | 'language' | 'organization_id'>;

/** Codes, links and passwords on their way to a member: written with the change that causes them, and wiped from the log once they are sent. */
@Injectable()
export class AccountMessages {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** `reason` names this sending; `to` is the phone as stored, which need not be the account's own yet. */
  code(tx: Tx, to: Receiver & { country: string; phone: string }, reason: string, code: string): Promise<void> {
    return this.post(tx, to, {
      reason,
      channel: 'sms',
      address: smsAddress(to.country, to.phone),
      text: formatMessage(to.language, 'accountMessage.code', { code }),
    });
  }

  /** To the holder of the phone, who is not identified yet. It is logged under the head office. */
  async appCode(
    tx: Tx,
    to: { country: string; phone: string; language: Account['language'] },
    reason: string,
    code: string,
  ): Promise<void> {
    const [top] = await tx.query<{ id: number }[]>(
      'SELECT id FROM organization WHERE parent_id IS NULL AND removed_at IS NULL ORDER BY id LIMIT 1',
    );
    if (top === undefined) throw new Error('there is no head office');
    const receiver = { id: 0, name: maskPhone(to.phone), language: to.language, organization_id: top.id };
    await this.post(tx, receiver, {
      reason,
      channel: 'sms',
      address: smsAddress(to.country, to.phone),
      text: formatMessage(to.language, 'accountMessage.code', { code }),
    });
  }

  joinLink(
    tx: Tx,
    to: Receiver & { email: string; organization: string },
    reason: string,
    token: string,
  ): Promise<void> {
    const { name, organization, language } = to;
    const text = formatMessage(language, 'accountMessage.join', {
      name,
      organization,
      link: this.link(`/join?token=${token}`),
    });
    return this.post(tx, to, {
      reason,
      channel: 'email',
      address: to.email,
      title: formatMessage(language, 'accountMessage.joinTitle'),
      text,
    });
  }

  temporaryPassword(
    tx: Tx,
    to: Receiver & { email: string; shownId: string },
    reason: string,
    password: string,
  ): Promise<void> {
    const text = formatMessage(to.language, 'accountMessage.temporary', {
      name: to.name,
      id: to.shownId,
      password,
      link: this.link('/login'),
    });
    return this.post(tx, to, {
      reason,
      channel: 'email',
      address: to.email,
      title: formatMessage(to.language, 'accountMessage.temporaryTitle'),
      text,
    });
  }

  private async post(tx: Tx, to: Receiver, message: Omit<Message, 'recipient' | 'secret'>): Promise<void> {
    const about = { subject: 'account' as const, subjectId: to.id, organizationId: to.organization_id };
    await insertDeliveries(tx, about, [{ ...message, recipient: to.name, secret: true }], this.now());
  }

  private link(path: string): string {
    return `${(this.config.PUBLIC_URL ?? `http://localhost:${this.config.PORT}`).replace(/\/$/u, '')}${path}`;
  }
}
