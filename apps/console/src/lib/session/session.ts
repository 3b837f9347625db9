import type { Allow, GroupType, Role } from '@headland/contracts/access';
import { groupTypes } from '@headland/contracts/access';
import type { Input } from '@headland/contracts/endpoint';
import { AccessClaims, type LoggedIn, type Member, session as endpoints } from '@headland/contracts/session';
import { mayCall, roleFrom } from '@headland/domain/access';
import { useCallback, useSyncExternalStore } from 'react';
import { createCaller, Problem, send, type TokenHolder } from '../call';
import { serverNow } from '../clock';
import { type ForcedChange, store } from './store';

/** The session of this browser: login, refresh and logout. */
export type EndReason = 'expired' | 'elsewhere' | 'invalid' | 'missing' | 'loggedOut';
export interface Who {
  loginId: string;
  name: string;
  groupType: GroupType;
  role: Role;
  organizationId: number;
  sid: string;
}

type Listeners = { ended: Set<(reason: EndReason) => void>; renewed: Set<() => void>; rights: Set<() => void> };
const listeners: Listeners = { ended: new Set(), renewed: new Set(), rights: new Set() };
/**
 * Called once when the session ends, for any reason; `renewed` after a refresh, when the member has been refetched;
 * `rights` when somebody has changed the member's permissions.
 */
export const onSessionEnd = (f: (reason: EndReason) => void) => addListener(listeners.ended, f);
export const onSessionRenewed = (f: () => void) => addListener(listeners.renewed, f);
export const onRightsChanged = (f: () => void) => addListener(listeners.rights, f);

let renewing: Promise<void> | null = null;

export const holder: TokenHolder = {
  access: () => store.get().session?.accessToken ?? null,
  refresh: () => store.get().session?.refreshToken ?? null,
  took(accessToken) {
    const { session } = store.refresh();
    // A response that arrives after the end of the session must not restore it.
    if (session && session.accessToken !== accessToken) store.set({ session: { ...session, accessToken } });
  },
  renew(failed) {
    return renewOnce(failed, afterRenewal);
  },
  ended: (code) => end(code === 'E0105' ? 'elsewhere' : code === 'NO_TOKEN' ? 'missing' : 'invalid'),
  language: () => store.get().language,
};

export const { call, query } = createCaller(holder);

/** Ends the session here: all personal data is deleted, and the shell goes to the login with the reason. */
export function end(reason: EndReason): void {
  if (store.refresh().session === null) return;
  why = leaving ? 'loggedOut' : reason;
  store.clear();
}
let why: EndReason | null = null;
/**
 * The server closes the stream of a session that it ends, often before it answers the logout: that is no login
 * elsewhere.
 */
let leaving = false;
let signedIn = store.get().session !== null;
/** Whatever ended the session: its end here, or the logout of another tab, noticed by the storage event. */
store.subscribe(() => {
  const before = signedIn;
  signedIn = store.get().session !== null;
  if (!before || signedIn) return;
  const reason = why ?? 'loggedOut';
  why = null;
  for (const f of listeners.ended) f(reason);
});

/** The state of a login: to be confirmed by SMS, logged in, or a forced password change. */
export type LoginStep = 'sms' | 'in' | ForcedChange['mustChange'];

/** Id and password. A valid auto-login in this browser skips the second step: its refresh token is sent along. */
export async function logIn(input: Input<typeof endpoints.login>, redirect?: string): Promise<LoginStep> {
  const answer = await call(endpoints.login, input);
  if (answer.step === 'done') return admit(answer);
  const { smsLoginId, smsLoginData, id } = answer;
  store.set({
    smsLogin: { smsLoginId, smsLoginData, id, ...(redirect === undefined ? {} : { redirect }) },
    forcedChange: null,
  });
  return 'sms';
}

/** The second step: the SMS code. */
export async function confirmLogin(smsLoginId: string, code: string): Promise<LoginStep> {
  return admit(await call(endpoints.loginConfirm, { body: { smsLoginId, code } }));
}

/** What the company's directory answered to this browser. */
export async function finishSignOn(state: string, query: string): Promise<LoginStep> {
  return admit(await call(endpoints.signOnFinish, { body: { state, query } }));
}

/** How long the server accepts a token for changing a password. */
const forcedChangeMs = 10 * 60_000;
function admit({
  mustChange,
  changeToken,
  credentialsNonExpired,
  accessToken,
  refreshToken,
  id,
  name,
}: LoggedIn): LoginStep {
  if (mustChange === null && credentialsNonExpired) {
    store.set({ session: { accessToken, refreshToken, id, name }, smsLogin: null, forcedChange: null });
    return 'in';
  }
  const forced = mustChange ?? 'expired';
  store.set({
    session: null,
    smsLogin: null,
    forcedChange: { changeToken: changeToken ?? '', mustChange: forced, until: serverNow() + forcedChangeMs },
  });
  return forced;
}

/** The pending forced password change, or null. */
export function forcedChange(): ForcedChange | null {
  const { forcedChange: forced } = store.get();
  return forced !== null && forced.until > serverNow() ? forced : null;
}

/** A sign-up in this browser: the previous member is logged out, with all data. */
export function forgetEverybody(): void {
  if (store.refresh().session !== null) void send(endpoints.logout, {}, holder).catch(() => undefined);
  why = 'loggedOut';
  store.wipe();
  why = null;
}

