import type { Answer } from '@headland/contracts/endpoint';
import { type Notification, notifications } from '@headland/contracts/notification';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../lib/clock';
import { useI18n } from '../lib/i18n';
import { call } from '../lib/session/session';
import { useAction } from '../ui/use-action';
import { useUndo } from '../ui/use-undo';

type Pages = InfiniteData<Answer<typeof notifications.list>>;

/** Marks these, or all up to the newest shown, as read. The marks change at once, the count with the response. */
export function useMarkRead() {
  const cache = useQueryClient();
  const took = ({ unread }: { unread: number }) => {
    cache.setQueryData([notifications.unread.path, {}], { unread });
    void cache.invalidateQueries({ queryKey: [notifications.list.path] });
  };
  const { t } = useI18n();
  const undo = useUndo();
  const offer = ({ readAt, unread }: Answer<typeof notifications.readAll>): void => {
    took({ unread });
    undo(t('notification.allRead'), async () => took(await call(notifications.takeBackRead, { body: { readAt } })));
  };
  const some = useAction(notifications.read, { done: took });
  const all = useAction(notifications.readAll, { done: offer });
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
