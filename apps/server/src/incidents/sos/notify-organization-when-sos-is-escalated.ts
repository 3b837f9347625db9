import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, recipientsOf } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { sosText } from './sos-text';

/**
 * Push and SMS to the next organization up; to the head office again after each further period, so the reason contains
 * the event's number.
 */
@Injectable()
export class NotifyOrganizationWhenSosIsEscalated {
  constructor(
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    policies.register({
      name: 'notify-organization-when-sos-is-escalated',
      on: ['sos.escalated'],
      run: async ({ number, payload: { sos } }) => {
        if (sos.escalatedTo === null) return;
        const recipients = await recipientsOf(database, sos.escalatedTo.id, 'sos', config);
        const messages = messagesTo(
          recipients,
          `sos.escalated:${sos.id}:${number}`,
          'both',
          sosText('delivery.sos.escalated', sos, config),
        );
        await commands.execute(
          new QueueMessages({ subject: 'sos', subjectId: sos.id, organizationId: sos.agency.id }, messages),
        );
      },
    });
  }
}
