import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { GroupType, Role } from '@headland/contracts/access';
import type { Login, LoginBody } from '@headland/contracts/session';
import { afterFailure, lockedSeconds, type LoginLock, passwordExpired, triesLeft } from '@headland/domain/login-lock';
import { CLOCK, type Clock } from '../platform/clock';
import { Change } from '../platform/event-log/change';
import { verifyPassword } from '../platform/password';
import { Problem } from '../platform/problem';
import { hashToken } from '../platform/random-token';
import { endSessions } from './end-sessions';
import { claimsOf } from './jwt-session-reader';
import { LiveSessions } from './live-sessions';
import { AttemptWindow, OneAtATime, UnknownIds } from './login-limit';
import { refreshSeconds, Tokens } from './tokens';

/** Id and password against a session of two tokens. */
export class LogIn extends Command<z.output<typeof Login>> {
  constructor(
    readonly body: z.output<typeof LoginBody>,
    readonly from: { address: string; agent: string | null },
  ) {
    super();
  }
}

interface Account {
  id: number;
  login_id: string;
  name: string;
  password_hash: string;
  password_changed_at: Date;
  temporary_password: boolean;
  role: Role;
  group_type: GroupType;
  organization_id: number;
  active: boolean;
  failed_logins: number;
  locked_until: Date | null;
}

/** A refusal leaves no sooner than this, so that its time does not tell what was wrong. */
const refusedAfterMs = 250;
/** Attempts on one id that may wait for each other. */
const mostWaiting = 5;

@CommandHandler(LogIn)
export class LogInHandler implements ICommandHandler<LogIn> {
  private readonly window = new AttemptWindow();
  private readonly unknown = new UnknownIds();
  private readonly queue = new OneAtATime();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly tokens: Tokens,
    private readonly live: LiveSessions,
  ) {}

  async execute({ body, from }: LogIn): Promise<z.output<typeof Login>> {
    const key = body.id.toLowerCase();
    if (!this.window.admits(`${from.address} ${key}`, performance.now())) throw new Problem('TOO_MANY_REQUESTS');
    const answer = this.queue.run(key, mostWaiting, () => this.attempt(body, from));
    if (answer === null) throw new Problem('TOO_MANY_REQUESTS');
    return answer;
  }

  private async attempt(body: LogIn['body'], from: LogIn['from']): Promise<z.output<typeof Login>> {
    const began = performance.now();
    try {
      return await this.judge(body, from);
    } catch (error) {
      await wait(Math.max(0, refusedAfterMs - (performance.now() - began)));
      throw error;
    }
  }

  private async judge({ id, password, autoLogin }: LogIn['body'], from: LogIn['from']): Promise<z.output<typeof Login>> {
    const [account] = await this.database.query<Account[]>('SELECT * FROM user_account WHERE lower(login_id) = lower($1)', [id]);
    const lock = account ? { failures: account.failed_logins, lockedUntil: account.locked_until } : this.unknown.lock(id.toLowerCase());
    const seconds = lockedSeconds(lock, this.now());
    if (seconds > 0) throw new Problem('LOCKED_OUT', { seconds });
    const fits = await verifyPassword(password, account?.password_hash ?? null);
    if (!account) throw refusal(this.unknown.fail(id.toLowerCase(), this.now()), this.now());
    if (!fits) throw refusal(await this.recordFailure(account, lock, from), this.now());
    if (!account.active) throw new Problem('INACTIVE');
    const known = { id: account.login_id, name: account.name };
    // no session before the password is changed: an expired one opens nothing
    if (account.temporary_password || passwordExpired(account.password_changed_at, this.now()))
      return { ...known, accessToken: '', refreshToken: '', credentialsNonExpired: false };
    return { ...known, ...(await this.openSession(account, autoLogin, from)), credentialsNonExpired: true };
  }

  private recordFailure(account: Account, lock: LoginLock, from: LogIn['from']): Promise<LoginLock> {
    return this.change.run({ userId: account.id, name: account.name, address: from.address }, async (tx, emit) => {
      const after = afterFailure(lock, this.now());
      await tx.query('UPDATE user_account SET failed_logins = $2, locked_until = $3 WHERE id = $1', [account.id, after.failures, after.lockedUntil]);
      emit('account.loginFailed', { loginId: account.login_id }, { organizationId: account.organization_id });
      return after;
    });
  }

  /** The first session of the same id ends with it. */
  private async openSession(account: Account, autoLogin: boolean, from: LogIn['from']): Promise<{ accessToken: string; refreshToken: string }> {
    const sid = randomUUID();
    const now = this.now();
    const expiresAt = new Date(now.getTime() + refreshSeconds(autoLogin) * 1000);
    const { id: userId, login_id: loginId, name, group_type: groupType, role, organization_id: organizationId } = account;
    const [accessToken, refreshToken] = await Promise.all([
      this.tokens.signAccess(claimsOf({ kind: 'member', userId, loginId, name, groupType, role, organizationId, expiresAt }, sid)),
      this.tokens.signRefresh(sid, autoLogin),
    ]);
    const ended = await this.change.run({ userId, name, address: from.address }, async (tx, emit) => {
      // locks the account: of two logins at once, the later one stays
      await tx.query('UPDATE user_account SET failed_logins = 0, locked_until = NULL WHERE id = $1', [userId]);
      const others = await endSessions(tx, 'user_id', userId, 'elsewhere', now);
      await tx.query(
        'INSERT INTO login_session (id, user_id, refresh_hash, auto_login, started_at, refreshed_at, expires_at, address, agent) VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8)',
        [sid, userId, hashToken(refreshToken), autoLogin, now, expiresAt, from.address, from.agent],
      );
      emit('account.loggedIn', { userId }, { organizationId });
      return others;
    });
    for (const other of ended) this.live.forget(other);
    return { accessToken, refreshToken };
  }
}

function refusal(lock: LoginLock, now: Date): Problem {
  const seconds = lockedSeconds(lock, now);
  if (seconds > 0) return new Problem('LOCKED_OUT', { seconds });
  const left = triesLeft(lock);
  return new Problem('WRONG_CREDENTIALS', left === null ? {} : { left });
}
