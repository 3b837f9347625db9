import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { passwordReminder } from '@headland/domain/notification';
import { reachable } from '../deliveries/recipients.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { deleteOlder } from '../../platform/database/delete-older';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { bilingual } from '../../platform/bilingual';
import { keptSince } from './notification.reads';
import { NotifyMembers } from './notify-members.command';

/**
 * Reminds members whose password expires within two weeks, and deletes notifications that are older than 90 days. Runs in the
 * jobs process, hourly, idempotent.
 */
@Injectable()
export class NotificationMaintenance {
  constructor(
    duties: SingleDuties,
    @InjectDataSource() private readonly database: DataSource,
    private readonly commands: CommandBus,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('notification maintenance', () => this.run());
  }

  async run(): Promise<void> {
    await this.remind();
    await this.deleteOld();
  }

  private async remind(): Promise<void> {
    const now = this.now();
    const members = await this.database.query<{ id: number; password_changed_at: Date }[]>(
      `SELECT id, password_changed_at FROM user_account
       WHERE ${reachable} AND NOT temporary_password AND password_changed_at BETWEEN $1::timestamptz - interval '7 months' AND $1::timestamptz - interval '5 months'`,
      [now],
    );
    for (const { id, password_changed_at: changedAt } of members) {
      const due = passwordReminder(changedAt, now);
      if (due === null) continue;
      const text = bilingual('notification.account.expires', () => ({ days: due.days }));
      const cause = `password.expires:${changedAt.toISOString()}:${due.step}`;
      await this.commands.execute(
        new NotifyMembers([id], {
          cause,
          kind: 'account',
          text,
          link: '/dash?panel=password',
          vehicleId: null,
          at: now,
          messages: true,
        }),
      );
    }
  }

  private async deleteOld(): Promise<void> {
    const since = keptSince(this.now());
    for (const table of ['notification', 'notification_cause'])
      await deleteOlder(this.database, { table, at: 'at' }, since);
  }
}
