import type { NotificationKind } from '@headland/contracts/notification';
import { type ChannelOverride, channelPreferencesOf } from '@headland/domain/notification';
import type { Tx } from '../../platform/database/rows';

export type PreferencesByMember = ReturnType<typeof channelPreferencesOf>;

/** The notification preferences of each of these members for a kind. */
export async function preferencesFor(
  tx: Tx,
  userIds: number[],
  kind: NotificationKind,
): Promise<Map<number, PreferencesByMember>> {
  const rows = await tx.query<(ChannelOverride & { user_id: number })[]>(
    'SELECT user_id, kind, channel, wanted FROM notification_preference WHERE user_id = ANY($1) AND kind = $2',
    [userIds, kind],
  );
  return new Map(
    userIds.map((id) => [
      id,
      channelPreferencesOf(
        kind,
        rows.filter((r) => r.user_id === id),
      ),
    ]),
  );
}
