import { sosAlerts } from '@headland/contracts/sos';
import { session as endpoints } from '@headland/contracts/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../call';
import { fakeToken } from '../../testing/render-page';
import {
  call,
  can,
  type EndReason,
  forgetEverybody,
  holder,
  logOut,
  memberChanged,
  onRightsChanged,
  onSessionEnd,
  onSessionRenewed,
  who,
} from './session';
import { store, storeKey } from './store';

const until = (fact: () => void) => vi.waitFor(fact, { timeout: 60_000 });

/** A server that accepts one access token; the others have expired. */
let valid: string;
let refreshes: number;
let refuseRefresh: string | null;
let refuseMember: string | null;
let member: { groupType: string; role: string; name: string; groupId: number; id: number };
const requests: Request[] = [];
const reasons: EndReason[] = [];
const off: (() => void)[] = [];

beforeEach(() => {
  valid = 'new-1';
  refreshes = 0;
  refuseRefresh = null;
  refuseMember = null;
  member = { id: 7, groupType: 'AGENCY', role: 'ADMIN', name: 'Kim', groupId: 4 };
  requests.length = 0;
  reasons.length = 0;
  store.set({
    session: { accessToken: 'old', refreshToken: 'refresh-0', id: 'kim', name: 'Kim' },
    language: 'en',
    savedId: 'kim',
    drafts: { a: 'b' },
  });
  off.push(onSessionEnd((reason) => reasons.push(reason)));
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => serve(new Request(new URL(url, 'http://server'), init)));
});
afterEach(() => {
  for (const f of off.splice(0)) f();
  vi.unstubAllGlobals();
});

async function serve(request: Request): Promise<Response> {
  requests.push(request);
  const token = request.headers.get('x-auth-access-token');
  const path = new URL(request.url).pathname;
  await Promise.resolve();
  if (path === endpoints.refresh.path) {
    if (refuseRefresh)
      return refused(refuseRefresh, refuseRefresh === 'INTERNAL' ? 500 : refuseRefresh === 'UNAVAILABLE' ? 503 : 401);
    if (request.headers.get('x-auth-refresh-token') !== `refresh-${refreshes}`) return refused('E0803', 401);
    refreshes++;
    return ok({ accessToken: valid, refreshToken: `refresh-${refreshes}` });
  }
  if (path.startsWith('/api/tms/member/detail/') && refuseMember)
    return refused(refuseMember, refuseMember === 'INTERNAL' ? 500 : 503);
  if (token !== valid) return refused(token === 'elsewhere' ? 'E0105' : 'E0802', 401);
  if (path.startsWith('/api/tms/member/detail/'))
    return ok([{ ...member, loginId: 'kim', groupName: 'Naju', units: 'km' }]);
  return ok({
    raised: 1,
    acknowledged: 0,
    dispatched: 0,
    closedToday: 0,
    medianAcknowledgeSeconds: null,
    medianResolveSeconds: null,
  });
}
const ok = (data: unknown, headers = {}) =>
  new Response(JSON.stringify({ success: true, data, error: null }), { headers });
const refused = (code: string, status: number) =>
  new Response(JSON.stringify({ success: false, data: null, error: { code, message: code, reference: 'r-1' } }), {
    status,
  });

