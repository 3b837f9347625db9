import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { GroupType, Role } from '@headland/contracts/access';
import { mustChange } from '@headland/domain/password';
import { formerAfter, mayRefresh, type Refreshable } from '@headland/domain/refresh-token';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { system } from '../../platform/caller';
import { type Account, type From, mayUsePassword, passwordStateOf } from './account';
import { endSessions, type EndReason } from './end-sessions';
import { claimsOf } from './jwt-session-reader';
import { LiveSessions } from './live-sessions';
import { refreshSeconds, Tokens } from './tokens';

/**
 * Both tokens against two new ones. A refresh token is good once: a second use means that two hold it, and ends the session for
 * both, but shortly after the first, whose answer may have been lost.
 */
export class RefreshSession extends Command<{ accessToken: string; refreshToken: string }> {
  constructor(
    readonly accessToken: string | undefined,
    readonly refreshToken: string | undefined,
    readonly from: From,
  ) {
    super();
  }
}

interface Row extends Refreshable, Pick<Account, 'password_changed_at' | 'temporary_password' | 'temporary_until'> {
  auto_login: boolean;
  expires_at: Date;
  ends_at: Date | null;
  end_reason: string | null;
  active: boolean;
  user_id: number;
  login_id: string;
  name: string;
  group_type: GroupType;
  role: Role;
  organization_id: number;
}

@CommandHandler(RefreshSession)
export class RefreshSessionHandler implements ICommandHandler<RefreshSession> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly tokens: Tokens,
    private readonly live: LiveSessions,
  ) {}

  async execute({
    accessToken,
    refreshToken,
    from,
  }: RefreshSession): Promise<{ accessToken: string; refreshToken: string }> {
    const sid = await this.tokens.readPair(accessToken, refreshToken);
    const outcome = await this.change.run({ ...system, address: from.address }, async (tx, emit) => {
      const [row] = await tx.query<Row[]>(
        `SELECT s.refresh_hash AS current, s.former_hash AS former, s.refreshed_at AS "refreshedAt", s.auto_login, s.expires_at, s.ends_at, s.end_reason, u.active AND u.removed_at IS NULL AS active, s.user_id, u.login_id, u.name, u.group_type, u.role, u.organization_id,
           u.password_changed_at, u.temporary_password, u.temporary_until
         FROM login_session s JOIN user_account u ON u.id = s.user_id WHERE s.id = $1 FOR UPDATE OF s`,
        [sid],
      );
      const now = this.now();
      if (row === undefined) return 'E0803';
      const refused = (code: 'E0105' | 'E0803', detail: string): typeof code => {
        emit(
          'account.refreshRefused',
          { userId: row.user_id, loginId: row.login_id, agent: from.agent, detail },
          { organizationId: row.organization_id },
        );
        return code;
      };
      if (!row.active) return refused('E0803', 'inactive');
      if (row.expires_at <= now) return refused('E0803', 'expired');
      if (row.end_reason !== null) return refused(row.end_reason === 'elsewhere' ? 'E0105' : 'E0803', row.end_reason);
      const used = hashToken(refreshToken ?? '');
      if (!mayRefresh(row, used, now)) {
        await endSessions(tx, 'id', sid, 'reused', now);
        return refused('E0803', 'reused');
      }
      const over = this.overOf(row, now);
      if (over !== null) {
        await endSessions(tx, 'id', sid, over, now);
        return refused('E0803', over);
      }
      const fresh = await this.tokens.signRefresh(sid, row.auto_login);
      const renewed = now.getTime() + refreshSeconds(row.auto_login) * 1000;
      const expiresAt = new Date(Math.min(renewed, row.ends_at?.getTime() ?? renewed));
      await tx.query(
        'UPDATE login_session SET refresh_hash = $2, former_hash = $3, refreshed_at = $4, expires_at = $5 WHERE id = $1',
        [sid, hashToken(fresh), formerAfter(row, used), now, expiresAt],
      );
      const session = {
        kind: 'member' as const,
        userId: row.user_id,
        loginId: row.login_id,
        name: row.name,
        groupType: row.group_type,
        role: row.role,
        organizationId: row.organization_id,
        expiresAt,
      };
      return { accessToken: await this.tokens.signAccess(claimsOf(session, sid)), refreshToken: fresh };
    });
    this.live.forget(sid);
    if (typeof outcome === 'string') throw new Problem(outcome);
    return outcome;
  }

  /** Why a login would not open the session that is to be renewed, or null. What the directory opened ends by itself. */
  private overOf(row: Row, now: Date): EndReason | null {
    if (row.ends_at !== null) return null;
    if (!mayUsePassword(this.config, row)) return 'ownLoginOff';
    const why = mustChange(passwordStateOf(row), now);
    return why && (why === 'expired' ? 'passwordExpired' : 'password');
  }
}
