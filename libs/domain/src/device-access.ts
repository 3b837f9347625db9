import { deviceIdPattern, downKinds } from '@headland/contracts/device/envelope';

/**
 * Topic permissions at the broker. A terminal publishes under its own `up` branch and subscribes to its own `down`
 * branch, nothing else: it can neither impersonate another machine nor listen to one. The server subscribes to every
 * `up` and publishes to every `down`. The built-in broker calls these functions; Mosquitto and EMQX have the same rule
 * in their ACL files, with the kinds of `up` by name, since they keep what a device has retained.
 */
export type BrokerAccount = { kind: 'device'; id: string } | { kind: 'server' };

export function mayPublish(account: BrokerAccount, topic: string): boolean {
  if (/[+#]/.test(topic)) return false;
  const place = placeOf(topic);
  if (place === null || place.below === '') return false;
  if (account.kind === 'server') return place.branch === 'down' && deviceIdPattern.test(place.device);
  return place.branch === 'up' && place.device === account.id && deviceIdPattern.test(account.id);
}

/** A filter is allowed if every topic that it can match is. */
export function maySubscribe(account: BrokerAccount, filter: string): boolean {
  const place = placeOf(filter);
  if (place === null || place.below === '') return false;
  if (account.kind === 'server')
    return place.branch === 'up' && (place.device === '+' || deviceIdPattern.test(place.device));
  return (
    place.branch === 'down' &&
    place.device === account.id &&
    deviceIdPattern.test(account.id) &&
    deviceFilters.has(place.below)
  );
}
/** Below `down`. A session remembers its filters: there are no more of them than these. */
const deviceFilters: ReadonlySet<string> = new Set(['#', '+', ...downKinds, 'flash/#', 'flash/+/+']);

/** `tms/v1/{device}/{branch}/…` → its parts. A `#` before the branch gives no branch, and so no permission. */
function placeOf(topic: string): { device: string; branch: string; below: string } | null {
  const [root, version, device, branch, ...rest] = topic.split('/');
  if (root !== 'tms' || version !== 'v1' || device === undefined || branch === undefined) return null;
  return { device, branch, below: rest.join('/') };
}