describe('an access token that has expired', () => {
  it('is renewed once for any number of calls that failed together, and each is repeated', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(sosAlerts.counts)));
    expect(answers.every((a) => a.raised === 1)).toBe(true);
    expect(refreshes).toBe(1);
    const asked = requests.filter((r) => new URL(r.url).pathname === sosAlerts.counts.path);
    expect(asked.map((r) => r.headers.get('x-auth-access-token'))).toEqual([
      ...Array<string>(10).fill('old'),
      ...Array<string>(10).fill('new-1'),
    ]);
    expect(store.get().session).toMatchObject({ accessToken: 'new-1', refreshToken: 'refresh-1', id: 'kim' });
    expect(reasons).toEqual([]);
  });

  it('is renewed again when the next one expires, too', async () => {
    await call(sosAlerts.counts);
    valid = 'new-2';
    await Promise.all([call(sosAlerts.counts), call(sosAlerts.counts)]);
    expect(refreshes).toBe(2);
  });

  it('notifies the page once, after the member was read again: name, organisation, rights', async () => {
    valid = fakeToken({ groupType: 'AGENCY', role: 'ADMIN' });
    member = { ...member, role: 'STAFF', name: 'Kim Minsu' };
    const listener = vi.fn();
    off.push(onSessionRenewed(listener));
    await Promise.all([call(sosAlerts.counts), call(sosAlerts.counts), call(sosAlerts.counts)]);
    await until(() => expect(listener).toHaveBeenCalledTimes(1));
    expect(store.get().session).toMatchObject({ name: 'Kim Minsu', groupId: 4 });
    expect(who()).toMatchObject({ groupType: 'AGENCY', role: 'STAFF', organizationId: 4 });
    expect(can('expendable:U')).toBe(false);
    expect(requests.filter((r) => new URL(r.url).pathname === '/api/tms/member/detail/kim')).toHaveLength(1);
  });

  it.each([
    ['refused', 'INTERNAL', ['invalid']],
    ['away', 'UNAVAILABLE', []],
  ])('whose member detail is %s: a failure leads to the login, an absence does not', async (_, code, ended) => {
    refuseMember = code;
    await call(sosAlerts.counts);
    await until(() => expect(requests.some((r) => r.url.includes('/detail/'))).toBe(true));
    await until(() => expect(reasons).toEqual(ended));
  });

  it('and without a refresh token ends the session as missing', async () => {
    store.set({ session: { accessToken: 'old', refreshToken: '', id: 'kim', name: 'Kim' } });
    await expect(Promise.all([call(sosAlerts.counts), call(sosAlerts.counts)])).rejects.toMatchObject({
      code: 'NO_TOKEN',
    });
    expect(reasons).toEqual(['missing']);
    expect(refreshes).toBe(0);
  });

  it('was renewed by another tab meanwhile: its tokens are used, the refresh token is not spent twice', async () => {
    const waiting = call(sosAlerts.counts);
    localStorage.setItem(
      storeKey,
      JSON.stringify({
        ...store.get(),
        session: { ...store.get().session, accessToken: 'new-1', refreshToken: 'refresh-9' },
      }),
    );
    await waiting;
    expect(refreshes).toBe(0);
    expect(store.get().session?.refreshToken).toBe('refresh-9');
  });

  it('with a refused refresh ends the session once, clears what belongs to the person and keeps what belongs to the desk', async () => {
    refuseRefresh = 'E0803';
    const results = await Promise.allSettled([call(sosAlerts.counts), call(sosAlerts.counts), call(sosAlerts.counts)]);
    expect(results.every((r) => r.status === 'rejected')).toBe(true);
    expect(reasons).toEqual(['invalid']);
    expect(store.get()).toMatchObject({ session: null, drafts: {}, language: 'en', savedId: 'kim' });
  });

  it.each([
    ['E0105', 'elsewhere'],
    ['E0803', 'invalid'],
    ['E0802', 'expired'],
    ['INTERNAL', 'invalid'],
  ])('whose refresh fails with %s leads to the login: %s', async (code, reason) => {
    refuseRefresh = code;
    await expect(call(sosAlerts.counts)).rejects.toMatchObject({ code });
    expect(reasons).toEqual([reason]);
    expect(store.get().session).toBeNull();
  });

  it('with a server that answers "unavailable" keeps the session', async () => {
    refuseRefresh = 'UNAVAILABLE';
    await expect(call(sosAlerts.counts)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(reasons).toEqual([]);
  });

  it('with an unavailable server keeps the session: nobody is logged out by a restart', async () => {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.startsWith(endpoints.refresh.path)
        ? Promise.reject(new TypeError('failed'))
        : serve(new Request(new URL(url, 'http://server'), init)),
    );
    await expect(call(sosAlerts.counts)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(store.get().session).not.toBeNull();
    expect(reasons).toEqual([]);
  });
});

describe('a member whom somebody has changed', () => {
  const rights = vi.fn();
  beforeEach(() => {
    rights.mockClear();
    valid = fakeToken({ groupType: 'AGENCY', role: 'ADMIN' });
    store.set({ session: { accessToken: valid, refreshToken: 'refresh-0', id: 'kim', name: 'Kim' } });
    off.push(onRightsChanged(rights));
  });
  it('has the new rights at once, and a token with the same rights', async () => {
    member = { ...member, role: 'STAFF', groupId: 1 };
    const renewed = vi.fn();
    off.push(onSessionRenewed(renewed));
    await memberChanged(7);
    expect(rights).toHaveBeenCalledTimes(1);
    expect(refreshes).toBe(1);
    // in place: a page is not loaded again for it
    expect(renewed).not.toHaveBeenCalled();
  });
  it('keeps the rights of the same role, and its token', async () => {
    member = { ...member, name: 'Kim Minsu', groupId: 1 };
    await memberChanged(7);
    expect(store.get().session?.name).toBe('Kim Minsu');
    expect(refreshes).toBe(0);
  });
  it('is somebody else: nothing happens', async () => {
    member = { ...member, role: 'STAFF' };
    await memberChanged(8);
    expect(rights).not.toHaveBeenCalled();
    expect(who()?.role).toBe('ADMIN');
  });
});

