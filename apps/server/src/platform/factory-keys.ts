import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from './clock';
import { CONFIG, type Config } from './config';
import { Problem } from './problem';
import { hashToken } from './random-token';
import { WrongAttempts } from './wrong-attempts';
import type { Machine } from './caller';

const minuteMs = 60_000;

/**
 * Keys of the factory interface: issued by an administrator, or the one of the configuration. Checked on every request,
 * so a revoked key fails at once. Whoever tries wrong keys is blocked for the rest of the minute.
 */
@Injectable()
export class FactoryKeys {
  private readonly attempts = new WrongAttempts();
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
    this.attempts.mayTry(address, hash, at);
    const name = await this.nameOf(hash, address);
    if (name === null) {
      this.attempts.wrong(address, hash, at);
      throw new Problem('BAD_TOKEN');
    }
    this.attempts.right(hash);
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
    // to the minute: enough to distinguish a used key from an unused one, without a write per request
    if (row.lastUsedAt === null || row.lastUsedAt <= minuteAgo)
      await this.database.query(
        'UPDATE api_key SET last_used_at = $2, last_used_address = $3 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)',
        [row.id, this.now(), address, minuteAgo],
      );
    return row.name;
  }
}
