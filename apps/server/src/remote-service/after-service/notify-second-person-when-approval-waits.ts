import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { afterService } from '@headland/contracts/after-service';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { secondAccounts } from '../../messages/notifications/second-accounts.reads';
import { Policies } from '../../platform/event-log/policies';

/** Ten minutes are short: members who may approve a reset are notified at once. */
@Injectable()
export class NotifySecondPersonWhenApprovalWaits {
  constructor(policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    policies.register({
      name: 'notify-second-person-when-approval-waits',
      on: ['approval.asked'],
      run: async ({ at, payload: { vehicleId, approvalId, part } }) => {
        const [asked] = await database.query<{ by: number; name: string; vin: string }[]>(
          'SELECT a.asked_by AS by, a.asked_name AS name, v.vin FROM write_approval a JOIN vehicle v ON v.id = a.vehicle_id WHERE a.id = $1',
          [approvalId],
        );
        if (asked === undefined) return;
        const textIn = (l: Language): string =>
          formatMessage(l, 'notification.approval.asked', {
            by: asked.name,
            vin: asked.vin,
            part: formatMessage(l, `servicePart.${part}`),
          });
        await commands.execute(
          new NotifyMembers(await secondAccounts(database.manager, asked.by, afterService.decideApproval.allow), {
            cause: `approval.asked:${approvalId}`,
            kind: 'diagnosis',
            text: { ko: textIn('ko'), en: textIn('en') },
            link: `/afterServiceDetail/${vehicleId}`,
            vehicleId,
            at: new Date(at),
            messages: true,
          }),
        );
      },
    });
  }
}
