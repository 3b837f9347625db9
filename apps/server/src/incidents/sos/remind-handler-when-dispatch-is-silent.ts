import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, personOf, reachable, reaches, recipientsOf } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Timers } from '../../platform/jobs/timers';
import { handlersOf } from './sos.reads';
import { sosSummary } from './sos-summary';
import { sosText } from './sos-text';

const events = (names: string): string =>
  `event_log e WHERE e.payload ? 'sos' AND e.payload->'sos'->>'id' = c.id::text AND ${names}`;
/** `quiet.since`: since when nobody has said anything of a call that is in somebody's hands. */
const silent = `sos_call c JOIN organization o ON o.id = c.organization_id CROSS JOIN LATERAL (
    SELECT CASE c.status WHEN 'dispatched' THEN c.dispatched_at
      ELSE greatest(c.acknowledged_at, (SELECT max(e.at) FROM ${events("e.name LIKE 'sos.%' AND e.by_user IS NOT NULL")})) END AS since) quiet
  WHERE (c.status = 'dispatched' AND quiet.since <= now() - interval '30 minutes'
      AND NOT EXISTS (SELECT 1 FROM ${events("e.name = 'sos.noted' AND e.at > c.dispatched_at")})
    OR c.status = 'acknowledged' AND (quiet.since <= now() - interval '10 minutes'
      OR NOT EXISTS (SELECT 1 FROM user_account WHERE id = c.handler_id AND ${reachable})))
  AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.subject = 'sos' AND d.subject_id = c.id AND d.reason LIKE 'sos.reminder:%' AND d.created_at > quiet.since)`;

const textOf = { acknowledged: 'delivery.sos.quiet', dispatched: 'delivery.sos.reminder' } as const;
interface Silent {
  status: 'acknowledged' | 'dispatched';
  handler_id: number | null;
  path: number[];
  since: Date;
}

/**
 * Help was sent and nobody has written anything for half an hour, or somebody has acknowledged the call and done nothing
 * for ten minutes, in which neither sounds nor escalates: reminds the handler, once for each such time. One who has left,
 * may no longer open the SOS, or whom nothing reaches is not told where it is; then its agency is reminded.
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
        const [alert] = await database.query<Silent[]>(
          `SELECT c.status, c.handler_id, o.path, quiet.since FROM ${silent} AND c.id = $1`,
          [id],
        );
        if (alert === undefined) return;
        const sos = await sosSummary(database, id);
        const { status, handler_id: handlerId, path, since } = alert;
        const handler =
          handlerId !== null && (await handlersOf(database, path)).some((h) => h.id === handlerId)
            ? await personOf(database, handlerId, 'sos', config)
            : null;
        const recipients =
          handler === null || !reaches(handler, 'both')
            ? await recipientsOf(database, sos.agency.id, 'sos', config)
            : { organization: { ...sos.agency, phone: null }, people: [handler] };
        await commands.execute(
          new QueueMessages(
            { subject: 'sos', subjectId: id, organizationId: sos.agency.id },
            messagesTo(
              recipients,
              `sos.reminder:${id}:${since.getTime()}`,
              'both',
              sosText(textOf[status], sos, config),
            ),
          ),
        );
      },
      due: async () =>
        (await database.query<{ id: number }[]>(`SELECT c.id FROM ${silent} ORDER BY quiet.since LIMIT 100`)).map(
          (c) => c.id,
        ),
      sweepMs: 60_000,
    });
  }
}
