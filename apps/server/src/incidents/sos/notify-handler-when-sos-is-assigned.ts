import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, personOf } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { isStillOpen } from './sos-summary';
import { sosText } from './sos-text';

/** Push and SMS to whom somebody else has assigned an SOS; after another assignment again, so the reason contains the event's number. */
@Injectable()
export class NotifyHandlerWhenSosIsAssigned {
  constructor(
    policies: Policies,
    commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    policies.register({
      name: 'notify-handler-when-sos-is-assigned',
      on: ['sos.assigned'],
      run: async ({ number, payload: { sos } }) => {
        // who took it personally knows
        if (sos.handler === null || (await this.actorOf(number)) === sos.handler.id) return;
        if (!(await isStillOpen(database, sos.id))) return;
        const handler = await personOf(database, sos.handler.id, 'sos', config);
        if (handler === null) return;
        // the handler may be of another organization: the telephone of the agency is none of the handler's, and where
        // nothing reaches the handler it is the handler whom the log names
        const recipients = { organization: { ...sos.handler, phone: null }, people: [handler] };
        const messages = messagesTo(
          recipients,
          `sos.assigned:${sos.id}:${number}`,
          'both',
          sosText('delivery.sos.assigned', sos, config),
        );
        await commands.execute(
          new QueueMessages({ subject: 'sos', subjectId: sos.id, organizationId: sos.agency.id }, messages),
        );
      },
    });
  }

  /** The member who caused an event. */
  private async actorOf(number: number): Promise<number | null> {
    const [event] = await this.database.query<{ by_user: number | null }[]>(
      'SELECT by_user FROM event_log WHERE number = $1',
      [number],
    );
    return event?.by_user ?? null;
  }
}