export async function logOut(): Promise<void> {
  leaving = true;
  try {
    await send(endpoints.logout, {}, holder);
  } catch {
    // The server may be away or the token old: this browser deletes the session all the same.
  }
  end('loggedOut');
  leaving = false;
}

/** The member of the access token, or null. Read from the claims, so that guards need no request. */
export function who(): Who | null {
  const token = holder.access();
  if (token === known.token) return known.who;
  known = { token, who: token === null ? null : readClaims(token) };
  return known.who;
}
/**
 * Permissions follow from group and role. If empty with a token, after a reload or a refresh, they are computed from
 * its claims.
 */
let known: { token: string | null; who: Who | null } = { token: null, who: null };

export function useCurrentMember(): Who | null {
  return useSyncExternalStore(store.subscribe, who);
}

/**
 * Whether the member may call an endpoint: `can(sosAlerts.acknowledge.allow)`. The server checks again; this only hides
 * what it would refuse.
 */
export function can(allow: Allow): boolean {
  const me = who();
  return me ? mayCall(me, allow) : allow === 'public';
}
export function useCan(): (allow: Allow) => boolean {
  const me = useCurrentMember();
  return useCallback((allow) => (me ? mayCall(me, allow) : allow === 'public'), [me]);
}

export function readClaims(token: string): Who | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const text = new TextDecoder().decode(Uint8Array.from(atob(payload), (c) => c.charCodeAt(0)));
    const claims = AccessClaims.parse(JSON.parse(text));
    const groupType = groupTypes.find((g) => g === claims.groupType);
    const role = groupType && roleFrom(claims.roles, groupType);
    return groupType && role
      ? {
          loginId: claims.sub,
          name: claims.name,
          groupType,
          role,
          organizationId: claims.organizationId,
          sid: claims.sid,
        }
      : null;
  } catch {
    return null;
  }
}

/** All requests that failed together share one refresh; a refresh token is used once, across tabs, too. */
function renewOnce(failed: string, after: () => Promise<void>): Promise<void> {
  renewing ??= oneTabAtATime(() => renewTokens(failed, after)).finally(() => (renewing = null));
  return renewing;
}

async function renewTokens(failed: string, after: () => Promise<void>): Promise<void> {
  const { session } = store.refresh();
  if (!session) throw new Problem('NO_TOKEN');
  if (session.accessToken !== failed) return;
  if (session.refreshToken === '') {
    end('missing');
    throw new Problem('NO_TOKEN');
  }
  try {
    const fresh = (await send(endpoints.refresh, {}, holder)) as { accessToken: string; refreshToken: string };
    const now = store.refresh().session;
    if (now) store.set({ session: { ...now, ...fresh } });
  } catch (error) {
    endIfRefused(error);
    throw error;
  }
  // Waiting requests continue at once with the new tokens, without waiting for what follows.
  void after();
}

/** A refresh may have changed permissions and name: the member is refetched before the page is notified. */
async function afterRenewal(): Promise<void> {
  await readMember();
  if (store.get().session !== null) for (const f of listeners.renewed) f();
}

/**
 * The server reports a change of this member (role, organization, name). Name and permissions are refetched; if the
 * permissions differ from the token's claims, the token is renewed as well, or a reload of the page would restore the
 * former ones.
 */
export async function memberChanged(userId: number): Promise<void> {
  const token = holder.access();
  const claimed = token === null ? null : readClaims(token);
  const member = await readMember(userId);
  if (token === null || member === null) return;
  const moved =
    claimed?.groupType !== member.groupType ||
    claimed.role !== member.role ||
    claimed.organizationId !== member.groupId;
  for (const f of listeners.rights) f();
  if (moved && holder.access() === token) await renewOnce(token, () => Promise.resolve()).catch(() => undefined);
}

/**
 * Name, organization and permissions from the server; only for the given member, if any. A refusal ends the session.
 */
async function readMember(only?: number): Promise<Member | null> {
  const asked = store.get().session;
  if (asked === null) return null;
  try {
    const [member] = (await send(endpoints.member, { params: { id: asked.id } }, holder)) as Member[];
    if (!member) throw new Problem('NOT_FOUND', {}, {}, null, 404);
    if (only !== undefined && member.id !== only) return null;
    const { session } = store.refresh();
    const me = who();
    if (session?.id !== asked.id || me === null) return null;
    known = {
      token: session.accessToken,
      who: { ...me, name: member.name, groupType: member.groupType, role: member.role, organizationId: member.groupId },
    };
    store.set({ session: { ...session, name: member.name, groupId: member.groupId } });
    return member;
  } catch (error) {
    endIfRefused(error);
    return null;
  }
}

/**
 * A server or network failure does not affect the session; any other failure of a refresh or of the member's detail
 * ends it.
 */
function endIfRefused(error: unknown): void {
  if (error instanceof Problem && ['NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'TOO_MANY_REQUESTS'].includes(error.code))
    return;
  const code = error instanceof Problem ? error.code : '';
  end(code === 'E0105' ? 'elsewhere' : code === 'E0802' ? 'expired' : code === 'NO_TOKEN' ? 'missing' : 'invalid');
}

const oneTabAtATime = (act: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? (navigator.locks.request('headland.renew', act) as Promise<void>) : act();

function addListener<F>(set: Set<F>, f: F): () => void {
  set.add(f);
  return () => set.delete(f);
}
