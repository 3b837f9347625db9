import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { SosSummary } from '@headland/contracts/sos';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, recipientsOf } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { isStillOpen } from './sos-summary';
import { sosText } from './sos-text';

/**
 * Push and SMS to the next organization up; to the head office again after each further period, so the reason contains
 * the event's number, and `again`: reminders have a share of the texts (sms-budget.tx.ts). Not for a call that was closed
 * before this process came to it.
 */
@Injectable()
export class NotifyOrganizationWhenSosIsEscalated {
  constructor(
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    policies.register({
      name: 'notify-organization-when-sos-is-escalated',
      on: ['sos.escalated'],
      run: async ({ number, payload: { sos } }) => {
        if (sos.escalatedTo === null || !(await isStillOpen(database, sos.id))) return;
        const again = (await this.wasTold(sos, sos.escalatedTo.id, number)) ? ':again' : '';
        const recipients = await recipientsOf(database, sos.escalatedTo.id, 'sos', config);
        const messages = messagesTo(
          recipients,
          `sos.escalated:${sos.id}:${number}${again}`,
          'both',
          sosText('delivery.sos.escalated', sos, config),
        );
        await commands.execute(
          new QueueMessages({ subject: 'sos', subjectId: sos.id, organizationId: sos.agency.id }, messages),
        );
      },
    });
  }

  private async wasTold(sos: SosSummary, organizationId: number, number: number): Promise<boolean> {
    if (organizationId === sos.agency.id) return true;
    const earlier = await this.database.query<unknown[]>(
      `SELECT 1 FROM event_log e WHERE e.payload ? 'sos' AND e.payload->'sos'->>'id' = $1 AND e.name = 'sos.escalated' AND e.number < $2
         AND e.payload->'sos'->'escalatedTo'->>'id' = $3 LIMIT 1`,
      [String(sos.id), number, String(organizationId)],
    );
    return earlier.length > 0;
  }
}
