/*
 * The console's worker: it shows pushed notifications, and opens the console without a connection. It is served beside
 * index.html as it is (no build step), so that its address never changes.
 *
 * - The page is asked of the server at each navigation; the kept one is for when the server cannot be reached. It is kept
 *   together with the files that it names, or not at all, so a page never meets files of another build.
 * - Files of /assets have a hash in their name: they never change, and are kept once they were read.
 * - Answers with lists of the fleet are kept under the session that read them, without any header of theirs, and given
 *   only to that session, only when the server cannot be reached, and with their time. Nothing else is kept.
 */
const shell = 'shell';
const assets = 'assets ';
const seen = 'seen ';
const asOf = 'x-as-of';
/** Lists and records of the fleet, and what the frame needs; no lists of people, and nothing below a record. */
const kept = new RegExp(
  `^/api/(?:${[
    'config',
    String.raw`tms/member/detail/[\w-]+`,
    'organizations/tree',
    'dash/(?:now|faults|sos|members|sales|mileage|engines)',
    String.raw`(?:vehicles|sos|faults|consumables)(?:/(?:\d+|counts|models))?`,
  ].join('|')})$`,
);
/** Pages of the customers' app, which have another entry (libs/contracts/src/embedded-paths.ts). */
const embedded =
  /^\/(?:reportApp|reportDetailApp|RdiDownload|noticeApp|noticeDetailApp|faqApp|faqDetailApp|postApp|postDetailApp)(?:\/|$)/;
/** Of a session. One that is older says nothing of a fleet, and is not given. */
const mostAnswers = 150;
const mostCharacters = 1_000_000;
const mostAgeMs = 24 * 3_600_000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!/^\/(?:api|socket\.io)\//.test(pathname) && !embedded.test(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith('/assets/')) event.respondWith(asset(event, pathname));
  else if (kept.test(pathname)) {
    const session = sessionOf(request.headers.get('x-auth-access-token'));
    if (session !== null) event.respondWith(answer(event, seen + session, pathname + search));
  }
});

async function page(event) {
  try {
    const response = await reach(event.request);
    if (isPage(response)) event.waitUntil(keepPage(response.clone()).catch(() => undefined));
    return response;
  } catch (error) {
    const stored = await (await caches.open(shell)).match('/');
    if (stored === undefined) throw error;
    return stored;
  }
}

/** Throws when the server cannot be reached, which a proxy that stands before it says with 502 or 504. */
async function reach(request) {
  const response = await fetch(request);
  if (response.status === 502 || response.status === 504) throw new TypeError('The server cannot be reached.');
  return response;
}

/** The files that a page names first, then the page. Of former builds one stays, for tabs that still show it. */
async function keepPage(response) {
  const html = await response.clone().text();
  const named = new Set(html.match(/\/assets\/[\w.-]+/g) ?? []);
  // a page of somebody on the way
  if (named.size === 0) return;
  const name = assets + (await digest(html));
  const files = await caches.open(name);
  await Promise.all([...named].map((path) => keepFile(files, path)));
  await (await caches.open(shell)).put('/', response);
  const builds = (await caches.keys()).filter((key) => key.startsWith(assets) && key !== name);
  await Promise.all(builds.slice(0, -1).map((key) => caches.delete(key)));
}

async function keepFile(files, path) {
  if ((await files.match(path)) !== undefined) return;
  // a chunk that did not change with the build is there already
  const response = (await caches.match(path)) ?? (await fetch(path));
  if (!isFile(response)) throw new Error(`${path} is gone`);
  await files.put(path, response);
}

async function asset(event, path) {
  const found = await caches.match(path);
  const response = found ?? (await fetch(event.request));
  if (isFile(response)) {
    const copy = response.clone();
    event.waitUntil(
      currentFiles().then(async (files) => {
        if (files !== null && (await files.match(path)) === undefined) await files.put(path, copy);
      }),
    );
  }
  return response;
}

/** Of the build whose page is kept; null until there is one. */
async function currentFiles() {
  const stored = await (await caches.open(shell)).match('/');
  return stored === undefined ? null : caches.open(assets + (await digest(await stored.text())));
}

/** How often answers were forgotten, and whose were not: those of others that are on their way then are not kept. */
let forgotten = 0;
let spared = null;

