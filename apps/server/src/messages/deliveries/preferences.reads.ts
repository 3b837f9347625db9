import type { NotificationKind, QuietHours } from '@headland/contracts/notification';
import { type ChannelOverride, channelPreferencesOf } from '@headland/domain/notification';
import { channelsAt, type ChannelsNow } from '@headland/domain/quiet-hours';
import type { Tx } from '../../platform/database/rows';

export type PreferencesByMember = ChannelsNow;

/** The channels of each of these members for a kind, at this moment: by their preferences and quiet hours. */
export async function preferencesFor(
  tx: Tx,
  userIds: number[],
  kind: NotificationKind,
  now: Date,
): Promise<Map<number, PreferencesByMember>> {
  const rows = await tx.query<(ChannelOverride & { user_id: number })[]>(
    'SELECT user_id, kind, channel, wanted FROM notification_preference WHERE user_id = ANY($1) AND kind = $2',
    [userIds, kind],
  );
  const quiet = await quietHoursOf(tx, userIds);
  return new Map(
    userIds.map((id) => {
      const own = rows.filter((r) => r.user_id === id);
      return [id, channelsAt(kind, channelPreferencesOf(kind, own), quiet.get(id) ?? null, now)];
    }),
  );
}

/** The quiet hours of those of these members who have some. */
export async function quietHoursOf(tx: Tx, userIds: number[]): Promise<Map<number, QuietHours>> {
  const rows = await tx.query<(QuietHours & { userId: number })[]>(
    'SELECT user_id AS "userId", days, starts AS "from", ends AS "to", time_zone AS "timeZone" FROM quiet_hours WHERE user_id = ANY($1)',
    [userIds],
  );
  return new Map(rows.map(({ userId, ...hours }) => [userId, hours]));
}
