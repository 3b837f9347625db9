import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { groupTypes, roles } from '@headland/contracts/access';
import { ownerTransfers } from '@headland/contracts/owner-transfer';
import { mayCall } from '@headland/domain/access';
import { formatMessage } from '@headland/i18n/format-message';
import { reachable } from '../../messages/deliveries/recipients.reads';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { Policies } from '../../platform/event-log/policies';

/** An accepted transfer waits for the staff: members who may decide, all of whom see every vehicle, get a notification. */
@Injectable()
export class NotifyMembersWhenTransferAwaits {
  constructor(policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    policies.register({
      name: 'notify-members-when-transfer-awaits',
      on: ['transfer.accepted'],
      run: async ({ at, payload: { transfer } }) => {
        const members = await database.query<{ id: number }[]>(
          `SELECT u.id FROM user_account u JOIN unnest($1::text[], $2::text[]) AS d(group_type, role) ON d.group_type = u.group_type AND d.role = u.role WHERE ${reachable} ORDER BY u.id`,
          [deciders.map((d) => d.group), deciders.map((d) => d.role)],
        );
        const { vin, model, id: vehicleId } = transfer.vehicle;
        await commands.execute(
          new NotifyMembers(
            members.map((m) => m.id),
            {
              cause: `transfer.accepted:${transfer.id}`,
              kind: 'transfer',
              text: {
                ko: formatMessage('ko', 'transfer.notified', { model, vin }),
                en: formatMessage('en', 'transfer.notified', { model, vin }),
              },
              link: `/ownerTransfer?id=${transfer.id}`,
              vehicleId,
              at: new Date(at),
              messages: true,
            },
          ),
        );
      },
    });
  }
}

const deciders = groupTypes
  .flatMap((group) => roles.map((role) => ({ group, role })))
  .filter(({ group, role }) => mayCall({ groupType: group, role }, ownerTransfers.approve.allow));