async function answer(event, name, key) {
  const before = forgotten;
  const isForgotten = () => before !== forgotten && name !== seen + spared;
  let response;
  try {
    response = await reach(event.request);
  } catch (error) {
    const stored = (await caches.has(name)) ? await (await caches.open(name)).match(key) : undefined;
    if (stored === undefined || Date.now() - Date.parse(stored.headers.get(asOf)) > mostAgeMs) throw error;
    return stored;
  }
  // what the server refuses now is not shown later
  if (response.status === 403 || response.status === 404) event.waitUntil(dropAnswer(name, key));
  if (response.ok && typeOf(response).startsWith('application/json')) {
    const at = response.headers.get('date') ?? new Date().toUTCString();
    const copy = response.clone();
    event.waitUntil(
      (async () => {
        const body = await copy.text();
        if (isForgotten()) return;
        if (body.length > mostCharacters) return dropAnswer(name, key);
        const answers = await caches.open(name);
        // a renewed token is among the headers of an answer: none of them is kept
        await answers.put(key, new Response(body, { headers: { 'content-type': 'application/json', [asOf]: at } }));
        const [oldest] = (await answers.keys()).slice(0, -mostAnswers);
        if (oldest !== undefined) await answers.delete(oldest);
        if (isForgotten()) await caches.delete(name);
      })(),
    );
  }
  return response;
}

async function dropAnswer(name, key) {
  if (await caches.has(name)) await (await caches.open(name)).delete(key);
}

const isPage = (response) => response.ok && typeOf(response).startsWith('text/html');
/** A server may answer a missing file with its page. */
const isFile = (response) => response.ok && !typeOf(response).startsWith('text/html');
const typeOf = (response) => response.headers.get('content-type') ?? '';

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes.slice(0, 8), (b) => b.toString(16).padStart(2, '0')).join('');
}

/** The id of its session, which every login has anew; it is no secret. */
function sessionOf(token) {
  try {
    const claims = JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
    return /^[\w-]{8,64}$/.test(claims.sid) ? claims.sid : null;
  } catch {
    return null;
  }
}

self.addEventListener('message', (event) => {
  const { keep, forget } = event.data ?? {};
  // read before this worker was there
  if (Array.isArray(keep)) event.waitUntil(keepLoaded(keep).catch(() => undefined));
  if (typeof forget === 'object') {
    forgotten++;
    spared = forget.but;
    event.waitUntil(forgetSeen(forget.but));
  }
});

async function keepLoaded(paths) {
  const response = await fetch('/', { cache: 'no-cache' });
  if (!isPage(response)) return;
  await keepPage(response);
  const files = await currentFiles();
  // files of an older build may be gone
  await Promise.allSettled(paths.filter((p) => /^\/assets\/[\w.-]+$/.test(p)).map((path) => keepFile(files, path)));
}

/** All answers but those of one session. */
async function forgetSeen(but) {
  const names = (await caches.keys()).filter((name) => name.startsWith(seen) && name !== seen + but);
  await Promise.all(names.map((name) => caches.delete(name)));
}

self.addEventListener('push', (event) => event.waitUntil(show(payloadOf(event.data))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});

/** Every push is shown, or browsers take the permission away; in front of a console that is looked at it makes no sound. */
async function show({ title, body, link, tag, kind }) {
  const looking = (await windows()).some((w) => w.focused && !isEmbedded(w.url));
  await self.registration.showNotification(title, {
    body,
    icon: '/mark.svg',
    data: { link },
    silent: looking,
    // an SOS stays until somebody has touched it
    requireInteraction: kind === 'sos',
    ...(tag ? { tag, renotify: !looking } : {}),
  });
}

/** Of the customers' app, which no console can show, and which goes to no page of the console. */
const isEmbedded = (url) => embedded.test(new URL(url, self.location.origin).pathname);

/** In a console that is open, which goes there without a reload; else in a new one. A page of the app has a window. */
async function open(link) {
  const path = typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : '/dash';
  if (isEmbedded(path)) return self.clients.openWindow(path);
  const console_ = (await windows()).find(
    (w) =>
      // the preview of a form is a window, too
      w.frameType !== 'nested' &&
      !isEmbedded(w.url) &&
      !/^\/(login|sso|wall|authenticateSms|changePwd|changeExpiredPwd|join|find)/.test(new URL(w.url).pathname),
  );
  if (!console_) return self.clients.openWindow(path);
  console_.postMessage({ open: path });
  return console_.focus();
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

function payloadOf(data) {
  try {
    const payload = data.json();
    if (typeof payload.title === 'string') return payload;
  } catch {
    // not ours, or empty
  }
  return { title: 'Headland', body: '' };
}
