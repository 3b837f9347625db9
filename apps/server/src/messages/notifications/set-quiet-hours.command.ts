import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { QuietHours } from '@headland/contracts/notification';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { Change } from '../../platform/event-log/change';
import { quietHoursOf } from '../deliveries/preferences.reads';

/** Sets a member's quiet hours, or ends them. It is in the log, since it explains why somebody was not called. */
export class SetQuietHours extends Command<{ quietHours: QuietHours | null }> {
  constructor(
    readonly quietHours: QuietHours | null,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(SetQuietHours)
export class SetQuietHoursHandler implements ICommandHandler<SetQuietHours> {
  constructor(private readonly change: Change) {}

  execute({ quietHours, by }: SetQuietHours): Promise<{ quietHours: QuietHours | null }> {
    const userId = memberId(by);
    return this.change.run(actorOf(by), async (tx, emit) => {
      // serialises two forms
      await tx.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [userId]);
      const before = (await quietHoursOf(tx, [userId])).get(userId) ?? null;
      const after = quietHours && { ...quietHours, days: [...new Set(quietHours.days)].toSorted((a, b) => a - b) };
      if (after === null) await tx.query('DELETE FROM quiet_hours WHERE user_id = $1', [userId]);
      else
        await tx.query(
          `INSERT INTO quiet_hours (user_id, days, starts, ends, time_zone) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (user_id) DO UPDATE SET days = excluded.days, starts = excluded.starts, ends = excluded.ends, time_zone = excluded.time_zone`,
          [userId, after.days, after.from, after.to, after.timeZone],
        );
      const [from, to] = [describe(before), describe(after)];
      if (from !== to) {
        const subject = { screen: 'organization' as const, kind: 'alerts', id: String(userId), name: by.name };
        const changes = [{ field: 'alerts.quietHours', from, to }];
        emit('record.changed', { ...subject, changes }, { organizationId: by.organizationId });
      }
      return { quietHours: after };
    });
  }
}

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const describe = (hours: QuietHours | null): string | null =>
  hours && `${hours.days.map((day) => names[day]).join(' ')} ${hours.from}–${hours.to} ${hours.timeZone}`;
