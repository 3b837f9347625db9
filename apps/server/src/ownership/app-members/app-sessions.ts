import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { AppTokens as Tokens } from '@headland/contracts/app';
import { formerAfter, mayRefresh, type Refreshable } from '@headland/domain/refresh-token';
import { AppReader } from '../../platform/app-reader';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import type { From } from '../../people/session/session.module';
import { endSessionsOfApp } from '../../people/customer-base/end-app-sessions.tx';
import { AppTokens, refreshSeconds } from './app-tokens';

/** Telephones and tablets that one customer is logged in with; of one more the oldest is logged out. */
const maxSessions = 5;

interface Row extends Refreshable {
  customer_id: number;
  expires_at: Date;
  ended_at: Date | null;
  /** of the customer: registered, and not deleted */
  member: boolean;
}

/** Sessions of the customers' app: opened, read with every call, renewed. One that has ended opens nothing from the next call on. */
@Injectable()
export class AppSessions {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly tokens: AppTokens,
    reader: AppReader,
  ) {
    reader.register(
      async (token) => this.live(await this.tokens.readAccess(token)),
      (token, vehicleId) => this.readPath(token, vehicleId),
    );
  }

  /** For a customer whose row is held. */
  async open(tx: Tx, customerId: number, from: From): Promise<Tokens> {
    const sid = randomUUID();
    const now = this.now();
    const { access, refresh } = await this.sign(sid, customerId);
    await tx.query(
      'INSERT INTO app_session (id, customer_id, refresh_hash, started_at, refreshed_at, expires_at, address, agent) VALUES ($1, $2, $3, $4, $4, $5, $6, $7)',
      [sid, customerId, hashToken(refresh), now, until(now), from.address, from.agent],
    );
    await tx.query(
      `UPDATE app_session SET ended_at = $2, end_reason = 'elsewhere' WHERE customer_id = $1 AND ended_at IS NULL
         AND id NOT IN (SELECT id FROM app_session WHERE customer_id = $1 AND ended_at IS NULL ORDER BY refreshed_at DESC, started_at DESC LIMIT ${maxSessions})`,
      [customerId, now],
    );
    return { accessToken: access, refreshToken: refresh, customerId };
  }

  /** The two new tokens, or why there are none: a refresh token that two hold ends the session for both. */
  async refresh(tx: Tx, token: string): Promise<Tokens | 'E0803'> {
    const { sid, customer } = await this.tokens.readRefresh(token);
    const row = await sessionRow(tx, sid, 'FOR UPDATE OF s');
    const now = this.now();
    if (row?.customer_id !== customer || !row.member || row.ended_at !== null || row.expires_at <= now) return 'E0803';
    const used = hashToken(token);
    if (!mayRefresh(row, used, now)) {
      await endSessionsOfApp(tx, { id: sid }, 'reused', now);
      return 'E0803';
    }
    const { access, refresh } = await this.sign(sid, customer);
    await tx.query(
      'UPDATE app_session SET refresh_hash = $2, former_hash = $3, refreshed_at = $4, expires_at = $5 WHERE id = $1',
      [sid, hashToken(refresh), formerAfter(row, used), now, until(now)],
    );
    return { accessToken: access, refreshToken: refresh, customerId: customer };
  }

  /** A token of another vehicle opens nothing here, and does not reveal whether this one exists. */
  private async readPath(token: string, vehicleId: number): Promise<{ customerId: number; sessionId: string }> {
    const claims = await this.tokens.readPath(token);
    if (claims.vehicle !== vehicleId) throw new Problem('NOT_FOUND');
    return this.live(claims);
  }

  private async live({
    sid,
    customer,
  }: {
    sid: string;
    customer: number;
  }): Promise<{ customerId: number; sessionId: string }> {
    const row = await sessionRow(this.database, sid);
    if (row?.customer_id !== customer || !row.member || row.ended_at !== null) throw new Problem('E0105');
    if (row.expires_at <= this.now()) throw new Problem('E0802');
    return { customerId: customer, sessionId: sid };
  }

  private async sign(sid: string, customer: number): Promise<{ access: string; refresh: string }> {
    const [access, refresh] = await Promise.all([
      this.tokens.signAccess({ sid, customer }),
      this.tokens.signRefresh({ sid, customer }),
    ]);
    return { access, refresh };
  }
}

const until = (now: Date): Date => new Date(now.getTime() + refreshSeconds * 1000);

async function sessionRow(tx: Tx, sid: string, lock = ''): Promise<Row | undefined> {
  const [row] = await tx.query<Row[]>(
    `SELECT s.customer_id, s.refresh_hash AS current, s.former_hash AS former, s.refreshed_at AS "refreshedAt", s.expires_at, s.ended_at, c.app_status = 'registered' AND c.removed_at IS NULL AS member
     FROM app_session s JOIN customer c ON c.id = s.customer_id WHERE s.id = $1 ${lock}`,
    [sid],
  );
  return row;
}
