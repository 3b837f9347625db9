import type { Answer } from '@headland/contracts/endpoint';
import { type Notification, type NotificationKind, notifications } from '@headland/contracts/notification';
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveState } from '../lib/live/live';
import { useAction } from '../ui/use-action';
import { serverNow } from '../lib/clock';
import { call, query, useCurrentMember } from '../lib/session/session';

type Pages = InfiniteData<Answer<typeof notifications.list>>;
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

/** Marks these, or all up to the newest shown, as read. The marks change at once, the count with the response. */
export function useMarkRead() {
  const cache = useQueryClient();
  const took = ({ unread }: { unread: number }) => {
    cache.setQueryData([notifications.unread.path, {}], { unread });
    void cache.invalidateQueries({ queryKey: [notifications.list.path] });
  };
  const some = useAction(notifications.read, { done: took });
  const all = useAction(notifications.readAll, { done: took });
  const mark = (which: (n: Notification) => boolean) => {
    const readAt = new Date(serverNow()).toISOString();
    cache.setQueriesData<Pages>({ queryKey: [notifications.list.path] }, (old) => {
      if (!old) return old;
      return {
        ...old,
        pages: old.pages.map((p) => ({
          ...p,
          rows: p.rows.map((n) => (n.readAt === null && which(n) ? { ...n, readAt } : n)),
        })),
      };
    });
  };
  return {
    read: (id: number) => {
      mark((n) => n.id === id);
      some.run({ body: { ids: [id] } });
    },
    readAll: (upTo: number) => {
      mark((n) => n.id <= upTo);
      all.run({ body: { upTo } });
    },
    busy: all.busy,
  };
}
