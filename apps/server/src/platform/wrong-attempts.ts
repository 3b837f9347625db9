import { Problem } from './problem';
import { networkOf } from './trusted-proxies';

const minuteMs = 60_000;
/** Wrong secrets allowed per address (of IPv6: per network) and minute. */
export const maxWrongAttempts = 10;
/** Addresses kept in memory; beyond it the oldest are evicted. */
const maxAddresses = 10_000;

/**
 * Wrong keys and secrets of machines. An address that tries them is blocked for the rest of the minute, but a secret
 * that was valid before is still accepted from there: one machine with a mistyped key must not stop a whole plant.
 */
export class WrongAttempts {
  private readonly tried = new Map<string, number[]>();
  private readonly known = new Set<string>();

  /** Throws Problem TOO_MANY_REQUESTS. */
  mayTry(address: string, hash: string, at: number): void {
    if (this.within(address, at).length >= maxWrongAttempts && !this.known.has(hash))
      throw new Problem('TOO_MANY_REQUESTS', { seconds: minuteMs / 1000 });
  }

  right(hash: string): void {
    this.known.add(hash);
  }

  wrong(address: string, hash: string, at: number): void {
    this.known.delete(hash);
    const tried = [...this.within(address, at), at];
    const network = networkOf(address);
    this.tried.delete(network);
    this.tried.set(network, tried);
    if (this.tried.size <= maxAddresses) return;
    const oldest = this.tried.keys().next();
    if (!oldest.done) this.tried.delete(oldest.value);
  }

  private within(address: string, at: number): number[] {
    return (this.tried.get(networkOf(address)) ?? []).filter((t) => at - t < minuteMs);
  }
}
