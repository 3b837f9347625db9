import { sosAlerts } from '@headland/contracts/sos';
import { session } from '@headland/contracts/session';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConsoleRouter } from './router';
import { formPaths, listPaths, recordPaths } from './lib/paths';
import { call, holder, memberChanged } from './lib/session/session';
import { store } from './lib/session/store';
import { answer, fakeFetch } from './testing/fake-back-end';
import { fakeToken } from './testing/render-page';

const until = (fact: () => void) => vi.waitFor(fact, { timeout: 60_000 });

let cache: QueryClient;
let role: 'ADMIN' | 'STAFF';
const loggedIn = (as = { groupType: 'PRODUCTION', role: 'ADMIN' }) =>
  store.set({ session: { accessToken: fakeToken(as), refreshToken: 'r', id: 'kim', name: 'Kim' } });
const forced = (mustChange: 'temporary' | 'expired', forMs = 60_000) =>
  store.set({ forcedChange: { changeToken: 'c', mustChange, until: Date.now() + forMs } });

/** Each router listens for the end of the session until the file ends: one for all tests, opened at an address. */
let router: ReturnType<typeof createConsoleRouter>;
async function go(href: string): Promise<string> {
  await router.navigate({ href });
  return router.state.location.href;
}
beforeEach(async () => {
  role = 'ADMIN';
  store.clear();
  store.set({ language: 'en' });
  vi.stubGlobal(
    'fetch',
    vi.fn(
      fakeFetch([
        answer(session.logout, () => ({ ended: true as const })),
        answer(session.refresh, () => ({
          accessToken: fakeToken({ groupType: 'PRODUCTION', role }),
          refreshToken: 'r2',
        })),
        answer(session.member, () => [
          {
            id: 7,
            loginId: 'kim',
            name: 'Kim',
            groupId: 1,
            groupName: 'Plant',
            groupType: 'PRODUCTION' as const,
            role,
            units: 'km' as const,
          },
        ]),
      ]),
    ),
  );
  cache ??= new QueryClient();
  router ??= createConsoleRouter(cache);
  await go('/findId');
});
afterEach(() => cache.clear());

it('has a screen for every path that links are checked against', () => {
  const wanted = [...listPaths, ...formPaths, ...recordPaths.map((path) => `${path}/$number`)];
  expect(Object.keys(router.routesByPath)).toEqual(expect.arrayContaining(wanted));
});

it('names each screen of a record after one list, which the menu marks', () => {
  for (const path of [...recordPaths, ...formPaths])
    expect(
      listPaths.filter((list) => path.startsWith(list)),
      path,
    ).toHaveLength(1);
});

describe('without a session', () => {
  it.each([
    ['/sos?id=4', '/login?redirect=%2Fsos%3Fid%3D4&reason=missing'],
    ['/', '/login?redirect=%2Fdash&reason=missing'],
    ['/nothing', '/login?redirect=%2Fnothing&reason=missing'],
    ['/authenticateSms', '/login?reason=coldLink'],
    ['/changePwd', '/login?reason=coldLink'],
    ['/changeExpiredPwd', '/login?reason=coldLink'],
    ['/findPw', '/findPw'],
    ['/join?token=x', '/join?token=x'],
  ])('%s leads to %s', async (asked, to) => expect(await go(asked)).toBe(to));
});

describe('with a password that must be changed first', () => {
  it.each([
    ['temporary', '/dash', '/changePwd'],
    ['temporary', '/nothing', '/changePwd'],
    ['temporary', '/changeExpiredPwd', '/changePwd'],
    ['expired', '/sos', '/changeExpiredPwd'],
    ['expired', '/changePwd', '/changeExpiredPwd'],
  ] as const)('(%s) %s leads to %s: nothing else opens', async (which, asked, to) => {
    forced(which);
    expect(await go(asked)).toBe(to);
  });
  it('and whose ten minutes are over, one logs in again', async () => {
    forced('temporary', -1);
    expect(await go('/changePwd')).toBe('/login?reason=coldLink');
    expect(await go('/dash')).toBe('/login?redirect=%2Fdash&reason=missing');
  });
});

