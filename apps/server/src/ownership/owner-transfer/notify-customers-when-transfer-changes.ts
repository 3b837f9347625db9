import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { TransferSummary } from '@headland/contracts/owner-transfer';
import { maskName } from '@headland/domain/mask';
import { transferDays } from '@headland/domain/owner-transfer';
import { smsAddress } from '@headland/domain/sms-code';
import type { MessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import type { Message } from '../../messages/deliveries/deliveries.module';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { joined } from '../../messages/deliveries/recipients.reads';
import { appStatusOf } from '../../people/customer-base/customer-phone.tx';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';

interface Party {
  id: number;
  name: string;
  country: string;
  phone: string | null;
  language: Language;
  /** null: not in the app */
  app: 'registered' | 'withdrawn' | null;
}
interface Facts {
  organizationId: number;
  from: Party;
  to: Party;
  reason: string | null;
  documentId: string | null;
}

/**
 * The new owner is notified of a request, the owner of the acceptance, both of the decision; the new owner gets the link of the document with it. By the app,
 * and by SMS for a customer without the app. A customer who has left is not notified.
 */
@Injectable()
export class NotifyCustomersWhenTransferChanges {
  constructor(
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    policies.register({
      name: 'notify-customers-when-transfer-changes',
      on: ['transfer.requested', 'transfer.accepted', 'transfer.approved', 'transfer.rejected'],
      run: async ({ name, payload: { transfer } }) => {
        const facts = await this.factsOf(transfer.id);
        if (facts === null) return;
        const { from, to } = facts;
        const messagesTo = (party: Party, key: TransferText, link: string | null = null): Message[] =>
          this.message(party, key, transfer, facts, link);
        const messages =
          name === 'transfer.requested'
            ? messagesTo(to, 'transfer.message.requested')
            : name === 'transfer.accepted'
              ? messagesTo(from, 'transfer.message.accepted')
              : name === 'transfer.approved'
                ? [
                    ...messagesTo(from, 'transfer.message.given'),
                    ...messagesTo(to, 'transfer.message.received', this.linkOf(facts.documentId, to.language)),
                  ]
                : [...messagesTo(from, 'transfer.message.rejected'), ...messagesTo(to, 'transfer.message.rejected')];
        await this.commands.execute(
          new QueueMessages(
            { subject: 'transfer', subjectId: transfer.id, organizationId: facts.organizationId },
            messages,
          ),
        );
      },
    });
  }

  private message(
    party: Party,
    key: TransferText,
    { id, vehicle, ending, status }: TransferSummary,
    { from, to, reason }: Facts,
    link: string | null,
  ): Message[] {
    if (party.app === 'withdrawn') return [];
    const { language } = party;
    const why =
      ending === 'staff' ? (reason ?? '') : ending === null ? '' : formatMessage(language, `transferEnding.${ending}`);
    const text = formatMessage(language, key, {
      model: vehicle.model,
      vin: vehicle.vin,
      from: maskName(from.name),
      to: maskName(to.name),
      days: transferDays,
      reason: why,
    });
    const message = {
      reason: `transfer.${status}:${id}:${party.id}`,
      recipient: maskName(party.name),
      title: formatMessage(language, 'transfer.message.title'),
      text: joined(text, ' ', link),
      customerId: party.id,
    };
    if (party.app === 'registered') return [{ ...message, channel: 'app', address: String(party.id) }];
    if (party.phone === null) return [{ ...message, channel: 'sms', address: '', problem: 'noRecipient' }];
    return [{ ...message, channel: 'sms', address: smsAddress(party.country, party.phone) }];
  }

  private linkOf(documentId: string | null, language: Language): string | null {
    if (documentId === null || this.config.PUBLIC_URL === undefined) return null;
    return new URL(`/RdiDownload/${documentId}?lang=${language}`, this.config.PUBLIC_URL).toString();
  }

  /** Null where a party was deleted since: there is no recipient, and no data of the person. */
  private async factsOf(id: number): Promise<Facts | null> {
    const party = (c: string): string =>
      `json_build_object('id', ${c}.id, 'name', ${c}.name, 'country', ${c}.country, 'phone', ${c}.phone, 'language', ${c}.language, 'app', CASE WHEN ${c}.removed_at IS NULL THEN ${appStatusOf(c)} ELSE 'withdrawn' END)`;
    const [facts] = await this.database.query<Facts[]>(
      `SELECT v.organization_id AS "organizationId", ${party('f')} AS from, ${party('n')} AS to, t.reason, r.id AS "documentId"
       FROM owner_transfer t JOIN vehicle v ON v.id = t.vehicle_id JOIN customer f ON f.id = t.from_customer_id JOIN customer n ON n.id = t.to_customer_id
         LEFT JOIN rdi_document r ON r.transfer_id = t.id WHERE t.id = $1`,
      [id],
    );
    return facts ?? null;
  }
}

type TransferText = Extract<MessageKey, `transfer.message.${string}`>;
