import { SmsSent } from '@headland/contracts/session';
import { languages } from '@headland/i18n/messages';
import { useCallback, useSyncExternalStore } from 'react';
import { z } from 'zod';

/**
 * What this browser remembers, in local storage under one key. Parsed part by part when read, so a damaged or older part falls back to its
 * default and the rest stays. Every write reads first: another tab may have renewed the tokens meanwhile.
 */
export const storeKey = 'vuexStore';

/** `groupId`: the organisation, as the member's detail last said. Without a refresh token the session ends with its access token. */
const Session = z.object({
  accessToken: z.string(),
  refreshToken: z.string().catch(''),
  id: z.string(),
  name: z.string(),
  groupId: z.number().optional().catch(undefined),
});
export type StoredSession = z.output<typeof Session>;

/** A login between its two steps, as the server described the code by SMS; `redirect` is where it shall lead. */
const SmsLogin = z.object({
  smsLoginId: z.string(),
  smsLoginData: SmsSent,
  id: z.string(),
  redirect: z.string().optional(),
});
export type SmsLogin = z.output<typeof SmsLogin>;

/** A login that may do nothing but change its password, a temporary one or one older than six months, until this moment (epoch ms). */
const ForcedChange = z.object({
  changeToken: z.string(),
  mustChange: z.enum(['temporary', 'expired']),
  until: z.number(),
});
export type ForcedChange = z.output<typeof ForcedChange>;

/** How a member likes one table: columns that are shown or not against the screen's own choice, and widths in px. */
const TableTaste = z.object({
  columns: z.record(z.string(), z.boolean()).catch({}),
  widths: z.record(z.string(), z.number().min(24).max(2_000)).catch({}),
});
export type TableTaste = z.output<typeof TableTaste>;

const Persisted = z.object({
  session: Session.nullable().catch(null),
  smsLogin: SmsLogin.nullable().catch(null),
  forcedChange: ForcedChange.nullable().catch(null),
  language: z.enum(languages).catch('ko'),
  theme: z.enum(['light', 'dark']).catch('light'),
  units: z.enum(['km', 'mile']).nullable().catch(null),
  savedId: z.string().nullable().catch(null),
  autoLogin: z.boolean().catch(false),
  menu: z
    .object({ small: z.boolean().catch(false), closed: z.array(z.string()).catch([]) })
    .catch({ small: false, closed: [] }),
  /** rows of tables: comfortable or compact */
  compact: z.boolean().catch(false),
  mutedUntil: z.number().catch(0),
  /** what a screen remembers of itself: list columns, a split's view, hidden layers; by a name of the screen's own */
  screens: z.record(z.string(), z.unknown()).catch({}),
  /** columns of tables, by member (see `markOf`) and list: at a desk of several shifts each finds his own again */
  tables: z.record(z.string(), z.record(z.string(), TableTaste)).catch({}),
  /** texts typed and not sent, by form */
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
  /** Reads what another tab wrote; `storage` events come late, and a token refresh cannot wait for them. */
  invalidate(): Persisted {
    state = read();
    return state;
  },
  /** After a logout or a refused refresh: only what belongs to the desk stays, and how its members like their tables, which says nothing of them. */
  clear(): void {
    const { language, theme, savedId, tables } = read();
    state = { ...Persisted.parse({}), language, theme, savedId, tables };
    localStorage.setItem(storeKey, JSON.stringify(state));
    notify();
  },
  /** After a sign-up in this browser: whoever worked here before leaves nothing behind, not even a saved id. Language and theme are kept to read by. */
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

/** One remembered value and its setter: `const [theme, setTheme] = useStored('theme')`. */
export function useStored<K extends keyof Persisted>(key: K): [Persisted[K], (value: Persisted[K]) => void] {
  const value = useSyncExternalStore(store.subscribe, () => state[key]);
  const set = useCallback((next: Persisted[K]) => store.set({ [key]: next } as Partial<Persisted>), [key]);
  return [value, set];
}

/** What a screen remembers of itself, parsed by the screen's own schema. */
export function useRemembered<S extends z.ZodType>(
  name: string,
  schema: S,
  fallback: z.output<S>,
): [z.output<S>, (value: z.output<S>) => void] {
  const [screens] = useStored('screens');
  const parsed = schema.safeParse(screens[name]);
  const set = useCallback(
    (value: z.output<S>) => store.set({ screens: { ...store.invalidate().screens, [name]: value } }),
    [name],
  );
  return [parsed.success ? parsed.data : fallback, set];
}

/** How the member likes the columns of a list; kept under a mark of his id. */
export function useTableTaste(list: string): [TableTaste, (change: (was: TableTaste) => TableTaste) => void] {
  const [tables] = useStored('tables');
  const [session] = useStored('session');
  const member = markOf(session?.id ?? '');
  const change = useCallback(
    (next: (was: TableTaste) => TableTaste) => {
      const { [member]: mine = {}, ...others } = store.invalidate().tables;
      // whoever changed something last stands last; a desk that a hundred people used does not remember them all
      const kept = Object.entries(others).slice(1 - mostMembers);
      store.set({ tables: { ...Object.fromEntries(kept), [member]: { ...mine, [list]: next(mine[list] ?? plain) } } });
    },
    [member, list],
  );
  return [tables[member]?.[list] ?? plain, change];
}
const plain: TableTaste = { columns: {}, widths: {} };
const mostMembers = 20;

/** Tells members of one browser apart without naming them to the next one: FNV-1a of the id, whose case does not count. */
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
