import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { SosSummary } from '@headland/contracts/sos';
import { formatMessage } from '@headland/i18n/format-message';
import { recipientsOf } from '../../messages/deliveries/recipients.reads';
import { Policies } from '../../platform/event-log/policies';
import { bilingual, type Bilingual } from '../../platform/bilingual';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { placeLabels } from '../../platform/place-labels';
import { isStillOpen } from './sos-summary';

/**
 * In-app notifications for those who must act: a new SOS goes to the agency, an escalated one to the members of the
 * organization it went to (once each, though the alarm sounds every minute), an assigned one to its handler. Push and
 * SMS are sent by the other policies of the slice.
 */
@Injectable()
export class NotifyMembersWhenSosNeedsThem {
  constructor(
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
  ) {
    policies.register({
      name: 'notify-members-when-sos-needs-them',
      on: ['sos.raised', 'sos.repeated', 'sos.escalated', 'sos.assigned'],
      run: async ({ number, name, at, vehicleId, payload: { sos } }) => {
        if (!(await isStillOpen(this.database, sos.id))) return;
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
