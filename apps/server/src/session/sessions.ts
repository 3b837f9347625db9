import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { groupTypes, roles } from '@headland/contracts/access';
import type { Reply } from '@headland/contracts/endpoint';
import type { Member, session } from '@headland/contracts/session';
import { CLOCK, type Clock } from '../platform/clock';
import { CONFIG, type Config } from '../platform/config';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { actorOf, type Caller } from '../platform/who';
import type { Account } from './log-in.command';
import { claimsOf, hashRefresh, refreshSeconds, Tokens } from './tokens';

const DemoFile = z.object({ accounts: z.array(z.object({ id: z.string(), groupType: z.enum(groupTypes), role: z.enum(roles), organization: z.string() })) });
const version = '1.0.0';

/** The life of a session after login: renewal, end, and who is behind it. */
@Injectable()
export class Sessions {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tokens: Tokens,
    private readonly change: Change,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Both tokens renewed. The refresh token is good once: one that was used before ends the session of whoever holds its successor. */
  async refresh(refreshToken: string | undefined): Promise<{ accessToken: string; refreshToken: string }> {
    const sessionId = await this.tokens.readRefresh(refreshToken);
    const now = this.now();
    const renewed = await this.database.transaction(async (tx) => {
      const [row] = await tx.query<(Account & { refresh_hash: string; auto_login: boolean; ended: boolean })[]>(
        'SELECT u.*, s.refresh_hash, s.auto_login, (s.ended_at IS NOT NULL OR s.expires_at <= $2) AS ended FROM login_session s JOIN user_account u ON u.id = s.user_id WHERE s.id = $1 FOR UPDATE OF s',
        [sessionId, now],
      );
      if (row === undefined || row.ended || !row.active) return null;
      if (row.refresh_hash !== hashRefresh(refreshToken ?? '')) {
        await tx.query("UPDATE login_session SET ended_at = $2, end_reason = 'reused' WHERE id = $1", [sessionId, now]);
        await tx.query("SELECT pg_notify('session_ended', $1)", [sessionId]);
        return null;
      }
      const next = await this.tokens.refresh(sessionId, row.auto_login);
      const expiresAt = new Date(now.getTime() + refreshSeconds(row.auto_login) * 1000);
      await tx.query('UPDATE login_session SET refresh_hash = $2, refreshed_at = $3, expires_at = $4 WHERE id = $1', [sessionId, hashRefresh(next), now, expiresAt]);
      return { accessToken: await this.tokens.access(claimsOf(row, sessionId)), refreshToken: next };
    });
    // thrown outside: the end of a stolen session has to be committed
    if (renewed === null) throw new Problem('E0803');
    return renewed;
  }

  async end(caller: Caller): Promise<void> {
    await this.change.run(actorOf(caller), async (tx, emit) => {
      await tx.query("UPDATE login_session SET ended_at = $2, end_reason = 'logout' WHERE id = $1 AND ended_at IS NULL", [caller.sessionId, this.now()]);
      await tx.query("SELECT pg_notify('session_ended', $1)", [caller.sessionId]);
      if (caller.userId !== null) emit('account.loggedOut', { userId: caller.userId }, { organizationId: caller.organizationId });
    });
  }

  /** One's own detail; another's is not found here. */
  async member(caller: Caller, loginId: string): Promise<Member> {
    const [row] = await this.database.query<Member[]>(
      `SELECT u.id, u.login_id AS "loginId", u.name, o.id AS "groupId", o.name AS "groupName", u.group_type AS "groupType", u.role, u.units
       FROM user_account u JOIN organization o ON o.id = u.organization_id WHERE u.id = $1 AND lower(u.login_id) = lower($2)`,
      [caller.userId, loginId],
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    return row;
  }

  async publicConfig(): Promise<Reply<typeof session.config>> {
    const { DEVELOPMENT, MAP_TILE_URL, MAP_ATTRIBUTION, QUERY_MAX_DAYS } = this.config;
    return {
      version, development: DEVELOPMENT, mapTileUrl: MAP_TILE_URL ?? null, mapAttribution: MAP_ATTRIBUTION ?? null, queryMaxDays: QUERY_MAX_DAYS,
      demoAccounts: DEVELOPMENT ? await this.demoAccounts() : [],
    };
  }

  /** Never with their passwords: those stand in the file and on the terminal of whoever started it. */
  private async demoAccounts(): Promise<z.output<typeof DemoFile>['accounts']> {
    const text = await readFile(join(this.config.DATA_DIR, 'demo.json'), 'utf8').catch(() => null);
    return text === null ? [] : DemoFile.parse(JSON.parse(text)).accounts;
  }
}
