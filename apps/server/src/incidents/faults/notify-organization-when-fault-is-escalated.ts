import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, recipientsOf } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { faultText } from './fault-text';

/** Notifies the next organization up when its agency did not accept in time; by SMS too if the machine must stop. */
@Injectable()
export class NotifyOrganizationWhenFaultIsEscalated {
  constructor(
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    policies.register({
      name: 'notify-organization-when-fault-is-escalated',
      on: ['fault.escalated'],
      run: async ({ number, payload: { fault } }) => {
        if (fault.escalatedTo === null) return;
        const [report] = await database.query<{ organization_id: number }[]>(
          'SELECT organization_id FROM fault_report WHERE id = $1',
          [fault.id],
        );
        if (report === undefined) return;
        const recipients = await recipientsOf(database, fault.escalatedTo.id, 'fault', config);
        const messages = messagesTo(
          recipients,
          `fault.escalated:${fault.id}:${number}`,
          fault.severity === 'critical' ? 'both' : 'push',
          faultText('delivery.fault.escalated', fault, config),
        );
        await commands.execute(
          new QueueMessages(
            { subject: 'fault', subjectId: fault.id, organizationId: report.organization_id },
            messages,
          ),
        );
      },
    });
  }
}
