import type { Answer, Endpoint } from '@headland/contracts/endpoint';
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { query } from '../lib/session/session';

/** The call of a component that serves any endpoint of a kind; its props ensure that the endpoint accepts this input. */
interface Asked {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
}

/**
 * `useQuery` for a part that is made for any endpoint of a kind. Input and answer follow from the endpoint, which the compiler cannot work out
 * while the endpoint is still a type parameter: this is the one place that asserts it.
 */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  asked: Asked,
  options: Partial<UseQueryOptions<Answer<E>>> = {},
): UseQueryResult<Answer<E>> {
  return useQuery({ ...query(endpoint as never, asked as never), ...options } as unknown as UseQueryOptions<Answer<E>>);
}
