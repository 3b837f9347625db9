import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NotificationPreference } from '@headland/contracts/notification';
import { overridesOf } from '@headland/domain/notification';
import { Change } from '../../platform/event-log/change';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { preferencesFor } from './notification.reads';

/** Changes a member's channels for these kinds; the others are unchanged. */
export class SetPreferences extends Command<NotificationPreference[]> {
  constructor(
    readonly preferences: NotificationPreference[],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(SetPreferences)
export class SetPreferencesHandler implements ICommandHandler<SetPreferences> {
  constructor(private readonly change: Change) {}

  execute({ preferences, by }: SetPreferences): Promise<NotificationPreference[]> {
    const userId = memberId(by);
    const kinds = new Map(preferences.map((p) => [p.kind, p]));
    return this.change.run(actorOf(by), async (tx, emit) => {
      // serialises two forms
      await tx.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [userId]);
      const before = await preferencesFor(tx, userId);
      const overrides = overridesOf([...kinds.values()]);
      await tx.query('DELETE FROM notification_preference WHERE user_id = $1 AND kind = ANY($2)', [
        userId,
        [...kinds.keys()],
      ]);
      await tx.query(
        'INSERT INTO notification_preference (user_id, kind, channel, wanted) SELECT $1, k, c, w FROM unnest($2::text[], $3::text[], $4::boolean[]) u(k, c, w)',
        [userId, overrides.map((k) => k.kind), overrides.map((k) => k.channel), overrides.map((k) => k.wanted)],
      );
      const after = await preferencesFor(tx, userId);
      const changes = after.flatMap((p, i) => {
        const [from, to] = [describe(before[i]), describe(p)];
        return from === to ? [] : [{ field: `alerts.${p.kind}`, from, to }];
      });
      if (changes.length > 0)
        emit(
          'record.changed',
          { screen: 'organization', kind: 'alerts', id: String(userId), name: by.name, changes },
          { organizationId: by.organizationId },
        );
      return after;
    });
  }
}

const describe = (p: NotificationPreference | undefined): string | null => {
  const on = p === undefined ? [] : (['inApp', 'push', 'email', 'sms'] as const).filter((channel) => p[channel]);
  return on.length === 0 ? null : on.join(', ');
};
