import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { FaultSummary } from '@headland/contracts/fault';
import { recipientsOf } from '../../messages/deliveries/recipients.reads';
import { agencyBefore } from './agency-before.reads';
import { Policies } from '../../platform/event-log/policies';
import { both, type Bilingual } from '../../platform/bilingual';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { placeLabels } from '../../platform/place-labels';

/**
 * Those who must act have it in their notification centre: of a critical fault the people of the vehicle's dealer, of an accepted report the
 * person in charge or else the agency's people, of one that moved on the agency before, of an escalated one the organisation that it went to.
 * Push and SMS go out by policies of the reports.
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
        const tell = (userIds: number[], cause: string, key: FaultText): Promise<void> =>
          commands.execute(
            new NotifyMembers(userIds, {
              cause: `${cause}:${fault.id}:${number}`,
              kind: 'fault',
              text: words(key, fault),
              link: `/breakdown?id=${fault.id}`,
              vehicleId,
              at: new Date(at),
              messages: false,
            }),
          );
        if (name === 'fault.occurred') {
          if (fault.severity === 'critical' && fault.status === 'occurred')
            await tell(await this.peopleOf(fault.agency.id), name, 'notification.fault.occurred');
        } else if (name === 'fault.escalated') {
          if (fault.escalatedTo !== null)
            await tell(await this.peopleOf(fault.escalatedTo.id), name, 'notification.fault.escalated');
        } else {
          const people = await this.peopleOf(fault.agency.id);
          const inCharge = people.filter((id) => id === fault.personInCharge?.id);
          await tell(inCharge.length > 0 ? inCharge : people, 'fault.accepted', 'notification.fault.accepted');
          const before = name === 'fault.reassigned' ? await agencyBefore(database, fault.id, number) : null;
          if (before !== null && before !== fault.agency.id)
            await tell(await this.peopleOf(before), 'fault.withdrawn', 'notification.fault.withdrawn');
        }
      },
    });
  }

  private async peopleOf(organizationId: number): Promise<number[]> {
    return (await recipientsOf(this.database, organizationId, 'fault')).people.map((p) => p.id);
  }
}

type FaultText =
  | 'notification.fault.occurred'
  | 'notification.fault.accepted'
  | 'notification.fault.withdrawn'
  | 'notification.fault.escalated';
const words = (key: FaultText, fault: FaultSummary): Bilingual =>
  both(key, (l) => ({
    code: fault.code,
    name: fault.name[l],
    place: placeLabels(fault, l),
    by: fault.acceptedBy ?? '',
    agency: fault.agency.name,
  }));
