import type { Live } from '../lib/live/live';
import { Subscriptions } from '../lib/live/subscriptions';
import { LiveClient } from '../lib/live/client';

/** A stream that is not connected: a test lets events arrive by calling the client's listeners, and can read the page's subscriptions. */
export function fakeLive(): Live {
  const client = new LiveClient({
    connect: () => silentSocket as never,
    token: () => null,
    renew: () => Promise.resolve(),
    ended: () => undefined,
    now: Date.now,
  });
  return {
    client,
    subscriptions: new Subscriptions(
      (subscription) => client.setSubscription(subscription),
      () => false,
      0,
    ),
    vehicles: new Map(),
    counts: { value: null },
  };
}

const silentSocket = {
  on: () => silentSocket,
  connect: () => silentSocket,
  disconnect: () => silentSocket,
  emit: () => silentSocket,
  connected: false,
};
