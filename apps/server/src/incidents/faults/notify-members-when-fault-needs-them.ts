import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { FaultSummary } from '@headland/contracts/fault';
import { recipientsOf } from '../../messages/deliveries/recipients.reads';
import { agencyBefore } from './agency-before.reads';
import { Policies } from '../../platform/event-log/policies';
import { bilingual, type Bilingual } from '../../platform/bilingual';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { placeLabels } from '../../platform/place-labels';

/**
 * In-app notifications for those who must act: a critical fault goes to the vehicle's dealer, an accepted report to the
 * person in charge or else the agency, a reassigned one to the previous agency, an escalated one to the organization it
 * went to. Push and SMS are sent by the other policies of the slice.
 */
@Injectable()
export class NotifyMembersWhenFaultNeedsThem {
  constructor(
    policies: Policies,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
  ) {
    policies.register({
      name: 'notify-members-when-fault-needs-them',
      on: ['fault.occurred', 'fault.accepted', 'fault.reassigned', 'fault.escalated'],
      run: async ({ number, name, at, vehicleId, payload: { fault } }) => {
        const notify = (userIds: number[], cause: string, key: FaultText): Promise<void> =>
          commands.execute(
            new NotifyMembers(userIds, {
              cause: `${cause}:${fault.id}:${number}`,
              kind: 'fault',
              text: text(key, fault),
              link: `/breakdown?id=${fault.id}`,
              vehicleId,
              at: new Date(at),
              messages: false,
            }),
          );
        if (name === 'fault.occurred') {
          if (fault.severity === 'critical' && fault.status === 'occurred')
            await notify(await this.membersOf(fault.agency.id), name, 'notification.fault.occurred');
        } else if (name === 'fault.escalated') {
          if (fault.escalatedTo !== null)
            await notify(await this.membersOf(fault.escalatedTo.id), name, 'notification.fault.escalated');
        } else {
          const members = await this.membersOf(fault.agency.id);
          const inCharge = members.filter((id) => id === fault.personInCharge?.id);
          await notify(inCharge.length > 0 ? inCharge : members, 'fault.accepted', 'notification.fault.accepted');
          const before = name === 'fault.reassigned' ? await agencyBefore(database, fault.id, number) : null;
          if (before !== null && before !== fault.agency.id)
            await notify(await this.membersOf(before), 'fault.withdrawn', 'notification.fault.withdrawn');
        }
      },
    });
  }

  private async membersOf(organizationId: number): Promise<number[]> {
    return (await recipientsOf(this.database, organizationId, 'fault')).people.map((p) => p.id);
  }
}

type FaultText =
  | 'notification.fault.occurred'
  | 'notification.fault.accepted'
  | 'notification.fault.withdrawn'
  | 'notification.fault.escalated';
const text = (key: FaultText, fault: FaultSummary): Bilingual =>
  bilingual(key, (l) => ({
    code: fault.code,
    name: fault.name[l],
    place: placeLabels(fault, l),
    by: fault.acceptedBy ?? '',
    agency: fault.agency.name,
  }));
