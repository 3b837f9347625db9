import { SmsSent } from '@headland/contracts/session';
import { languages } from '@headland/i18n/messages';
import { useCallback, useSyncExternalStore } from 'react';
import { z } from 'zod';

/**
 * The browser's stored data, in local storage under one key. Each part is parsed separately on reading, so a damaged or
 * older part falls back to its default and the rest stays. Every write reads first: another tab may have renewed the
 * tokens.
 */
export const storeKey = 'vuexStore';

/**
 * `groupId`: the organization, from the member's detail. Without a refresh token the session ends with its access
 * token.
 */
const Session = z.object({
  accessToken: z.string(),
  refreshToken: z.string().catch(''),
  id: z.string(),
  name: z.string(),
  groupId: z.number().optional().catch(undefined),
});
export type StoredSession = z.output<typeof Session>;

/** A login between its two steps: the server's data of the SMS code; `redirect` is the page to open after the login. */
const SmsLogin = z.object({
  smsLoginId: z.string(),
  smsLoginData: SmsSent,
  id: z.string(),
  redirect: z.string().optional(),
});
export type SmsLogin = z.output<typeof SmsLogin>;

/**
 * A login with a forced password change (a temporary password or one older than six months), until this moment (epoch
 * ms).
 */
const ForcedChange = z.object({
  changeToken: z.string(),
  mustChange: z.enum(['temporary', 'expired']),
  until: z.number(),
});
export type ForcedChange = z.output<typeof ForcedChange>;

/** A member's settings of one table: columns shown or hidden against the default, their order, and widths in px. */
const TableTaste = z.object({
  columns: z.record(z.string(), z.boolean()).catch({}),
  widths: z.record(z.string(), z.number().min(24).max(2_000)).catch({}),
  order: z.array(z.string()).catch([]),
});
export type TableTaste = z.output<typeof TableTaste>;

const Persisted = z.object({
  session: Session.nullable().catch(null),
  smsLogin: SmsLogin.nullable().catch(null),
  forcedChange: ForcedChange.nullable().catch(null),
  language: z.enum(languages).catch('ko'),
  theme: z.enum(['light', 'dark', 'system']).catch('light'),
  units: z.enum(['km', 'mile']).nullable().catch(null),
  savedId: z.string().nullable().catch(null),
  autoLogin: z.boolean().catch(false),
  menu: z
    .object({ small: z.boolean().catch(false), closed: z.array(z.string()).catch([]) })
    .catch({ small: false, closed: [] }),
  /** rows of tables: comfortable or compact */
  compact: z.boolean().catch(false),
  mutedUntil: z.number().catch(0),
  /** settings of a screen: list columns, split view, hidden layers; by a name of the screen's own */
  screens: z.record(z.string(), z.unknown()).catch({}),
  /** columns of tables, by member (see `markOf`) and list: members who share a desk have their own */
  tables: z.record(z.string(), z.record(z.string(), TableTaste)).catch({}),
  /** typed and unsent texts, by form */
  drafts: z.record(z.string(), z.string()).catch({}),
});
export type Persisted = z.output<typeof Persisted>;

const listeners = new Set<() => void>();
let state = read();

export const store = {
  get: (): Persisted => state,
  set(patch: Partial<Persisted>): void {
    state = { ...read(), ...patch };
    localStorage.setItem(storeKey, JSON.stringify(state));
    notify();
  },
  /** Reads the data written by another tab; `storage` events come late, and a token refresh cannot wait for them. */
  refresh(): Persisted {
    state = read();
    return state;
  },
  /**
   * After a logout or a failed refresh: only settings of the desk stay, and members' table settings, which reveal
   * nothing of them.
   */
  clear(): void {
    const { language, theme, savedId, tables } = read();
    state = { ...Persisted.parse({}), language, theme, savedId, tables };
    localStorage.setItem(storeKey, JSON.stringify(state));
    notify();
  },
  /**
   * After a sign-up in this browser: nothing of the previous member stays, not even a saved id. Language and theme are
   * kept.
   */
  wipe(): void {
    const { language, theme } = read();
    state = { ...Persisted.parse({}), language, theme };
    localStorage.setItem(storeKey, JSON.stringify(state));
    notify();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** One stored value and its setter: `const [theme, setTheme] = useStored('theme')`. */
export function useStored<K extends keyof Persisted>(key: K): [Persisted[K], (value: Persisted[K]) => void] {
  const value = useSyncExternalStore(store.subscribe, () => state[key]);
  const set = useCallback((next: Persisted[K]) => store.set({ [key]: next } as Partial<Persisted>), [key]);
  return [value, set];
}

/** A screen's stored settings, parsed by the screen's own schema. */
export function useRemembered<S extends z.ZodType>(
  name: string,
  schema: S,
  fallback: z.output<S>,
): [z.output<S>, (value: z.output<S>) => void] {
  const [screens] = useStored('screens');
  const parsed = schema.safeParse(screens[name]);
  const set = useCallback(
    (value: z.output<S>) => store.set({ screens: { ...store.refresh().screens, [name]: value } }),
    [name],
  );
  return [parsed.success ? parsed.data : fallback, set];
}

/** The member's columns of a list; stored under a hash of the id. */
export function useTableTaste(list: string): [TableTaste, (change: (was: TableTaste) => TableTaste) => void] {
  const [tables] = useStored('tables');
  const [session] = useStored('session');
  const member = markOf(session?.id ?? '');
  const change = useCallback(
    (next: (was: TableTaste) => TableTaste) => changeTaste(member, list, next),
    [member, list],
  );
  return [tables[member]?.[list] ?? plain, change];
}
const plain: TableTaste = { columns: {}, widths: {}, order: [] };

/** The member's columns of a list are the usual ones again. */
export const forgetTableTaste = (list: string): void => changeTaste(markOf(state.session?.id ?? ''), list, () => plain);

function changeTaste(member: string, list: string, next: (was: TableTaste) => TableTaste): void {
  const { [member]: own = {}, ...others } = store.refresh().tables;
  // least recently changed first, so that the oldest are removed
  const recent = Object.entries(others).slice(1 - maxMembers);
  const taste = next(own[list] ?? plain);
  const { [list]: _, ...rest } = own;
  const lists = taste === plain ? rest : { ...own, [list]: taste };
  store.set({ tables: { ...Object.fromEntries(recent), [member]: lists } });
}
const maxMembers = 20;

/** Distinguishes members of one browser without naming them: FNV-1a of the id in lower case. */
function markOf(id: string): string {
  let hash = 0x811c9dc5;
  for (const c of id.toLowerCase()) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return `m${(hash >>> 0).toString(36)}`;
}

function read(): Persisted {
  try {
    return Persisted.parse(JSON.parse(localStorage.getItem(storeKey) ?? '{}'));
  } catch {
    return Persisted.parse({});
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key !== storeKey) return;
    state = read();
    notify();
  });
}
