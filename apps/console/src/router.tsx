import type { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { changePath, guard, safeRedirect } from './lib/guard';
import { forgetKept } from './lib/kept';
import { parseSearch, stringifySearch } from './lib/search';
import { type PublicPath, publicPages, publicPaths, screens, wallPage } from './routes';
import { firstPage, type Screen } from './lib/screen';
import { forgetReload, reloadWhenCalm } from './lib/session/reload';
import {
  can,
  end,
  forcedChange,
  forgetEverybody,
  holder,
  onRightsChanged,
  onSessionEnd,
  onSessionRenewed,
  who,
} from './lib/session/session';
import { LoadFailed, NotFound } from './shell/broken';
import { dismissAll, toast } from './ui/toast';
import { type ForcedChange, store } from './lib/session/store';
import { formatMessage, loadWords, shownLanguage } from './lib/words';

/** A registration route with a number other than 0 edits that record, where it is marked so. */
const neededFor = ({ permission, editing }: Screen, path: string): Screen['permission'] =>
  editing === undefined || /\/0\/?$/u.test(path) ? permission : editing;

/** The frame of the screens. It comes at the same time as the screen inside it, and the login does without. */
const consoleShell = firstPage(() => import('./console-shell'), 'ConsoleShell');

export function createConsoleRouter(cache: QueryClient) {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
  const before: { [P in PublicPath]?: (search: { redirect?: string; reason?: string }) => void } = {
    '/login': ({ redirect: wanted, reason }) => {
      if (cameFrom() === '/join') {
        forgetEverybody();
        cache.clear();
      } else if (who() !== null && reason === undefined) throw redirect({ href: safeRedirect(wanted) });
    },
    '/authenticateSms': () => {
      if (store.get().smsLogin === null) throw coldLink();
      // while one reads the code: what comes after it
      Promise.all([consoleShell.preload?.(), loadWords(shownLanguage())]).catch(() => undefined);
    },
    '/changePwd': () => onlyToChange('temporary'),
    '/changeExpiredPwd': () => onlyToChange('expired'),
  };
  const open = publicPaths.map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: publicPages[path],
      beforeLoad: ({ search }): void => before[path]?.(search as { redirect?: string; reason?: string }),
    }),
  );
  const wall = createRoute({ getParentRoute: () => root, path: '/wall', component: wallPage });
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: consoleShell,
    notFoundComponent: NotFound,
  });
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
        const verdict = guard(neededFor(screen, location.pathname), { signedIn: signedIn(), can });
        if (verdict === 'login') throw outside(location.href);
        if (verdict === 'dash') {
          const language = shownLanguage();
          const values = { screen: formatMessage(language, screen.title) };
          toast(formatMessage(language, 'shell.forbidden', values), 'watch');
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
      if (!signedIn()) throw outside(location.href);
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([...open, wall, shell.addChildren([home, ...pages, elsewhere])]),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: LoadFailed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: false,
  });
  /** Where one was before the page that is being opened. */
  function cameFrom(): string | undefined {
    return router.state.resolvedLocation?.pathname;
  }
  onSessionEnd((reason) => {
    cache.clear();
    forgetKept();
    dismissAll();
    forgetReload();
    const { pathname, href } = router.state.location;
    // A wall display has a session of its own, and who is before the login stays there.
    if (pathname === '/wall' || publicPaths.some((path) => path === pathname)) return;
    void router.navigate({
      to: '/login',
      search: { reason, ...(reason === 'loggedOut' ? {} : { redirect: href }) },
    });
  });
  /** The rights may differ now: what is shown is read again and the guard asked anew, in place, so that nothing typed is lost. */
  const readAgain = (): void => {
    void cache.invalidateQueries();
    void router.invalidate();
  };
  onRightsChanged(readAgain);
  onSessionRenewed(() => {
    readAgain();
    // A wall display is watched, not used: it renews itself without a blank screen.
    if (router.state.location.pathname !== '/wall') reloadWhenCalm();
  });
  return router;
}

/** Where one goes who is not logged in: on with the change of the password that the login demanded, or to the login, which leads back here. */
function outside(href: string): unknown {
  const forced = forcedChange();
  if (forced !== null) return redirect({ to: changePath[forced.mustChange] });
  return redirect({ to: '/login', search: { redirect: href, reason: 'missing' } });
}

/** A page in the middle of a login, opened by its address: the login says so; who is logged in comes to the dashboard. */
const coldLink = (): unknown => redirect({ to: '/login', ...(who() === null && { search: { reason: 'coldLink' } }) });

/** A change of the password opens with the login that demands it, and with nothing else. */
function onlyToChange(which: ForcedChange['mustChange']): void {
  const forced = forcedChange();
  if (forced === null) throw coldLink();
  if (forced.mustChange !== which) throw redirect({ to: changePath[forced.mustChange] });
}

/** A token that cannot be read is no session; it is cleared, or the login would send back here for ever. */
function signedIn(): boolean {
  if (who() !== null) return true;
  if (holder.access() !== null) end('invalid');
  return false;
}
