import type { Allow, GroupType, Role } from '@headland/contracts/access';
import { groupTypes } from '@headland/contracts/access';
import type { Input } from '@headland/contracts/endpoint';
import { AccessClaims, type LoggedIn, type Member, session as endpoints } from '@headland/contracts/session';
import { mayCall, roleFrom } from '@headland/domain/access';
import { useCallback, useSyncExternalStore } from 'react';
import { createCaller, Problem, send, type TokenHolder } from '../call';
import { serverNow } from '../clock';
import { type ForcedChange, store } from './store';

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

type Ears = { ended: Set<(reason: EndReason) => void>; renewed: Set<() => void>; rights: Set<() => void> };
const ears: Ears = { ended: new Set(), renewed: new Set(), rights: new Set() };
/**
 * Called once when the session ends, for whatever reason; `renewed` when new tokens came by a refresh and the member was read again with them;
 * `rights` when somebody has changed the member and what he may do is known anew.
 */
export const onSessionEnd = (f: (reason: EndReason) => void) => hear(ears.ended, f);
export const onSessionRenewed = (f: () => void) => hear(ears.renewed, f);
export const onRightsChanged = (f: () => void) => hear(ears.rights, f);

let renewing: Promise<void> | null = null;

export const holder: TokenHolder = {
  access: () => store.get().session?.accessToken ?? null,
  refresh: () => store.get().session?.refreshToken ?? null,
  took(accessToken) {
    const { session } = store.invalidate();
    // An answer that was under way while the session ended must not bring it back.
    if (session && session.accessToken !== accessToken) store.set({ session: { ...session, accessToken } });
  },
  renew(failed) {
    return renewOnce(failed, afterRenewal);
  },
  ended: (code) => end(code === 'E0105' ? 'elsewhere' : code === 'NO_TOKEN' ? 'missing' : 'invalid'),
  language: () => store.get().language,
};

export const { call, query } = createCaller(holder);

/** Ends the session here: everything of the person is forgotten, and the shell leads to the login with the reason. */
export function end(reason: EndReason): void {
  if (store.invalidate().session === null) return;
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

/** Where a login stands: to be confirmed by SMS, in, or bound to change the password first. */
export type LoginStep = 'sms' | 'in' | ForcedChange['mustChange'];

/** Id and password. A valid auto-login in this browser spares the second step: its refresh token goes with the call. */
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

/** The second step: the code that came by SMS. */
export async function confirmLogin(smsLoginId: string, code: string): Promise<LoginStep> {
  return admit(await call(endpoints.loginConfirm, { body: { smsLoginId, code } }));
}

/** How long the server takes a token that changes a password. */
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

/** The forced change of a password that is still open, or null. */
export function forcedChange(): ForcedChange | null {
  const { forcedChange: forced } = store.get();
  return forced !== null && forced.until > serverNow() ? forced : null;
}

/** A sign-up in this browser: whoever worked here before is logged out, and nothing of him stays. */
export function forgetEverybody(): void {
  if (store.invalidate().session !== null) void send(endpoints.logout, {}, holder).catch(() => undefined);
  why = 'loggedOut';
  store.wipe();
  why = null;
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
/** Permissions follow from group and role. Empty with a token there, after a reload or with a fresh token, they are computed anew from its claims. */
let known: { token: string | null; who: Who | null } = { token: null, who: null };

export function useCurrentMember(): Who | null {
  return useSyncExternalStore(store.subscribe, who);
}

/** Whether the member may call an endpoint: `can(sosAlerts.acknowledge.allow)`. The server asks again; this only hides what it would refuse. */
export function can(allow: Allow): boolean {
  const me = who();
  return me ? mayCall(me.groupType, me.role, allow) : allow === 'public';
}
export function useCan(): (allow: Allow) => boolean {
  const me = useCurrentMember();
  return useCallback((allow) => (me ? mayCall(me.groupType, me.role, allow) : allow === 'public'), [me]);
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

/** Any number of calls that failed together wait for one refresh; a refresh token is good for one use, across tabs, too. */
function renewOnce(failed: string, after: () => Promise<void>): Promise<void> {
  renewing ??= oneTabAtATime(() => renewTokens(failed, after)).finally(() => (renewing = null));
  return renewing;
}

async function renewTokens(failed: string, after: () => Promise<void>): Promise<void> {
  const { session } = store.invalidate();
  if (!session) throw new Problem('NO_TOKEN');
  if (session.accessToken !== failed) return;
  if (session.refreshToken === '') {
    end('missing');
    throw new Problem('NO_TOKEN');
  }
  try {
    const fresh = (await send(endpoints.refresh, {}, holder)) as { accessToken: string; refreshToken: string };
    const now = store.invalidate().session;
    if (now) store.set({ session: { ...now, ...fresh } });
  } catch (error) {
    endIfRefused(error);
    throw error;
  }
  // The calls that wait go on at once, with the new tokens; what else follows is none of their business.
  void after();
}

/** A refresh may have brought other rights and another name: the member is read again before the page is told. */
async function afterRenewal(): Promise<void> {
  await readMember();
  if (store.get().session !== null) for (const f of ears.renewed) f();
}

/**
 * The server says that this member was changed (role, organisation, name). Name and rights are read again; where the rights differ from the
 * claims of the token, the token is renewed as well, or a reload of the page would bring the former rights back.
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
  for (const f of ears.rights) f();
  if (moved && holder.access() === token) await renewOnce(token, () => Promise.resolve()).catch(() => undefined);
}

/** Name, organisation and rights as the server has them now; of this member only, where one is given. A refusal ends the session. */
async function readMember(only?: number): Promise<Member | null> {
  const asked = store.get().session;
  if (asked === null) return null;
  try {
    const [member] = (await send(endpoints.member, { params: { id: asked.id } }, holder)) as Member[];
    if (!member) throw new Problem('NOT_FOUND', {}, {}, null, 404);
    if (only !== undefined && member.id !== only) return null;
    const { session } = store.invalidate();
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

/** A server or a network that is away says nothing about the session; any other failure of a refresh or of the member's detail ends it. */
function endIfRefused(error: unknown): void {
  if (error instanceof Problem && ['NETWORK', 'TIMEOUT', 'UNAVAILABLE', 'TOO_MANY_REQUESTS'].includes(error.code))
    return;
  const code = error instanceof Problem ? error.code : '';
  end(code === 'E0105' ? 'elsewhere' : code === 'E0802' ? 'expired' : code === 'NO_TOKEN' ? 'missing' : 'invalid');
}

const oneTabAtATime = (act: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? (navigator.locks.request('headland.renew', act) as Promise<void>) : act();

function hear<F>(set: Set<F>, f: F): () => void {
  set.add(f);
  return () => set.delete(f);
}
