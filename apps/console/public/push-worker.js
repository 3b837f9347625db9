/*
 * Shows what the server pushes while the console is closed or behind other windows. It is served beside index.html as it is (no build step), so that
 * its address never changes, and it neither caches nor answers requests. Payload: PushPayload of libs/contracts/src/notification.ts.
 */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(show(payloadOf(event.data))));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.link));
});

/** Every push is shown, or browsers take the permission away; in front of a console that is looked at it makes no sound. */
async function show({ title, body, link, tag, kind }) {
  const looking = (await windows()).some((w) => w.focused);
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

/** In a console that is open, which goes there without a reload; else in a new one. */
async function open(link) {
  const path = typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : '/dash';
  const console_ = (await windows()).find(
    (w) => !/^\/(login|wall|authenticateSms|changePwd|changeExpiredPwd|join|find)/.test(new URL(w.url).pathname),
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
