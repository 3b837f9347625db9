import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, personOf, recipientsOf } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Timers } from '../../platform/jobs/timers';
import { handlersOf } from './sos.reads';
import { sosSummary } from './sos-summary';
import { sosText } from './sos-text';

const silent = `c.status = 'dispatched' AND c.dispatched_at <= now() - interval '30 minutes' AND c.handler_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.subject = 'sos' AND d.subject_id = c.id AND d.reason LIKE 'sos.reminder:%')
  AND NOT EXISTS (SELECT 1 FROM event_log e WHERE e.payload ? 'sos' AND e.payload->'sos'->>'id' = c.id::text AND e.name = 'sos.noted' AND e.at > c.dispatched_at)`;

/**
 * Help was sent and nobody has written anything for half an hour: reminds the handler, once. One who has left or may no
 * longer open the SOS is not told where it is; then its agency is reminded.
 */
@Injectable()
export class RemindHandlerWhenDispatchIsSilent {
  constructor(
    timers: Timers,
    commands: CommandBus,
    @InjectDataSource() database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    timers.register({
      name: 'remind-sos-handler',
      run: async (id) => {
        const [alert] = await database.query<{ handler_id: number; path: number[] }[]>(
          `SELECT c.handler_id, o.path FROM sos_call c JOIN organization o ON o.id = c.organization_id WHERE c.id = $1 AND ${silent}`,
          [id],
        );
        if (alert === undefined) return;
        const sos = await sosSummary(database, id);
        const mayAct = (await handlersOf(database, alert.path)).some((h) => h.id === alert.handler_id);
        const handler = mayAct ? await personOf(database, alert.handler_id, 'sos', config) : null;
        const recipients =
          handler === null
            ? await recipientsOf(database, sos.agency.id, 'sos', config)
            : { organization: { ...sos.agency, phone: null }, people: [handler] };
        await commands.execute(
          new QueueMessages(
            { subject: 'sos', subjectId: id, organizationId: sos.agency.id },
            messagesTo(recipients, `sos.reminder:${id}`, 'both', sosText('delivery.sos.reminder', sos, config)),
          ),
        );
      },
      due: async () =>
        (
          await database.query<{ id: number }[]>(
            `SELECT c.id FROM sos_call c WHERE ${silent} ORDER BY c.dispatched_at LIMIT 100`,
          )
        ).map((c) => c.id),
      sweepMs: 60_000,
    });
  }
}
