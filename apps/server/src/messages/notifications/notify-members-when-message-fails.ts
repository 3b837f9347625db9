import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { formatMessage } from '@headland/i18n/format-message';
import { recipientsOf } from '../deliveries/recipients.reads';
import { Policies } from '../../platform/event-log/policies';
import { bilingual } from '../../platform/bilingual';
import { NotifyMembers } from './notify-members.command';

interface Failed {
  channel: 'push' | 'sms' | 'email' | 'panel' | 'app';
  recipient: string;
  organization_id: number;
  path: number[];
  vehicle_id: number | null;
  changed_at: Date;
}

/**
 * A message about an SOS or a report has finally failed: notifies members of the organization, or of the next one up
 * with members, who must phone instead. Each time it fails; not where its call was closed meanwhile.
 */
@Injectable()
export class NotifyMembersWhenMessageFails {
  constructor(policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    policies.register({
      name: 'notify-members-when-message-fails',
      on: ['delivery.changed'],
      run: async ({ at, payload: { subject, subjectId, deliveryId } }) => {
        // the other subjects are no emergency: the screens show what failed
        if (subject !== 'sos' && subject !== 'fault') return;
        const [failed] = await database.query<Failed[]>(
          `SELECT d.channel, d.recipient, d.organization_id, d.changed_at, o.path, ${subject === 'sos' ? 'c' : 'f'}.vehicle_id FROM delivery d JOIN organization o ON o.id = d.organization_id
           ${subject === 'sos' ? 'JOIN sos_call c ON c.id = d.subject_id' : 'JOIN fault_report f ON f.id = d.subject_id'} WHERE d.id = $1 AND d.state = 'failed' AND d.problem IS DISTINCT FROM 'withdrawn'`,
          [deliveryId],
        );
        if (failed === undefined) return;
        const text = bilingual('notification.system.failed', (l) => ({
          matter: formatMessage(l, `notification.matter.${subject}`),
          channel: formatMessage(l, `notification.channel.${failed.channel}`),
          to: failed.recipient,
        }));
        const link = subject === 'sos' ? `/sos?id=${subjectId}` : `/breakdown?id=${subjectId}`;
        for (const organizationId of failed.path.toReversed()) {
          const { people } = await recipientsOf(database, organizationId, subject);
          if (people.length === 0) continue;
          await commands.execute(
            new NotifyMembers(
              people.map((p) => p.id),
              {
                // sent again by hand, it may fail again
                cause: `delivery.failed:${deliveryId}:${failed.changed_at.getTime()}`,
                kind: 'system',
                text,
                link,
                vehicleId: failed.vehicle_id,
                at: new Date(at),
                messages: true,
              },
            ),
          );
          return;
        }
      },
    });
  }
}
