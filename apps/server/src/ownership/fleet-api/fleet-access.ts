import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { FleetReader } from '../../platform/fleet-reader';
import { LOG } from '../../platform/log';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { WrongAttempts } from '../../platform/wrong-attempts';
import type { FleetCaller } from '../../platform/caller';
import { FleetTokens } from './fleet-tokens';
import { inForce } from './fleet-client.reads';

const minuteMs = 60_000;
/** Compared with when there is no such client, so that the response time is the same. */
const nobody = hashToken('');

/**
 * Admits clients of the Fleet API: their secret for a token, their token for each request. The client is read with every
 * request, so one that was revoked stops at once; the same statement counts the request, so the limit holds over all
 * processes.
 */
@Injectable()
export class FleetAccess {
  private readonly attempts = new WrongAttempts();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly tokens: FleetTokens,
    reader: FleetReader,
  ) {
    reader.register((token, address) => this.read(token, address));
  }

  /** Throws Problem WRONG_CREDENTIALS or TOO_MANY_REQUESTS. */
  async token({ id, secret }: { id: string; secret: string }, address: string): Promise<string> {
    const hash = hashToken(secret);
    const at = this.now().getTime();
    this.attempts.mayTry(address, hash, at);
    const [row] = await this.database.query<{ secret_hash: string; secret_version: number }[]>(
      `SELECT f.secret_hash, f.secret_version FROM fleet_client f WHERE f.client_id = $1 AND ${inForce('$2')}`,
      // a database text cannot contain it
      [id.replaceAll('\0', ''), this.now()],
    );
    const same = timingSafeEqual(Buffer.from(row?.secret_hash ?? nobody), Buffer.from(hash));
    if (row === undefined || !same) {
      this.attempts.wrong(address, hash, at);
      this.log.warn({ clientId: id.slice(0, 64), address }, 'token of the Fleet API refused');
      throw new Problem('WRONG_CREDENTIALS');
    }
    this.attempts.right(hash);
    const claims = { clientId: id, version: row.secret_version };
    await this.count(claims, address);
    this.log.info({ clientId: id, address }, 'token of the Fleet API issued');
    return this.tokens.sign(claims);
  }

  private async read(token: string, address: string): Promise<FleetCaller> {
    return this.count(await this.tokens.read(token), address);
  }

  /** Throws Problem BAD_TOKEN for a client that is no longer in force, TOO_MANY_REQUESTS over its limit. */
  private async count({ clientId, version }: { clientId: string; version: number }, address: string) {
    const now = this.now();
    const minute = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs);
    const limit = this.config.FLEET_REQUESTS_A_MINUTE;
    const [used] = await this.database.query<(Omit<FleetCaller, 'clientId'> & { inMinute: number })[]>(countSql, [
      clientId,
      now,
      version,
      minute,
      limit,
      address,
    ]);
    if (used === undefined) throw new Problem('BAD_TOKEN');
    const { inMinute, ...owner } = used;
    if (inMinute > limit) {
      this.log.warn({ clientId, address }, 'limit of the Fleet API reached');
      const seconds = Math.ceil((minute.getTime() + minuteMs - now.getTime()) / 1000);
      throw new Problem('TOO_MANY_REQUESTS', { seconds });
    }
    return { clientId, ...owner } as FleetCaller;
  }
}

/** What it becomes in this minute; one above the limit is where it stays. */
const next = `CASE WHEN u.minute >= excluded.minute THEN least(u.in_minute + 1, $5::int + 1) ELSE 1 END`;
const countSql = `
  WITH f AS (SELECT f.id, f.customer_id, f.organization_id, f.issued_within FROM fleet_client f WHERE f.client_id = $1 AND f.secret_version = $3 AND ${inForce('$2')}),
  used AS (
    INSERT INTO fleet_client_use AS u (client, minute, in_minute, requests, last_used_at, last_used_address)
    SELECT f.id, $4, 1, 1, $2, $6 FROM f
    ON CONFLICT (client) DO UPDATE SET minute = greatest(u.minute, excluded.minute), in_minute = ${next},
      requests = u.requests + CASE WHEN ${next} > $5::int THEN 0 ELSE 1 END, last_used_at = excluded.last_used_at, last_used_address = excluded.last_used_address
    RETURNING client, in_minute)
  SELECT f.customer_id AS "customerId", f.organization_id AS "organizationId", f.issued_within AS "issuedWithin", used.in_minute AS "inMinute" FROM f JOIN used ON used.client = f.id`;
