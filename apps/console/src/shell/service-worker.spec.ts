// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { embeddedRoots } from '@headland/contracts/embedded-paths';
import { PushPayload } from '@headland/contracts/notification';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeCaches, type Stored } from '../testing/fake-caches';

/** The shipped worker, in a fake browser that records the calls. */
const source = readFileSync(join(import.meta.dirname, '..', '..', 'public', 'service-worker.js'), 'utf8');
interface Window {
  url: string;
  frameType: 'top-level' | 'nested';
  focused: boolean;
  messages: unknown[];
}
let windows: Window[];
let shown: { title: string; options: Record<string, unknown> }[];
let opened: string[];
/** what the server answers; undefined: it cannot be reached */
let server: (path: string) => Response | undefined;
let asked: string[];
let stored: Stored;
let fire: (name: string, event: Record<string, unknown>) => Promise<void>;
beforeEach(() => {
  windows = [];
  shown = [];
  opened = [];
  asked = [];
  const { caches, stored: all } = fakeCaches();
  stored = all;
  const ears: Record<string, (event: unknown) => void> = {};
  const self = {
    addEventListener: (name: string, ear: (event: unknown) => void) => (ears[name] = ear),
    skipWaiting: () => undefined,
    location: { origin: 'https://console.example' },
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) => shown.push({ title, options }),
    },
    clients: {
      claim: async () => undefined,
      matchAll: async () =>
        windows.map((w) => ({
          url: w.url,
          frameType: w.frameType,
          focused: w.focused,
          postMessage: (m: unknown) => w.messages.push(m),
          focus: async () => (w.focused = true),
        })),
      openWindow: async (path: string) => opened.push(path),
    },
  };
  const fetch = async (request: string | { url: string }) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, 'https://console.example');
    asked.push(pathname);
    const answer = server(pathname);
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer;
  };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at1) });
  runInNewContext(source, { self, URL, Response, TextEncoder, Date, atob, caches, crypto, fetch });
  fire = async (name, event) => {
    const done: Promise<unknown>[] = [];
    const { respondWith } = event;
    ears[name]?.({
      ...event,
      waitUntil: (p: Promise<unknown>) => done.push(p),
      respondWith: (p: Promise<unknown>) => {
        // the answer may be known before what the worker still keeps of it
        done.push(p.catch(() => undefined));
        if (typeof respondWith === 'function') respondWith(p);
      },
    });
    for (let i = 0; i < done.length; i++) await done[i];
  };
});
afterEach(() => void vi.useRealTimers());
const push = (payload: unknown) => fire('push', { data: { json: () => payload } });
const press = (link: unknown) =>
  fire('notificationclick', { notification: { close: () => undefined, data: { link } } });
const at = (path: string, focused = false): Window => ({
  url: `https://console.example${path}`,
  frameType: 'top-level',
  focused,
  messages: [],
});
const sos = PushPayload.parse({ title: 'SOS', body: 'Roll-over', link: '/sos?id=4', tag: 'sos-4', kind: 'sos' });

describe('a push', () => {
  it('is shown with its words; an SOS stays until it is touched', async () => {
    await push(sos);
    await push({ ...sos, title: 'Fault', kind: 'fault', tag: 'fault-1' });
    expect(shown.map((s) => s.title)).toEqual(['SOS', 'Fault']);
    expect(shown[0]?.options).toMatchObject({
      body: 'Roll-over',
      tag: 'sos-4',
      requireInteraction: true,
      silent: false,
      data: { link: '/sos?id=4' },
    });
    expect(shown[1]?.options.requireInteraction).toBe(false);
  });
  it('is silent in front of a console that is looked at', async () => {
    windows = [at('/dash', true)];
    await push(sos);
    expect(shown[0]?.options.silent).toBe(true);
  });
  it('is heard in front of a page of the customers’ app, which shows no alarm', async () => {
    windows = [at('/noticeDetailApp/5', true)];
    await push(sos);
    expect(shown[0]?.options.silent).toBe(false);
  });
  it('that is not ours is shown all the same: a silent push costs the permission', async () => {
    await fire('push', { data: null });
    await push({ nothing: 1 });
    expect(shown.map((s) => s.title)).toEqual(['Headland', 'Headland']);
  });
});

