import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from './clock';
import { CONFIG, type Config } from './config';
import { Problem } from './problem';
import { hashToken } from './random-token';
import type { Machine } from './caller';

const minuteMs = 60_000;
/** Wrong keys allowed per address and minute. */
export const maxWrongKeys = 10;
/** Addresses kept in memory; beyond it the oldest are evicted. */
const maxAddresses = 10_000;

/**
 * Keys of the factory interface: issued by an administrator, or the one of the configuration. Checked on every request,
 * so a revoked key fails at once. An address that tries wrong keys is blocked for the rest of the minute, but a key
 * that was valid before is still accepted from there: one machine with a mistyped key must not stop the whole plant.
 */
@Injectable()
export class FactoryKeys {
  private readonly wrong = new Map<string, number[]>();
  private readonly right = new Set<string>();
  private readonly configured: string | null;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    this.configured = config.FACTORY_API_KEY === undefined ? null : hashToken(config.FACTORY_API_KEY);
  }

  /** Throws Problem BAD_TOKEN, or TOO_MANY_REQUESTS. */
  async read(key: string, address: string): Promise<Machine> {
    const hash = hashToken(key);
    const at = this.now().getTime();
    const tried = (this.wrong.get(address) ?? []).filter((t) => at - t < minuteMs);
    if (tried.length >= maxWrongKeys && !this.right.has(hash)) throw new Problem('TOO_MANY_REQUESTS');
    const name = await this.nameOf(hash, address);
    if (name === null) {
      this.right.delete(hash);
      this.remember(address, [...tried, at]);
      throw new Problem('BAD_TOKEN');
    }
    this.right.add(hash);
    return { name, address };
  }

  private async nameOf(hash: string, address: string): Promise<string | null> {
    if (this.configured !== null && timingSafeEqual(Buffer.from(this.configured), Buffer.from(hash)))
      return 'FACTORY_API_KEY';
    const [row] = await this.database.query<{ id: number; name: string; lastUsedAt: Date | null }[]>(
      'SELECT id, name, last_used_at AS "lastUsedAt" FROM api_key WHERE key_hash = $1 AND revoked_at IS NULL',
      [hash],
    );
    if (row === undefined) return null;
    const minuteAgo = new Date(this.now().getTime() - minuteMs);
    // to the minute: enough to tell a used key from an unused one, without a write per request
    if (row.lastUsedAt === null || row.lastUsedAt <= minuteAgo)
      await this.database.query(
        'UPDATE api_key SET last_used_at = $2, last_used_address = $3 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)',
        [row.id, this.now(), address, minuteAgo],
      );
    return row.name;
  }

  private remember(address: string, tried: number[]): void {
    this.wrong.delete(address);
    this.wrong.set(address, tried);
    if (this.wrong.size <= maxAddresses) return;
    const oldest = this.wrong.keys().next();
    if (!oldest.done) this.wrong.delete(oldest.value);
  }
}
