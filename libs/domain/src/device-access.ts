import { deviceIdPattern } from '@headland/contracts/device/envelope';

/**
 * Who may say and hear what at the broker. A terminal speaks under its own `up` branch and hears its own `down` branch, nothing else: it can
 * neither pretend to be another machine nor listen to one. The server hears every `up` and speaks on every `down`. The built-in broker asks
 * these functions; a Mosquitto is given the same rule as patterns of its access file.
 */
export type BrokerAccount = { kind: 'device'; id: string } | { kind: 'server' };

export function mayPublish(account: BrokerAccount, topic: string): boolean {
  if (/[+#]/.test(topic)) return false;
  const place = placeOf(topic);
  if (place === null || place.below === '') return false;
  if (account.kind === 'server') return place.branch === 'down' && deviceIdPattern.test(place.device);
  return place.branch === 'up' && place.device === account.id && deviceIdPattern.test(account.id);
}

/** A filter is allowed when every topic that it can match is. */
export function maySubscribe(account: BrokerAccount, filter: string): boolean {
  const place = placeOf(filter);
  if (place === null || place.below === '') return false;
  if (account.kind === 'server')
    return place.branch === 'up' && (place.device === '+' || deviceIdPattern.test(place.device));
  return place.branch === 'down' && place.device === account.id && deviceIdPattern.test(account.id);
}

/** `tms/v1/{device}/{branch}/…` → its parts. A wildcard for all that follows (`#`) before the branch leaves no branch, and so no permission. */
function placeOf(topic: string): { device: string; branch: string; below: string } | null {
  const [root, version, device, branch, ...rest] = topic.split('/');
  if (root !== 'tms' || version !== 'v1' || device === undefined || branch === undefined) return null;
  return { device, branch, below: rest.join('/') };
}
