import type { Endpoint, Input, ListEndpoint, ListRow } from '@headland/contracts/endpoint';
import { useCallback, useEffect, useState } from 'react';
import { ask } from '../client';
import { useTexts } from '../language';
import { type Read, useAnswer } from '../use-answer';

export interface Pages<R> extends Omit<Read<unknown>, 'data'> {
  data: { rows: R[]; total: number } | null;
  /** reads one page more; null: these are all */
  more: (() => void) | null;
}

/**
 * A published list, page after page. How many pages were read is kept with the entry of the history, so that Back shows
 * the list as it was; pages that the browser has already cost a 304 each.
 */
export function usePages<E extends ListEndpoint>(
  path: E['path'],
  query: Omit<NonNullable<Input<E>['query' & keyof Input<E>]>, 'page' | 'size'>,
): Pages<ListRow<E>> {
  const { language } = useTexts();
  const asked = JSON.stringify(query);
  const [pages, setPages] = useState(() => keptPages(asked));
  useEffect(() => setPages(keptPages(asked)), [asked]);
  const load = useCallback(
    async (signal: AbortSignal) => {
      const filter = JSON.parse(asked) as object;
      const read = await Promise.all(
        Array.from({ length: pages }, (_, i) =>
          ask<Endpoint & { page: true }>(path, { query: { ...filter, page: i + 1 } } as never, {
            ...{ language, signal },
            cache: 'default',
          }),
        ),
      );
      const lists = read as unknown as { rows: ListRow<E>[]; page: { total: number } }[];
      return { rows: lists.flatMap((list) => list.rows), total: lists.at(-1)?.page.total ?? 0 };
    },
    [path, asked, pages, language],
  );
  const answer = useAnswer(load);
  const { data } = answer;
  const more = (): void => {
    history.replaceState({ ...(history.state as object | null), pages: pages + 1, asked }, '');
    setPages(pages + 1);
  };
  return { ...answer, more: data !== null && data.rows.length < data.total ? more : null };
}

function keptPages(asked: string): number {
  const kept = history.state as { pages?: number; asked?: string } | null;
  return kept?.asked === asked ? (kept.pages ?? 1) : 1;
}
