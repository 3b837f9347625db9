import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { FaultSummary } from '@headland/contracts/fault';
import type { Acceptance } from '@headland/domain/fault';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, recipientsOf } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { agencyBefore } from './agency-before.reads';
import { faultText } from './fault-text';

/**
 * Notifies the chosen agency by the chosen channel, or only the person in charge if there is one. After a reassignment
 * the previous agency is notified too.
 */
@Injectable()
export class NotifyAgencyWhenFaultAccepted {
  constructor(
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    policies.register({
      name: 'notify-agency-when-fault-accepted',
      on: ['fault.accepted', 'fault.reassigned'],
      run: async ({ number, name, payload: { fault, channel = 'both' } }) => {
        await this.notify(
          fault,
          `fault.accepted:${fault.id}:${number}`,
          fault.agency.id,
          fault.personInCharge?.id ?? null,
          channel,
          'delivery.fault.accepted',
        );
        if (name !== 'fault.reassigned') return;
        const before = await agencyBefore(this.database, fault.id, number);
        if (before !== null && before !== fault.agency.id)
          await this.notify(
            fault,
            `fault.withdrawn:${fault.id}:${number}`,
            before,
            null,
            channel,
            'delivery.fault.withdrawn',
          );
      },
    });
  }

  private async notify(
    fault: FaultSummary,
    why: string,
    organizationId: number,
    personId: number | null,
    channel: Acceptance['channel'],
    text: 'delivery.fault.accepted' | 'delivery.fault.withdrawn',
  ): Promise<void> {
    const recipients = await recipientsOf(this.database, organizationId, 'fault', this.config);
    const person = recipients.people.filter((p) => p.id === personId);
    const [report] = await this.database.query<{ organization_id: number }[]>(
      'SELECT organization_id FROM fault_report WHERE id = $1',
      [fault.id],
    );
    if (report === undefined) return;
    const messages = messagesTo(
      person.length > 0 ? { ...recipients, people: person } : recipients,
      why,
      channel,
      faultText(text, fault, this.config),
    );
    await this.commands.execute(
      new QueueMessages({ subject: 'fault', subjectId: fault.id, organizationId: report.organization_id }, messages),
    );
  }
}
