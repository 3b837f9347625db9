import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, recipientsOf } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { isStillOpen } from './sos-summary';
import { sosText } from './sos-text';

/**
 * Notifies the vehicle's agency at once. Not for a late SOS, but for the live press that turns it into a current one; nor
 * for one that was closed before this process came to it.
 */
@Injectable()
export class NotifyAgencyWhenSosIsRaised {
  constructor(
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    policies.register({
      name: 'notify-agency-when-sos-is-raised',
      on: ['sos.raised', 'sos.repeated'],
      run: async ({ payload: { sos } }) => {
        if (sos.late || sos.status !== 'raised' || !(await isStillOpen(database, sos.id))) return;
        const recipients = await recipientsOf(database, sos.agency.id, 'sos', config);
        const messages = messagesTo(
          recipients,
          `sos.raised:${sos.id}`,
          'both',
          sosText('delivery.sos.raised', sos, config),
        );
        await commands.execute(
          new QueueMessages({ subject: 'sos', subjectId: sos.id, organizationId: sos.agency.id }, messages),
        );
      },
    });
  }
}
