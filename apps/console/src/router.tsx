import type { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { safeRedirect, guard } from './guard';
import { parseSearch, stringifySearch } from './lib/search';
import { loginPage, screens, wallPage } from './routes';
import { can, end, holder, onSessionEnd, onSessionRenewed, who } from './session/session';
import { LoadFailed, NotFound } from './shell/broken';
import { Shell } from './shell/shell';
import { toast } from './ui/toast';
import { intlOf } from './lib/text';
import { store } from './session/store';

export function createConsoleRouter(cache: QueryClient) {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
  const login = createRoute({
    getParentRoute: () => root,
    path: '/login',
    component: loginPage,
    beforeLoad: ({ search }) => {
      const { redirect: wanted, reason } = search as { redirect?: string; reason?: string };
      if (who() !== null && reason === undefined) throw redirect({ href: safeRedirect(wanted) });
    },
  });
  const wall = createRoute({ getParentRoute: () => root, path: '/wall', component: wallPage });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell, notFoundComponent: NotFound });
  const home = createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/dash', replace: true });
    },
  });
  const pages = screens.map((screen) =>
    createRoute({
      getParentRoute: () => shell,
      path: screen.path,
      component: screen.page,
      beforeLoad: ({ location }) => {
        const verdict = guard(screen.permission, location.href, { signedIn: signedIn(), can });
        if (verdict.go === 'login') throw redirect({ to: '/login', search: { redirect: verdict.redirect, reason: 'missing' } as never });
        if (verdict.go === 'dash') {
          toast(intlOf(store.get().language).formatMessage({ id: 'shell.forbidden' }), 'watch');
          throw redirect({ to: '/dash' });
        }
      },
    }),
  );
  const elsewhere = createRoute({
    getParentRoute: () => shell,
    path: '$',
    component: NotFound,
    beforeLoad: ({ location }) => {
      if (!signedIn()) throw redirect({ to: '/login', search: { redirect: location.href, reason: 'missing' } as never });
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([login, wall, shell.addChildren([home, ...pages, elsewhere])]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: LoadFailed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: false,
  });
  onSessionEnd((reason) => {
    cache.clear();
    const { pathname, href } = router.state.location;
    if (pathname === '/wall') return;
    void router.navigate({ to: '/login', search: { reason, ...(reason === 'loggedOut' ? {} : { redirect: href }) } as never });
  });
  // The rights of the new token may differ: what is shown is read again and the guard asked anew, in place, so that nothing typed is lost.
  onSessionRenewed(() => {
    void cache.invalidateQueries();
    void router.invalidate();
  });
  return router;
}

/** A token that cannot be read is no session; it is cleared, or the login would send back here for ever. */
function signedIn(): boolean {
  if (who() !== null) return true;
  if (holder.access() !== null) end('invalid');
  return false;
}
