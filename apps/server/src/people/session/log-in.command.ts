import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { Login, LoginBody } from '@headland/contracts/session';
import { lockedSeconds } from '@headland/domain/login-lock';
import { temporaryIsOver } from '@headland/domain/password';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { verifyPassword } from '../../platform/password';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { accountByLoginId, mayUsePassword, passwordStateOf, type Account, type From } from './account';
import { constantTimeRefusal } from './constant-time';
import { lockOf, LoginFailures, refusal } from './login-failures';
import { OneAtATime, PublicLimit } from './login-limit';
import { OpenSession } from './open-session';
import { SmsCodes } from './sms-codes';
import { Tokens } from './tokens';

type Outcome = z.output<typeof Login>;

/** Id and password. They lead to a code by SMS, or straight in for a browser that still holds an auto login of the same account. */
export class LogIn extends Command<Outcome> {
  constructor(
    readonly body: z.output<typeof LoginBody>,
    readonly refreshToken: string | undefined,
    readonly from: From,
  ) {
    super();
  }
}

/** Attempts on one id that may wait for each other. */
const maxWaiting = 5;

@CommandHandler(LogIn)
export class LogInHandler implements ICommandHandler<LogIn> {
  private readonly queue = new OneAtATime();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly limit: PublicLimit,
    private readonly failures: LoginFailures,
    private readonly tokens: Tokens,
    private readonly codes: SmsCodes,
    private readonly session: OpenSession,
  ) {}

  async execute({ body, refreshToken, from }: LogIn): Promise<Outcome> {
    const key = body.id.toLowerCase();
    this.limit.admit('login', from.address, key);
    const answer = this.queue.run(key, maxWaiting, () =>
      constantTimeRefusal(() => this.judge(body, refreshToken, from)),
    );
    if (answer === null) throw new Problem('TOO_MANY_REQUESTS');
    return answer;
  }

  private async judge(
    { id, password, autoLogin }: LogIn['body'],
    refreshToken: string | undefined,
    from: From,
  ): Promise<Outcome> {
    const account = await accountByLoginId(this.database, id);
    const lock = account ? lockOf(account) : await this.failures.lockOfUnknown(id);
    const seconds = lockedSeconds(lock, this.now());
    if (seconds > 0) throw new Problem('LOCKED_OUT', { seconds });
    const fits = await verifyPassword(password, account?.password_hash ?? null);
    if (account === null || account.login_id === null)
      throw refusal(await this.failures.recordUnknown(id, from), this.now());
    if (!fits || temporaryIsOver(passwordStateOf(account), this.now()))
      throw refusal(await this.failures.record(account, from), this.now());
    await this.failures.forget(account);
    if (!account.active) throw new Problem('INACTIVE');
    if (!mayUsePassword(this.config, account)) throw new Problem('OWN_LOGIN_OFF');
    const { login_id, name, phone } = account;
    if (await this.knowsThisBrowser(account, refreshToken))
      return { step: 'done', ...(await this.session.open({ ...account, login_id }, autoLogin, from)) };
    if (phone === null || phone === '') throw new Problem('NO_PHONE');
    const { smsId, ...smsLoginData } = await this.codes.start('login', account, phone, from, { autoLogin });
    return { step: 'sms', smsLoginId: smsId, smsLoginData, id: login_id, name };
  }

  /** A valid auto login replaces the code. */
  private async knowsThisBrowser(account: Account, refreshToken: string | undefined): Promise<boolean> {
    const sid = refreshToken ? await this.tokens.readRefresh(refreshToken) : null;
    if (sid === null || !refreshToken) return false;
    const rows = await this.database.query<unknown[]>(
      'SELECT 1 FROM login_session WHERE id = $1 AND user_id = $2 AND refresh_hash = $3 AND auto_login AND ended_at IS NULL AND expires_at > $4',
      [sid, account.id, hashToken(refreshToken), this.now()],
    );
    return rows.length > 0;
  }
}
