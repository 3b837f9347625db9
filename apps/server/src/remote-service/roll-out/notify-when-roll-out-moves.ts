import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { rollOuts } from '@headland/contracts/roll-out';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import { NotifyMembers } from '../../messages/notifications/notify-members.command';
import { secondAccounts } from '../../messages/notifications/second-accounts.reads';
import { Policies } from '../../platform/event-log/policies';
import { countsByWave, sum } from './roll-out-row';

const notifiedSteps = ['sent', 'declined', 'approved', 'stopped', 'done', 'cancelled', 'expired'] as const;

/**
 * Members who may approve it are notified that it waits; its author and its approver when it stops or ends, its author also of the decision; no one of what
 * was the own doing.
 */
@Injectable()
export class NotifyWhenRollOutMoves {
  constructor(policies: Policies, commands: CommandBus, @InjectDataSource() database: DataSource) {
    policies.register({
      name: 'notify-when-roll-out-moves',
      on: ['rollOut.changed'],
      run: async ({ number, at, payload: { rollOutId, step } }) => {
        const news = notifiedSteps.find((s) => s === step);
        if (news === undefined) return;
        const [row] = await database.query<
          { name: string; created_by: number; approved_by: number | null; by: number | null }[]
        >(
          'SELECT name, created_by, approved_by, (SELECT by_user FROM event_log WHERE number = $2) AS by FROM roll_out WHERE id = $1',
          [rollOutId, number],
        );
        if (row === undefined) return;
        const { done, failed, ...others } = sum(
          (await countsByWave(database.manager, [rollOutId])).get(rollOutId)?.values() ?? [],
        );
        const left = Object.values(others).reduce((a, b) => a + b, 0);
        const textIn = (l: Language): string =>
          formatMessage(l, `notification.rollOut.${news}`, { name: row.name, done, failed, left });
        const to =
          news === 'sent'
            ? await secondAccounts(database.manager, row.created_by, rollOuts.approve.allow)
            : [
                ...new Set([
                  row.created_by,
                  ...(news === 'approved' || row.approved_by === null ? [] : [row.approved_by]),
                ]),
              ];
        await commands.execute(
          new NotifyMembers(
            to.filter((id) => id !== row.by),
            {
              cause: `rollOut.${news}:${rollOutId}:${number}`,
              kind: 'reprogramming',
              text: { ko: textIn('ko'), en: textIn('en') },
              link: `/reProgramRollOut/${rollOutId}`,
              vehicleId: null,
              at: new Date(at),
              messages: true,
            },
          ),
        );
      },
    });
  }
}