describe('with a session', () => {
  it.each([
    // region staff have R and U on customers
    [{ groupType: 'REGION', role: 'STAFF' }, '/customerRegi/7', '/customerRegi/7'],
    [{ groupType: 'REGION', role: 'STAFF' }, '/customerRegi/0', '/dash'],
    [{ groupType: 'REGION', role: 'STAFF' }, '/customerVehicleRegi/7', '/dash'],
    [{ groupType: 'REGION', role: 'STAFF' }, '/customerVehicleModi/7', '/customerVehicleModi/7'],
    [{ groupType: 'HEAD_OFFICE', role: 'STAFF' }, '/customerRegi/7', '/dash'],
    [{ groupType: 'HEAD_OFFICE', role: 'STAFF' }, '/customerDetail/7', '/customerDetail/7'],
    [{ groupType: 'PRODUCTION', role: 'ADMIN' }, '/customer', '/dash'],
  ])('a registration route edits with U, and registers with C: %o at %s', async (as, asked, to) => {
    loggedIn(as);
    expect(await go(asked)).toBe(to);
  });

  it('the login leads on to where one wanted to go', async () => {
    loggedIn();
    expect(await go('/login?redirect=%2Fstatus')).toBe('/status');
  });
  it('what the letters do not allow leads to the dashboard', async () => {
    loggedIn({ groupType: 'PRODUCTION', role: 'STAFF' });
    expect(await go('/sos')).toBe('/dash');
  });
  it.each([
    ['SERVICE_BUSINESS', 'ADMIN', '/modelRegi/0', '/modelRegi/0'],
    ['SERVICE_BUSINESS', 'ADMIN', '/modelRegi/7', '/modelRegi/7'],
    ['SERVICE_BUSINESS', 'ADMIN', '/modelModi/7', '/modelModi/7'],
    ['HEAD_OFFICE', 'ADMIN', '/modelDetail/7', '/modelDetail/7'],
    ['HEAD_OFFICE', 'ADMIN', '/modelRegi/0', '/dash'],
    ['HEAD_OFFICE', 'ADMIN', '/modelRegi/7', '/dash'],
    ['HEAD_OFFICE', 'ADMIN', '/modelModi/7', '/dash'],
    ['AGENCY', 'ADMIN', '/model', '/dash'],
  ] as const)('of %s %s, %s leads to %s', async (groupType, role, asked, to) => {
    loggedIn({ groupType, role });
    expect(await go(asked)).toBe(to);
  });
  it.each([
    ['E0105', 'elsewhere'],
    ['E0803', 'invalid'],
  ] as const)(
    'that the server ends with %s, everything is cleared and the login shows the reason: %s',
    async (code, reason) => {
      loggedIn();
      await go('/status?page=2');
      cache.setQueryData(['secret'], 'of the session');
      holder.ended(code);
      await until(() =>
        expect(router.state.location.href).toBe(`/login?reason=${reason}&redirect=%2Fstatus%3Fpage%3D2`),
      );
      expect(cache.getQueryData(['secret'])).toBeUndefined();
      expect(store.get().session).toBeNull();
    },
  );
  it('whose rights shrink while it is open leaves the screen that is no longer allowed', async () => {
    loggedIn();
    expect(await go('/sos')).toBe('/sos');
    role = 'STAFF';
    await memberChanged(7);
    await until(() => expect(router.state.location.href).toBe('/dash'));
  });
});

describe('from the sign-up to the login', () => {
  it('session, store and cache are wiped', async () => {
    loggedIn();
    store.set({ savedId: 'kim', autoLogin: true, drafts: { a: 'b' } });
    cache.setQueryData([sosAlerts.counts.path], 'of the session');
    await go('/join?token=x');
    expect(await go('/login?reason=joined')).toBe('/login?reason=joined');
    expect(store.get()).toMatchObject({ session: null, savedId: null, autoLogin: false, drafts: {}, language: 'en' });
    expect(cache.getQueryData([sosAlerts.counts.path])).toBeUndefined();
    await expect(call(sosAlerts.counts)).rejects.toBeDefined();
  });
  it('and from anywhere else they are not', async () => {
    store.set({ savedId: 'kim' });
    await go('/findPw');
    await go('/login');
    expect(store.get().savedId).toBe('kim');
  });
});
