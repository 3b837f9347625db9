import type { Answer, Endpoint, Input } from '@headland/contracts/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../lib/session/session';
import { toast } from './toast';
import { Problem } from '../lib/call';
import { useI18n } from '../lib/i18n';

interface Options<E extends Endpoint> {
  done?: (answer: Answer<E>) => void;
  success?: string | ((answer: Answer<E>) => string);
  /** problems that the caller shows itself */
  shows?: (problem: Problem) => boolean;
}
/**
 * An act on the server: `const acknowledge = useAction(sosAlerts.acknowledge, { done: …, success: t('…') })`, then `acknowledge.run({ params: { id } })`.
 * A problem shows a toast (a 409 without an alarm: somebody was faster), and the lists are read again, since they were out of date.
 */
export function useAction<E extends Endpoint>(endpoint: E, { done, success, shows }: Options<E> = {}) {
  const cache = useQueryClient();
  const { problemLine, field } = useI18n();
  const invalidate = useInvalidate(endpoint);
  const mutation = useMutation({
    mutationFn: (input: Input<E>) =>
      (call as (e: Endpoint, input: unknown) => Promise<unknown>)(endpoint, input) as Promise<Answer<E>>,
    onSuccess: (answer) => {
      if (success !== undefined) toast(typeof success === 'string' ? success : success(answer));
      // the stream will bring it, too; but if it is lost, the acting member must not wait for it
      invalidate();
      done?.(answer);
    },
    onError: (error) => {
      const p = error instanceof Problem ? error : new Problem('INTERNAL');
      // there is no field that it could stand at: its text follows, without those that need the field's name
      const texts = Object.values(p.fields).filter((key) => key !== 'field.req' && key !== 'field.choose');
      const line = [problemLine(p), ...new Set(texts.map((key) => field(key, '')))].join(' ');
      if (shows?.(p) !== true) toast(line, p.status === 409 ? 'watch' : 'now');
      if (p.status === 409) void cache.invalidateQueries();
    },
  });
  return { run: mutation.mutate, runAsync: mutation.mutateAsync, busy: mutation.isPending };
}

/** Reads again what an act on these endpoints may have changed; for forms, which send by themselves. */
export function useInvalidate(...endpoints: Endpoint[]): () => void {
  const cache = useQueryClient();
  const collections = endpoints.map(({ path }) => collectionOf(path)).join(' ');
  return useCallback(
    () =>
      void cache.invalidateQueries({
        predicate: ({ queryKey: [key] }) =>
          typeof key === 'string' && collections.split(' ').some((collection) => key.startsWith(collection)),
      }),
    [cache, collections],
  );
}

/** /api/sos/:id/acknowledge is an act on /api/sos. */
const collectionOf = (path: string): string => path.split('/:')[0] ?? path;
