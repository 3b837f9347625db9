import { useSyncExternalStore } from 'react';
import { withAppToken } from './app-token';

/** The address of the page, in three functions: these pages have no router, and the system's back button works. */
const changed = 'embedded-route';
const addressNow = (): string => `${location.pathname}${location.search}`;

function subscribe(notify: () => void): () => void {
  for (const event of ['popstate', changed]) window.addEventListener(event, notify);
  return () => {
    for (const event of ['popstate', changed]) window.removeEventListener(event, notify);
  };
}

/** Segments of the path, and the query. */
export function useRoute(): { segments: string[]; query: URLSearchParams } {
  const address = useSyncExternalStore(subscribe, addressNow);
  const { pathname, searchParams } = new URL(address, location.origin);
  return { segments: pathname.split('/').filter(Boolean).map(decodeURIComponent), query: searchParams };
}

/** `replace`: the same page with another month or language is no further step back. */
export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const state = withAppToken(replace ? ((history.state as object | null) ?? {}) : { within: true });
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  window.dispatchEvent(new Event(changed));
  if (!replace) window.scrollTo(0, 0);
}

/** Changes values of the query; null removes one. */
export function setQuery(values: Record<string, string | null>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const search = query.toString();
  go(`${location.pathname}${search === '' ? '' : `?${search}`}`, { replace: true });
}

/** Whether a page of these was open before this one. */
export const cameFromWithin = (): boolean => (history.state as { within?: boolean } | null)?.within === true;
