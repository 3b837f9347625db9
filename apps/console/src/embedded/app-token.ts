/**
 * The app's access token. The app hands it over in the fragment of the address (`#…`), which no server and no referrer
 * sees; it is removed from the address at once, and kept in memory and in the state of this entry of the history, so
 * that a reload finds it. It is in no cookie and no storage, and ends with the entry.
 */
let token: string | null = null;
const form = /^#([\w-]+\.[\w-]+\.[\w-]+)$/u;
interface HistoryState {
  appToken?: string | null;
}

export const appToken = (): string | null => token;
/** For entries of the history that a page adds. */
export const withAppToken = (state: object = {}): object => ({ ...state, appToken: token });

/** Takes the token from the fragment, also when the app sets a newer one while the page is open. */
export function takeAppToken(): void {
  const take = (): void => {
    const given = form.exec(location.hash)?.[1];
    token = given ?? token ?? (history.state as HistoryState | null)?.appToken ?? null;
    if (location.hash !== '') history.replaceState(withAppToken(), '', `${location.pathname}${location.search}`);
  };
  take();
  window.addEventListener('hashchange', () => {
    take();
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
}

/** For specs: as after a fresh start of the page. */
export function forgetAppToken(): void {
  token = null;
}