it('after a sign-up no session is left in this browser, and the server is notified', () => {
  store.set({ smsLogin: null, autoLogin: true });
  forgetEverybody();
  expect(requests.map((r) => new URL(r.url).pathname)).toEqual([endpoints.logout.path]);
  expect(requests[0]?.headers.get('x-auth-access-token')).toBe('old');
  expect(store.get()).toMatchObject({ session: null, savedId: null, autoLogin: false, drafts: {}, language: 'en' });
});

it('a login elsewhere ends this session and shows this', async () => {
  store.set({ session: { accessToken: 'elsewhere', refreshToken: 'r', id: 'kim', name: 'Kim' } });
  await expect(call(sosAlerts.counts)).rejects.toBeInstanceOf(Problem);
  expect(reasons).toEqual(['elsewhere']);
  expect(store.get().session).toBeNull();
});

it('a logout shows this, even where the stream is closed before the answer comes', async () => {
  vi.stubGlobal('fetch', async () => {
    holder.ended('E0105');
    return Promise.resolve(ok({ ended: true }));
  });
  await logOut();
  expect(reasons).toEqual(['loggedOut']);
  store.set({ session: { accessToken: 'elsewhere', refreshToken: 'r', id: 'kim', name: 'Kim' } });
  holder.ended('E0105');
  expect(reasons).toEqual(['loggedOut', 'elsewhere']);
});

it('a logout in another tab ends the session of this one, too', () => {
  const before = localStorage.getItem(storeKey) ?? '{}';
  localStorage.setItem(storeKey, JSON.stringify({ ...(JSON.parse(before) as object), session: null }));
  window.dispatchEvent(new StorageEvent('storage', { key: storeKey }));
  expect(reasons).toEqual(['loggedOut']);
});

it('every request carries both tokens, the language and the time zone', async () => {
  store.set({ session: { accessToken: 'new-1', refreshToken: 'refresh-0', id: 'kim', name: 'Kim' } });
  await call(sosAlerts.counts);
  const [request] = requests;
  expect(request?.headers.get('x-auth-access-token')).toBe('new-1');
  expect(request?.headers.get('x-auth-refresh-token')).toBe('refresh-0');
  expect(request?.headers.get('accept-language')).toBe('en-US');
  expect(new URL(request?.url ?? '').searchParams.get('timeZone')).toBe(
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
});

it('a fresh token in an answer is kept, but brings no ended session back', async () => {
  store.set({ session: { accessToken: 'new-1', refreshToken: 'refresh-0', id: 'kim', name: 'Kim' } });
  vi.stubGlobal('fetch', () => Promise.resolve(ok({}, { 'x-auth-access-token': 'fresher' })));
  await call(sosAlerts.counts);
  expect(store.get().session?.accessToken).toBe('fresher');
  store.clear();
  await call(sosAlerts.counts);
  expect(store.get().session).toBeNull();
});

it('an answer that is no envelope is a problem with a code, not a crash', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>502</html>', { status: 502 })));
  await expect(call(sosAlerts.counts)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 502 });
});

describe('rights', () => {
  it('come from the claims of the token', () => {
    store.set({
      session: {
        accessToken: fakeToken({ groupType: 'REGION', role: 'STAFF' }, { name: '김민수' }),
        refreshToken: 'r',
        id: 'kim',
        name: 'Kim',
      },
    });
    expect(who()).toMatchObject({ name: '김민수', groupType: 'REGION', role: 'STAFF' });
    expect(can(sosAlerts.acknowledge.allow)).toBe(true);
    expect(can('status:R')).toBe(false);
  });
  it.each([
    '',
    'x',
    'a.b.c',
    `a.${btoa('{"sub":1}')}.c`,
    fakeToken({ groupType: 'NOBODY', role: 'ADMIN' }),
    fakeToken({ groupType: 'DEALER', role: 'CHIEF' }),
  ])('a token that cannot be read gives none: %s', (accessToken) => {
    store.set({ session: { accessToken, refreshToken: 'r', id: 'kim', name: 'Kim' } });
    expect(who()).toBeNull();
    expect(can('dash:R')).toBe(false);
  });
});

it('a damaged store falls back part by part', () => {
  localStorage.setItem(
    storeKey,
    JSON.stringify({ language: 'fr', theme: 'dark', session: { accessToken: 5 }, menu: 'x' }),
  );
  expect(store.refresh()).toMatchObject({ language: 'ko', theme: 'dark', session: null, menu: { small: false } });
  localStorage.setItem(storeKey, 'not json');
  expect(store.refresh()).toMatchObject({ language: 'ko', theme: 'light' });
});