describe('a press on it', () => {
  it('goes there in the console that is open', async () => {
    windows = [at('/wall'), at('/dash')];
    await press('/sos?id=4');
    expect(windows.map((w) => w.messages)).toEqual([[], [{ open: '/sos?id=4' }]]);
    expect(windows[1]?.focused).toBe(true);
    expect(opened).toEqual([]);
  });
  it('takes neither a page of the customers’ app for a console, nor a frame within one', async () => {
    windows = [
      ...embeddedRoots.map((root) => at(`${root}/1?lang=ko`, true)),
      { ...at('/noticeDetailApp/preview'), frameType: 'nested' },
      { ...at('/dash'), frameType: 'nested' },
    ];
    await press('/sos?id=4');
    expect(opened).toEqual(['/sos?id=4']);
    windows.push(at('/dash'));
    await press('/sos?id=4');
    expect(windows.map((w) => w.messages).filter((m) => m.length > 0)).toEqual([[{ open: '/sos?id=4' }]]);
    expect(windows.at(-1)?.messages).toHaveLength(1);
    expect(opened).toHaveLength(1);
  });
  it('on a notice opens its page, which is none of the console’s, beside one that is open, too', async () => {
    windows = [at('/dash')];
    await press('/noticeDetailApp/5?target=fieldManager');
    await press('/noticeApp?target=fieldManager');
    expect(windows[0]?.messages).toEqual([]);
    expect(opened).toEqual(['/noticeDetailApp/5?target=fieldManager', '/noticeApp?target=fieldManager']);
  });
  it('opens a console where none is, and never leads out of it', async () => {
    await press('/sos?id=4');
    windows = [at('/login')];
    await press('//evil.example');
    await press(undefined);
    expect(opened).toEqual(['/sos?id=4', '/dash', '/dash']);
  });
});

/** What the page gets; `untouched`: the worker leaves the request to the browser. */
async function request(path: string, { method = 'GET', mode = 'cors', session = '' } = {}): Promise<string> {
  let answer: Promise<Response> | undefined;
  const claims = btoa(JSON.stringify({ sid: session, name: 'x' }));
  const headers = new Headers(session === '' ? {} : { 'x-auth-access-token': `a.${claims}.c` });
  await fire('fetch', {
    request: { url: `https://console.example${path}`, method, mode, headers },
    respondWith: (p: Promise<Response>) => (answer = p),
  });
  if (answer === undefined) return 'untouched';
  return answer.then(
    async (r) => `${r.status} ${await r.text()}${r.headers.has('x-as-of') ? ` as of ${r.headers.get('x-as-of')}` : ''}`,
    () => 'no connection',
  );
}
const at1 = 'Fri, 20 Nov 2026 04:04:00 GMT';
const json = (body: unknown) =>
  new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json; charset=utf-8', date: at1, 'x-auth-access-token': 'fresh' },
  });
const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html; charset=UTF-8' } });
const script = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } });
const build =
  (n: number): typeof server =>
  (path) =>
    path.startsWith('/assets/')
      ? path === `/assets/entry-${n}.js` || path === '/assets/react.js'
        ? script(`${path} of ${n}`)
        : new Response('', { status: 404 })
      : path.startsWith('/api/')
        ? json({ of: n })
        : html(`<script src="/assets/entry-${n}.js"></script><link href="/assets/react.js">`);
const down: typeof server = () => undefined;
/** The proxy is there, and the server behind it is not. */
const badGateway: typeof server = () =>
  new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
const navigate = (path: string) => request(path, { mode: 'navigate' });

