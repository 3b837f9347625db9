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
const SmsLogin = z.object({ smsLoginId: z.string(), smsLoginData: SmsSent, id: z.string(), redirect: z.string().optional() });
export type SmsLogin = z.output<typeof SmsLogin>;

/** A login that may do nothing but change its password, a temporary one or one older than six months, until this moment (epoch ms). */
const ForcedChange = z.object({ changeToken: z.string(), mustChange: z.enum(['temporary', 'expired']), until: z.number() });
export type ForcedChange = z.output<typeof ForcedChange>;

const Persisted = z.object({
  session: Session.nullable().catch(null),
  smsLogin: SmsLogin.nullable().catch(null),
  forcedChange: ForcedChange.nullable().catch(null),
  language: z.enum(languages).catch('ko'),
  theme: z.enum(['light', 'dark']).catch('light'),
  units: z.enum(['km', 'mile']).nullable().catch(null),
  savedId: z.string().nullable().catch(null),
  autoLogin: z.boolean().catch(false),
  menu: z.object({ small: z.boolean().catch(false), closed: z.array(z.string()).catch([]) }).catch({ small: false, closed: [] }),
  /** rows of tables: comfortable or compact */
  compact: z.boolean().catch(false),
  mutedUntil: z.number().catch(0),
  /** what a screen remembers of itself: list columns, a split's view, hidden layers; by a name of the screen's own */
  screens: z.record(z.string(), z.unknown()).catch({}),
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
  reread(): Persisted {
    state = read();
    return state;
  },
  /** After a logout or a refused refresh: only what belongs to the desk, not to the person, stays. */
  clear(): void {
    const { language, theme, savedId } = read();
    state = { ...Persisted.parse({}), language, theme, savedId };
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
export function useRemembered<S extends z.ZodType>(name: string, schema: S, fallback: z.output<S>): [z.output<S>, (value: z.output<S>) => void] {
  const [screens] = useStored('screens');
  const parsed = schema.safeParse(screens[name]);
  const set = useCallback((value: z.output<S>) => store.set({ screens: { ...store.reread().screens, [name]: value } }), [name]);
  return [parsed.success ? parsed.data : fallback, set];
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
