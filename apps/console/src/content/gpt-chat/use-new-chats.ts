import { type GptChatRow, gptChats } from '@headland/contracts/gpt-chat';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveEvents } from '../../lib/live/live';
import { call, query } from '../../lib/session/session';
import type { List } from '../../ui/use-list';

type Chats = List<typeof gptChats.list>;

/** The first page, newest first, without an end: the only one that grows while it is read. */
const growsHere = ({ filter: { page, sort, order, to } }: Chats): boolean =>
  page === 1 && sort === 'askedAt' && order === 'desc' && (to === undefined || Date.parse(to) > Date.now());

/**
 * Questions of this filter that came since the list was read: they wait behind "1 new". A shown one gets its answer in
 * place when that has ended.
 */
export function useNewChats(list: Chats): { count: number; show: () => void } {
  const cache = useQueryClient();
  const grows = growsHere(list);
  const { rows, input, result } = list;
  const newest = rows.reduce((most, { id }) => Math.max(most, id), 0);
  const ahead = useQuery({
    ...query(gptChats.list, { query: { ...input, after: newest, page: 1, size: 10 } }),
    enabled: grows && result.isSuccess && !result.isPlaceholderData,
    gcTime: 10_000,
  });
  const readAnswer = async (id: number): Promise<void> => {
    const { question, answer, state, problem } = await call(gptChats.get, { params: { id } });
    cache.setQueriesData<{ rows: GptChatRow[] }>(
      { queryKey: [gptChats.list.path] },
      (shown) =>
        shown && {
          ...shown,
          rows: shown.rows.map((r) => (r.id === id ? { ...r, question, answer, state, problem } : r)),
        },
    );
  };
  useLiveEvents((event) => {
    if (event.name === 'gptChat.asked' && grows) void ahead.refetch();
    if (event.name !== 'gptChat.ended' || !('questionId' in event.payload)) return;
    const { questionId } = event.payload;
    // one that cannot be read now is read with the list the next time
    if (rows.some(({ id }) => id === questionId)) readAnswer(questionId).catch(() => undefined);
  });
  return { count: grows ? (ahead.data?.page.total ?? 0) : 0, show: () => void result.refetch() };
}