describe('the page', () => {
  it('is the server’s as long as it answers, and the kept one with all its files when it does not', async () => {
    server = build(1);
    expect(await navigate('/status')).toContain('entry-1');
    server = build(2);
    expect(await navigate('/dash'), 'a new deployment is there at the next navigation').toContain('entry-2');
    server = down;
    expect(await navigate('/vehicleDetail/4')).toContain('entry-2');
    expect(await request('/assets/entry-2.js')).toBe('200 /assets/entry-2.js of 2');
    expect(await request('/assets/react.js')).toContain('react.js');
    expect(await request('/assets/never-seen.js')).toBe('no connection');
  });
  it('is not kept without its files: the former one stays whole', async () => {
    server = build(1);
    await navigate('/dash');
    server = (path) => (path === '/assets/entry-2.js' ? new Response('', { status: 404 }) : build(2)(path));
    await navigate('/dash');
    server = down;
    expect(await navigate('/dash')).toContain('entry-1');
    expect(await request('/assets/entry-1.js')).toContain('of 1');
  });
  it('has the files of one former build beside its own, and no more', async () => {
    for (const n of [1, 2, 3, 4]) {
      server = build(n);
      await navigate('/dash');
    }
    server = down;
    expect(await request('/assets/entry-4.js')).toContain('of 4');
    expect(await request('/assets/entry-3.js')).toContain('of 3');
    expect(await request('/assets/entry-1.js')).toBe('no connection');
    expect(await request('/assets/react.js'), 'that did not change').toContain('react.js');
  });
  it('of an old tab whose file is gone gets the refusal, which is not kept, nor a page in its place', async () => {
    server = build(2);
    await navigate('/dash');
    expect(await request('/assets/entry-1.js')).toBe('404 ');
    server = () => html('a page');
    expect(await request('/assets/lost.js')).toBe('200 a page');
    server = down;
    expect(await request('/assets/lost.js')).toBe('no connection');
  });
  it('is the kept one, too, when a proxy cannot reach the server', async () => {
    server = build(1);
    await navigate('/dash');
    server = badGateway;
    expect(await navigate('/dash')).toContain('entry-1');
  });
  it('is not replaced by a page of somebody on the way, nor by a refusal', async () => {
    server = build(1);
    await navigate('/dash');
    server = () => html('<h1>Log in to the hotel’s network</h1>');
    expect(await navigate('/dash')).toContain('hotel');
    server = () => new Response('', { status: 503, headers: { 'content-type': 'text/html' } });
    expect(await navigate('/dash')).toBe('503 ');
    server = down;
    expect(await navigate('/dash')).toContain('entry-1');
  });
  it('is none of the customers’ app, of the api or of another origin', async () => {
    server = build(1);
    for (const root of embeddedRoots) expect(await navigate(`${root}/1`), root).toBe('untouched');
    expect(await navigate('/api/exports/1/file')).toBe('untouched');
  });
  it('is kept with what was loaded before the worker was there', async () => {
    server = build(1);
    await fire('message', { data: { keep: ['/assets/react.js', '/assets/gone.js', '/api/config'] } });
    server = down;
    expect(await navigate('/dash')).toContain('entry-1');
    expect(await request('/assets/react.js')).toContain('react.js');
  });
});

