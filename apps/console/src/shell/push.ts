import { notifications } from '@headland/contracts/notification';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { safeRedirect } from '../lib/guard';
import { call, onSessionEnd, query } from '../lib/session/session';
import { workerPath } from '../lib/worker-path';

/**
 * Web push for this browser: notifications while the console is closed. It is shown by the console's service worker;
 * the server stores the subscription, which was created with the server's key.
 */
export type PushState = 'checking' | 'unsupported' | 'insecure' | 'notConfigured' | 'blocked' | 'off' | 'on';
/** Why it could not be turned on: the prompt was dismissed, or the browser's push service did not respond. */
export type PushFailure = 'dismissed' | 'failed';

export function usePush() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(query(notifications.devices));
  const [ownEndpoint, setOwnEndpoint] = useState<string | null | undefined>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PushFailure | null>(null);
  const checkPush = useCallback(() => void hashHere().then(setOwnEndpoint, () => setOwnEndpoint(null)), []);
  // again after returning from the site settings
  useEffect(() => {
    checkPush();
    window.addEventListener('focus', checkPush);
    return () => window.removeEventListener('focus', checkPush);
  }, [checkPush]);

  const device = ownEndpoint ? data?.devices.find((d) => d.endpointHash === ownEndpoint) : undefined;
  const invalidate = async () => {
    await cache.invalidateQueries({ queryKey: [notifications.devices.path] });
    checkPush();
  };
  const enable = async (): Promise<boolean> => {
    if (!data?.publicKey) return false;
    setBusy(true);
    setFailure(null);
    try {
      if ((await Notification.requestPermission()) !== 'granted') {
        if (Notification.permission === 'default') setFailure('dismissed');
        return false;
      }
      const subscription = await subscribeHere(data.publicKey).catch(() => null);
      if (!subscription) {
        setFailure('failed');
        return false;
      }
      await register(subscription);
      return true;
    } finally {
      await invalidate();
      setBusy(false);
    }
  };
  const end = async (id: number): Promise<void> => {
    await call(notifications.unsubscribe, { params: { id } });
    if (id === device?.id) await unsubscribeHere();
    await invalidate();
  };
  return {
    state: stateOf(data?.publicKey, ownEndpoint, device !== undefined),
    devices: data?.devices,
    hereId: device?.id,
    error,
    refetch,
    busy,
    failure,
    turnOn: enable,
    end,
  };
}

function stateOf(key: string | null | undefined, ownEndpoint: string | null | undefined, listed: boolean): PushState {
  if (!window.isSecureContext) return 'insecure';
  if (!supported()) return 'unsupported';
  if (key === undefined || ownEndpoint === undefined) return 'checking';
  if (key === null) return 'notConfigured';
  if (Notification.permission === 'denied') return 'blocked';
  return listed ? 'on' : 'off';
}

/** Opens the target of a clicked push notification without a reload. Also carries on what a former session turned on, and removes what another member did. */
export function usePushLinks(): void {
  const router = useRouter();
  useEffect(() => {
    if (!supported()) return;
    void carryOn().catch(() => undefined);
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null && 'open' in data)
        void router.navigate({ href: safeRedirect(data.open) });
    };
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('message', onMessage);
    return () => serviceWorker.removeEventListener('message', onMessage);
  }, [router]);
}

// After a logout this browser gets no alarms. An expired session, or one that continued elsewhere, keeps its push.
onSessionEnd((reason) => void (reason === 'loggedOut' && unsubscribeHere().catch(() => undefined)));

/** Before a logout: the server is notified, too, while the session is valid. With a short timeout. */
export async function endPushHere(): Promise<void> {
  try {
    const hash = await hashHere();
    if (hash === null) return;
    const soon = AbortSignal.timeout(2_000);
    const { devices } = await call(notifications.devices, {}, soon);
    const device = devices.find((d) => d.endpointHash === hash);
    if (device) await call(notifications.unsubscribe, { params: { id: device.id } }, soon);
  } catch {
    // the browser unsubscribes all the same, and the server when its next push fails
  }
}

const supported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';

async function subscriptionHere(): Promise<PushSubscription | null> {
  if (!supported()) return null;
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function subscribeHere(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(workerPath, { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytesOf(publicKey);
  const old = await pushManager.getSubscription();
  // a subscription for another key gets nothing from this server
  if (old && !same(new Uint8Array(old.options.applicationServerKey ?? new ArrayBuffer(0)), key))
    await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function unsubscribeHere(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe();
}

async function register(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call(notifications.subscribe, {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  });
}

/** Push that outlasted a login belongs to the new session from then on, and ends with it. Another member's ends here. */
async function carryOn(): Promise<void> {
  const hash = await hashHere();
  if (hash === null) return;
  const { devices } = await call(notifications.devices);
  const device = devices.find((d) => d.endpointHash === hash);
  if (device === undefined) return unsubscribeHere();
  const subscription = device.ofThisSession ? null : await subscriptionHere();
  if (subscription !== null) await register(subscription);
}

/** The server's name of this browser: the SHA-256 of its push endpoint. */
async function hashHere(): Promise<string | null> {
  const subscription = await subscriptionHere();
  if (!subscription) return null;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint)));
  return [...digest].map((b) => b.toString(16).padStart(2, '0')).join('');
}

/** A VAPID key is base64url. */
const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);
