import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { LoggedIn } from '@headland/contracts/session';
import { mustChange } from '@headland/domain/password';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { hashToken } from '../../platform/random-token';
import { passwordStateOf, type Account, type From } from './account';
import { endSessions } from './end-sessions';
import { claimsOf } from './jwt-session-reader';
import { LiveSessions } from './live-sessions';
import { refreshSeconds, Tokens } from './tokens';

/** What both steps of a login lead to: a session of two tokens, or the way to change a password that must be changed. */
@Injectable()
export class OpenSession {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly tokens: Tokens,
    private readonly live: LiveSessions,
  ) {}

  /** The first session of the same id ends with it. */
  async open(account: Account & { login_id: string }, autoLogin: boolean, from: From): Promise<LoggedIn> {
    const { login_id: loginId, name } = account;
    const why = mustChange(passwordStateOf(account), this.now());
    // no session before the password is changed: an expired one opens nothing
    if (why !== null) {
      const changeToken = await this.tokens.signChange(account.id, account.password_hash ?? '');
      return {
        accessToken: '',
        refreshToken: '',
        id: loginId,
        name,
        credentialsNonExpired: false,
        mustChange: why,
        changeToken,
      };
    }
    const tokens = await this.session(account, autoLogin, from);
    return { ...tokens, id: loginId, name, credentialsNonExpired: true, mustChange: null, changeToken: null };
  }

  /** Who comes by the company's directory: a password, if there is one, has not been used, and may be as old as it likes. */
  async byDirectory(account: Account & { login_id: string }, from: From): Promise<LoggedIn> {
    const tokens = await this.session(account, false, from, 'directory');
    const { login_id: id, name } = account;
    return { ...tokens, id, name, credentialsNonExpired: true, mustChange: null, changeToken: null };
  }

  private async session(
    account: Account & { login_id: string },
    autoLogin: boolean,
    from: From,
    detail?: 'directory',
  ): Promise<{ accessToken: string; refreshToken: string }> {
    const sid = randomUUID();
    const now = this.now();
    // who has left the company cannot go on here for long: the directory is asked again
    const endsAt = detail === 'directory' ? new Date(now.getTime() + this.config.OIDC_SESSION_HOURS * 3_600_000) : null;
    const expiresAt = endsAt ?? new Date(now.getTime() + refreshSeconds(autoLogin) * 1000);
    const {
      id: userId,
      login_id: loginId,
      name,
      group_type: groupType,
      role,
      organization_id: organizationId,
    } = account;
    const [accessToken, refreshToken] = await Promise.all([
      this.tokens.signAccess(
        claimsOf({ kind: 'member', userId, loginId, name, groupType, role, organizationId, expiresAt }, sid),
      ),
      this.tokens.signRefresh(sid, autoLogin),
    ]);
    const ended = await this.change.run({ userId, name, address: from.address }, async (tx, emit) => {
      // locks the account: of two logins at once, the later one stays
      await tx.query('UPDATE user_account SET last_login_at = $2, last_login_address = $3 WHERE id = $1', [
        userId,
        now,
        from.address,
      ]);
      const others = await endSessions(tx, 'user_id', userId, 'elsewhere', now);
      await tx.query(
        'INSERT INTO login_session (id, user_id, refresh_hash, auto_login, started_at, refreshed_at, expires_at, address, agent, ends_at) VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)',
        [sid, userId, hashToken(refreshToken), autoLogin, now, expiresAt, from.address, from.agent, endsAt],
      );
      emit('account.loggedIn', { userId, loginId, agent: from.agent, ...(detail && { detail }) }, { organizationId });
      return others;
    });
    for (const other of ended) this.live.forget(other);
    return { accessToken, refreshToken };
  }
}