describe('an answer', () => {
  const [mine, theirs] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const list = '/api/vehicles?page=1&timeZone=Asia%2FSeoul';

  /** A request whose answer is still on its way. */
  function slowly(session: string): { pending: Promise<string>; arrives: () => void } {
    let arrives: () => void = () => undefined;
    const body = new Promise<void>((done) => (arrives = done)).then(() => '{}');
    const answer = json({});
    answer.clone = () => Object.assign(json({}), { text: () => body });
    server = () => answer;
    return { pending: request(list, { session }), arrives };
  }

  it('is the server’s; without it, the one that was seen, with its time and without a header of it', async () => {
    server = build(1);
    expect(await request(list, { session: mine })).toBe('200 {"of":1}');
    server = build(2);
    expect(await request(list, { session: mine })).toBe('200 {"of":2}');
    server = down;
    expect(await request(list, { session: mine })).toBe(`200 {"of":2} as of ${at1}`);
    expect(await request('/api/vehicles?page=2', { session: mine }), 'another filter').toBe('no connection');
    const headers = [...stored.values()].flatMap((c) => [...c.values()]).flatMap((r) => [...r.headers.keys()]);
    expect(headers).not.toContain('x-auth-access-token');
  });
  it('is never given to another session, nor without one', async () => {
    server = build(1);
    await request(list, { session: mine });
    server = down;
    expect(await request(list, { session: theirs })).toBe('no connection');
    expect(await request(list)).toBe('untouched');
  });
  it('is forgotten at the logout, also one that is on its way', async () => {
    server = build(1);
    await request(list, { session: mine });
    await fire('message', { data: { forget: { but: null } } });
    server = down;
    expect(await request(list, { session: mine })).toBe('no connection');
    const { pending, arrives } = slowly(mine);
    await fire('message', { data: { forget: { but: null } } });
    arrives();
    await pending;
    expect([...stored.keys()].filter((name) => name.startsWith('seen '))).toEqual([]);
  });
  it('of the present session stays when those of others are removed', async () => {
    server = build(1);
    for (const session of [mine, theirs]) await request(list, { session });
    const { pending, arrives } = slowly(mine);
    await fire('message', { data: { forget: { but: mine } } });
    arrives();
    await pending;
    expect([...stored.keys()].filter((name) => name.startsWith('seen '))).toEqual([`seen ${mine}`]);
  });
  it.each([
    ['a write', list, 'POST'],
    ['tokens', '/api/auth/refresh-token', 'GET'],
    ['the token of a wall display', '/api/kiosks/session', 'GET'],
    ['a person in full', '/api/consumables/4/customer', 'GET'],
    ['people of a queue', '/api/sos/people', 'GET'],
    ['an organization’s people', '/api/organizations/4', 'GET'],
    ['a file', '/api/exports/4/file', 'GET'],
    ['users', '/api/users', 'GET'],
    ['a wall display', '/api/wall', 'GET'],
  ])('with %s is left alone', async (_, path, method) => {
    server = build(1);
    expect(await request(path, { method, session: mine })).toBe('untouched');
  });
  it('that is a refusal is not kept, and what is refused now is not shown later', async () => {
    server = build(1);
    await request(list, { session: mine });
    server = () => new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } });
    expect(await request(list, { session: mine }), 'the server answers').toBe('500 {}');
    server = down;
    expect(await request(list, { session: mine }), 'of before').toContain('200 {"of":1}');
    server = () => new Response('{}', { status: 403, headers: { 'content-type': 'application/json' } });
    await request(list, { session: mine });
    server = down;
    expect(await request(list, { session: mine })).toBe('no connection');
  });
  it('is the kept one, too, when a proxy cannot reach the server', async () => {
    server = build(1);
    await request(list, { session: mine });
    server = badGateway;
    expect(await request(list, { session: mine })).toContain('200 {"of":1} as of');
  });
  it('is given for a day', async () => {
    server = build(1);
    await request(list, { session: mine });
    server = down;
    vi.setSystemTime(Date.parse(at1) + 24 * 3_600_000);
    expect(await request(list, { session: mine })).toContain('as of');
    vi.setSystemTime(Date.parse(at1) + 24 * 3_600_000 + 1);
    expect(await request(list, { session: mine })).toBe('no connection');
  });
  it('is one of 150 at most, the newest, and none of them is very long', async () => {
    server = build(1);
    for (let id = 1; id <= 151; id++) await request(`/api/vehicles/${id}`, { session: mine });
    server = () => json({ long: 'x'.repeat(1_000_000) });
    expect(await request('/api/vehicles/151', { session: mine })).toContain('long');
    server = down;
    expect(await request('/api/vehicles/1', { session: mine })).toBe('no connection');
    expect(await request('/api/vehicles/2', { session: mine })).toContain('as of');
    expect(await request('/api/vehicles/151', { session: mine }), 'the one before it is old').toBe('no connection');
  });
});
