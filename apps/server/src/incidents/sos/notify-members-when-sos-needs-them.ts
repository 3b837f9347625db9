import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { SosSummary } from '@headland/contracts/sos';
import { formatMessage } from '@headland/i18n/format-message';
import type { Language } from '@headland/i18n/messages';
import { QueueMessages } from '../../messages/deliveries/queue-messages.command';
import { messagesTo, personOf, recipientsOf, type MessageText } from '../../messages/deliveries/recipients.reads';
import { CONFIG, type Config } from '../../platform/config';
import { Policies } from '../../platform/event-log/policies';
import { bilingual, type Bilingual } from '../../platform/bilingual';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { placeLabels } from '../../platform/place-labels';

/**
 * In-app notifications for those who must act: a new SOS goes to the agency, an escalated one to the members of the
 * organization it went to (once each, though the alarm sounds every minute), an assigned one to its handler. Push and
 * SMS of a new and an escalated SOS are sent by the other policies of the slice, those to the handler by the second one
 * here.
 */
@Injectable()
export class NotifyMembersWhenSosNeedsThem {
  constructor(
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    policies.register({
      name: 'notify-members-when-sos-needs-them',
      on: ['sos.raised', 'sos.repeated', 'sos.escalated', 'sos.assigned'],
      run: async ({ number, name, at, vehicleId, payload: { sos } }) => {
        const notify = (userIds: number[], cause: string, text: Bilingual): Promise<void> =>
          commands.execute(
            new NotifyMembers(userIds, {
              cause,
              kind: 'sos',
              text,
              link: `/sos?id=${sos.id}`,
              vehicleId,
              at: new Date(at),
              messages: false,
            }),
          );
        if (name === 'sos.assigned') {
          if (sos.handler !== null)
            await notify([sos.handler.id], `sos.assigned:${sos.id}:${number}`, text('notification.sos.assigned', sos));
        } else if (name === 'sos.escalated') {
          const { escalatedTo } = sos;
          if (escalatedTo !== null)
            await notify(
              await this.membersOf(escalatedTo.id),
              `sos.escalated:${sos.id}:${escalatedTo.id}`,
              text('notification.sos.escalated', sos),
            );
        } else if (!sos.late && sos.status === 'raised')
          await notify(
            await this.membersOf(sos.agency.id),
            `sos.raised:${sos.id}`,
            text('notification.sos.raised', sos),
          );
      },
    });
    // of its own, so that neither waits for the other
    policies.register({
      name: 'tell-handler-when-sos-is-assigned',
      on: ['sos.assigned'],
      run: async ({ number, payload: { sos } }) => {
        // who took it personally knows
        if (sos.handler === null || (await this.actorOf(number)) === sos.handler.id) return;
        const handler = await personOf(database, sos.handler.id, 'sos', config);
        if (handler === null) return;
        // the handler may be of another organization: the telephone of the agency is none of the handler's
        const recipients = { organization: { ...sos.agency, phone: null }, people: [handler] };
        await this.commands.execute(
          new QueueMessages(
            { subject: 'sos', subjectId: sos.id, organizationId: sos.agency.id },
            // assigned again later, the handler is told again
            messagesTo(recipients, `sos.assigned:${sos.id}:${number}`, 'both', assignedText(sos, config)),
          ),
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

  private async membersOf(organizationId: number): Promise<number[]> {
    return (await recipientsOf(this.database, organizationId, 'sos')).people.map((p) => p.id);
  }
}

const text = (
  key: 'notification.sos.raised' | 'notification.sos.escalated' | 'notification.sos.assigned',
  sos: SosSummary,
): Bilingual =>
  bilingual(key, (l) => ({
    type: formatMessage(l, `delivery.sos.${sos.type}`),
    place: placeLabels(sos, l),
    agency: sos.agency.name,
  }));

const assignedText =
  (sos: SosSummary, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): ((language: Language) => MessageText) =>
  (language) => ({
    text: formatMessage(language, 'delivery.sos.assigned', {
      type: formatMessage(language, `delivery.sos.${sos.type}`),
      model: sos.vehicle.model,
      vin: sos.vehicle.vin,
      place: placeLabels(sos, language),
    }),
    link: PUBLIC_URL === undefined ? null : new URL(`/sos?id=${sos.id}`, PUBLIC_URL).toString(),
  });
