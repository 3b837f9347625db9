import type { Allow, GroupType, Role } from '@headland/contracts/access';
import { groupTypes } from '@headland/contracts/access';
import type { Input } from '@headland/contracts/endpoint';
import { AccessClaims, session as endpoints } from '@headland/contracts/session';
import { mayCall, roleFrom } from '@headland/domain/access';
import { useCallback, useSyncExternalStore } from 'react';
import { createCaller, Problem, send, type TokenHolder } from '../lib/call';
import { store } from './store';

/** Who is logged in at this browser, and how the session is kept alive and ended. */
export type EndReason = 'expired' | 'elsewhere' | 'invalid' | 'missing' | 'loggedOut';
export interface Who {
  loginId: string;
  name: string;
  groupType: GroupType;
  role: Role;
  organizationId: number;
  sid: string;
}

type Ears = { ended: Set<(reason: EndReason) => void>; renewed: Set<() => void> };
const ears: Ears = { ended: new Set(), renewed: new Set() };
/** Called once when the session ends, for whatever reason; `renewed` when new tokens came by a refresh. */
export const onSessionEnd = (f: (reason: EndReason) => void) => hear(ears.ended, f);
export const onSessionRenewed = (f: () => void) => hear(ears.renewed, f);

let renewing: Promise<void> | null = null;

export const holder: TokenHolder = {
  access: () => store.get().session?.accessToken ?? null,
  refresh: () => store.get().session?.refreshToken ?? null,
  took(accessToken) {
    const { session } = store.reread();
    // An answer that was under way while the session ended must not bring it back.
    if (session && session.accessToken !== accessToken) store.set({ session: { ...session, accessToken } });
  },
  renew(failed) {
    renewing ??= oneTabAtATime(() => renewTokens(failed)).finally(() => (renewing = null));
    return renewing;
  },
  ended: (code) => end(code === 'E0105' ? 'elsewhere' : code === 'NO_TOKEN' ? 'missing' : 'invalid'),
  language: () => store.get().language,
};

export const { call, query } = createCaller(holder);

/** Ends the session here: everything of the person is forgotten, and the shell leads to the login with the reason. */
export function end(reason: EndReason): void {
  if (store.reread().session === null) return;
  why = leaving ? 'loggedOut' : reason;
  store.clear();
}
let why: EndReason | null = null;
/** The server closes the stream of the session that it ends, often before it answers the logout: that is no login elsewhere. */
let leaving = false;
let signedIn = store.get().session !== null;
/** However the session went: by its end here, or by the logout of another tab, which this one hears of from the store. */
store.subscribe(() => {
  const before = signedIn;
  signedIn = store.get().session !== null;
  if (!before || signedIn) return;
  const reason = why ?? 'loggedOut';
  why = null;
  for (const f of ears.ended) f(reason);
});

export async function logIn(input: Input<typeof endpoints.login>): Promise<'in' | 'passwordExpired'> {
  const answer = await call(endpoints.login, input);
  if (!answer.credentialsNonExpired) return 'passwordExpired';
  const { accessToken, refreshToken, id, name } = answer;
  store.set({ session: { accessToken, refreshToken, id, name } });
  return 'in';
}

export async function logOut(): Promise<void> {
  leaving = true;
  try {
    await send(endpoints.logout, {}, holder);
  } catch {
    // The server may be away or the token old: this browser forgets the session all the same.
  }
  end('loggedOut');
  leaving = false;
}

/** Who the access token says one is, or null. Read from the claims, so that guards need no request. */
export function who(): Who | null {
  const token = holder.access();
  if (token === known.token) return known.who;
  known = { token, who: token === null ? null : readClaims(token) };
  return known.who;
}
let known: { token: string | null; who: Who | null } = { token: null, who: null };

export function useWho(): Who | null {
  return useSyncExternalStore(store.subscribe, who);
}

/** Whether the member may call an endpoint: `can(sosCalls.acknowledge.allow)`. The server asks again; this only hides what it would refuse. */
export function can(allow: Allow): boolean {
  const me = who();
  return me ? mayCall(me.groupType, me.role, allow) : allow === 'public';
}
export function useCan(): (allow: Allow) => boolean {
  const me = useWho();
  return useCallback((allow) => (me ? mayCall(me.groupType, me.role, allow) : allow === 'public'), [me]);
}

export function readClaims(token: string): Who | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const text = new TextDecoder().decode(Uint8Array.from(atob(payload), (c) => c.charCodeAt(0)));
    const claims = AccessClaims.parse(JSON.parse(text));
    const groupType = groupTypes.find((g) => g === claims.groupType);
    const role = groupType && roleFrom(claims.roles, groupType);
    return groupType && role ? { loginId: claims.sub, name: claims.name, groupType, role, organizationId: claims.organizationId, sid: claims.sid } : null;
  } catch {
    return null;
  }
}

/** A refresh token is good for one use: two tabs that used the same one would end the session of both. */
async function renewTokens(failed: string): Promise<void> {
  const { session } = store.reread();
  if (!session) throw new Problem('NO_TOKEN');
  if (session.accessToken !== failed) return;
  try {
    const fresh = (await send(endpoints.refresh, {}, holder)) as { accessToken: string; refreshToken: string };
    const now = store.reread().session;
    if (now) store.set({ session: { ...now, ...fresh } });
  } catch (error) {
    // A server or a network that is away says nothing about the session; a refusal does.
    if (error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429)
      end(error.code === 'E0105' ? 'elsewhere' : error.code === 'E0802' ? 'expired' : 'invalid');
    throw error;
  }
  for (const f of ears.renewed) f();
}

const oneTabAtATime = (act: () => Promise<void>): Promise<void> => ('locks' in navigator ? (navigator.locks.request('headland.renew', act) as Promise<void>) : act());

function hear<F>(set: Set<F>, f: F): () => void {
  set.add(f);
  return () => set.delete(f);
}
