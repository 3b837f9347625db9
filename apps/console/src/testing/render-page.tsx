import { ChakraProvider } from '@chakra-ui/react';
import type { LoggedEvent } from '@headland/contracts/event-log';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { LiveContext } from '../lib/live/live';
import { applyEvent } from '../lib/live/on-event';
import { fakeLive } from './fake-live';
import { TextProvider } from '../lib/i18n';
import { parseSearch, stringifySearch } from '../lib/search';
import { navigation } from '../routes';
import { NavigationContext } from '../shell/navigation';
import { store } from '../lib/session/store';
import { system } from '../ui/theme';
import { dismissAll, Toasts } from '../ui/toast';
import { type FakeAnswer, fakeFetch } from './fake-back-end';

export interface PageOptions {
  answers: readonly FakeAnswer[];
  /** the address, with its search; a pattern for parameters in `path` */
  at?: string;
  path?: string;
  language?: 'ko' | 'en';
  /** who is logged in; default: head office ADMIN */
  as?: { groupType: string; role: 'ADMIN' | 'STAFF' };
}

/**
 * A page with everything around it but the shell: words, router, query cache, a session, and a back end of `answers`. `emit(event)` is an event
 * of the log arriving. `renderPage(<SosPage />, { answers: [answer(sosAlerts.list, () => ({ rows, total })) ], at: '/sos?id=4' })`
 */
export function renderPage(
  page: ReactElement,
  { answers, at = '/', path, language = 'en', as = { groupType: 'HEAD_OFFICE', role: 'ADMIN' } }: PageOptions,
) {
  dismissAll();
  store.set({ language, session: { accessToken: fakeToken(as), refreshToken: 'r', id: 'kim', name: 'Kim Minsu' } });
  vi.stubGlobal('fetch', vi.fn(fakeFetch(answers)));
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: path ?? new URL(at, 'http://x').pathname,
    component: () => <NavigationContext value={navigation}>{page}</NavigationContext>,
  });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([route, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  });
  const live = fakeLive();
  const shown = render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={cache}>
        <TextProvider language={language}>
          <LiveContext value={live}>
            <RouterProvider router={router as never} />
          </LiveContext>
          <Toasts />
        </TextProvider>
      </QueryClientProvider>
    </ChakraProvider>,
  );
  const emit = (event: LoggedEvent) => {
    applyEvent(cache, event);
    for (const ear of live.client.onEvent) ear(event);
  };
  return { ...shown, router, cache, live, emit };
}

/** An unsigned token with the claims that the console reads. */
export function fakeToken(
  { groupType, role }: { groupType: string; role: string },
  more: Record<string, unknown> = {},
): string {
  const claims = {
    sub: '1',
    sid: 's1',
    name: 'Kim Minsu',
    roles: [`${groupType}_${role}`],
    groupType,
    organizationId: 1,
    ...more,
  };
  const part = (value: unknown) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  return `${part({ alg: 'none' })}.${part(claims)}.x`;
}
