import { type NotificationKind, notifications } from '@headland/contracts/notification';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveState } from '../lib/live/live';
import { call, query, useCurrentMember } from '../lib/session/session';

export interface NotificationFilter {
  kind: NotificationKind[];
  unread: boolean;
}
const pageSize = 50;

/** The member's unread count. Refetched on `member.notified`; polled without the stream. */
export function useUnread(): number {
  const me = useCurrentMember();
  const { state } = useLiveState();
  const { data } = useQuery({
    ...query(notifications.unread),
    enabled: me !== null,
    refetchInterval: state === 'live' ? false : 15_000,
  });
  return data?.unread ?? 0;
}

/**
 * The member's notifications, newest first, fifty at a time. New ones may push rows to the next page: duplicates are
 * removed.
 */
export function useNotifications({ kind, unread }: NotificationFilter) {
  const list = useInfiniteQuery({
    queryKey: [notifications.list.path, { kind, unread }],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        notifications.list,
        { query: { page: pageParam, size: pageSize, kind, ...(unread ? { unread: 'true' as const } : {}) } },
        signal,
      ),
    getNextPageParam: (last) =>
      last.page.number * last.page.size < last.page.total ? last.page.number + 1 : undefined,
  });
  const rows = useMemo(
    () => [...new Map((list.data?.pages ?? []).flatMap((p) => p.rows).map((n) => [n.id, n])).values()],
    [list.data],
  );
  return { ...list, rows, total: list.data?.pages[0]?.page.total ?? 0 };
}
