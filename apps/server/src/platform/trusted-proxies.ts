import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Request } from 'express';

const refreshMs = 10_000;
const hostName = /^(?=.{1,253}$)[a-z\d]([a-z\d.-]*[a-z\d])?$/iu;

/** An address, a network (10.0.0.0/8) or a host name. */
export function isProxy(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const family = isIP(address);
  if (bits === undefined) return family !== 0 || (hostName.test(entry) && !/^[\d.]+$/u.test(entry));
  return family !== 0 && more.length === 0 && /^\d{1,3}$/u.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/**
 * X-Forwarded-For is trusted from these proxies only, since it sets the address that rate limits and the log use. A
 * container has a name and a changing address, so names are resolved again and again; one that does not resolve is not
 * trusted.
 */
export function trustingOnly(entries: readonly string[]): (address: string) => boolean {
  const fixed = new BlockList();
  const names: string[] = [];
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits !== undefined) fixed.addSubnet(address, Number(bits), family);
    else if (isIP(address) !== 0) fixed.addAddress(address, family);
    else names.push(entry);
  }
  let found = new BlockList();
  const resolve = async (): Promise<void> => {
    const next = new BlockList();
    const answers = await Promise.allSettled(names.map((name) => lookup(name, { all: true })));
    for (const answer of answers)
      if (answer.status === 'fulfilled')
        for (const { address, family } of answer.value) next.addAddress(address, family === 6 ? 'ipv6' : 'ipv4');
    found = next;
  };
  if (names.length > 0) {
    void resolve();
    setInterval(() => void resolve(), refreshMs).unref();
  }
  return (address) => {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    return isIP(address) !== 0 && (fixed.check(address, family) || found.check(address, family));
  };
}

/** The address of a request's client: if a proxy has passed on something that is no address, the proxy's own. */
export function addressOf(request: Pick<Request, 'ip' | 'socket'>): string {
  const address =
    [request.ip, request.socket.remoteAddress].find((address) => address !== undefined && isIP(address) !== 0) ?? '';
  return address.replace(/^::ffff:(?=\d+\.)/iu, '');
}

/**
 * What limits of an address go by. A line has 64 bits of IPv6 for itself and could take a new address for each request,
 * so of IPv6 it is the network, but not where a gateway (64:ff9b::/96) puts IPv4 into one. Anything else is answered as
 * it is.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6 || /^64:ff9b::/iu.test(address)) return address;
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [head = '', tail = ''] = address.replace(/%.*$/u, '').split('::');
  const before = groups(head);
  const after = groups(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
