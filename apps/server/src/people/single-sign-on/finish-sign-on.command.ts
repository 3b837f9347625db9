import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import type { Parsed } from '@headland/contracts/endpoint';
import type { LoggedIn, session } from '@headland/contracts/session';
import { directoryRuleOf } from '@headland/domain/directory';
import { maskEmail } from '@headland/domain/account-mask';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { LOG } from '../../platform/log';
import { Problem } from '../../platform/problem';
import { hashToken } from '../../platform/random-token';
import { type From, OpenSession, PublicLimit } from '../session/session.module';
import { CompanyDirectory, type DirectoryPerson, type PendingSignOn } from './company-directory';
import { directoryAccount, type JoinedAccount } from './directory-account.tx';
import { pendingMs } from './start-sign-on.command';

/** The second half: what the directory answered opens a session. A code by SMS is not asked for; second factors are the directory's. */
export class FinishSignOn extends Command<LoggedIn> {
  constructor(
    readonly body: Parsed<typeof session.signOnFinish>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(FinishSignOn)
export class FinishSignOnHandler implements ICommandHandler<FinishSignOn> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
    private readonly limit: PublicLimit,
    private readonly change: Change,
    private readonly directory: CompanyDirectory,
    private readonly session: OpenSession,
  ) {}

  async execute({ body: { state, query }, from }: FinishSignOn): Promise<LoggedIn> {
    this.limit.admit('login', from.address);
    const pending = await this.take(state);
    let person: DirectoryPerson | null = null;
    try {
      person = await this.directory.person(query, pending);
      return await this.session.byDirectory(await this.account(person, from), from);
    } catch (error) {
      if (error instanceof Problem) await this.refused(error, person, from);
      throw error;
    }
  }

  /** Used once, whatever comes of it. */
  private async take(state: string): Promise<PendingSignOn> {
    const [row] = await returning<{ verifier: string; nonce: string }>(
      this.database,
      'DELETE FROM sign_on_pending WHERE state_hash = $1 AND started_at > $2 RETURNING verifier, nonce',
      [hashToken(state), new Date(this.now().getTime() - pendingMs)],
    );
    if (row === undefined) throw new Problem('SSO_OVER');
    return { state, ...row };
  }

  private account(person: DirectoryPerson, { address }: From): Promise<JoinedAccount> {
    const { OIDC_ROLES: rules } = this.config;
    const rule = rules && directoryRuleOf(rules, person.groups ?? []);
    const by = { userId: null, name: this.config.OIDC_NAME, address };
    return this.change.run(by, (tx, emit) =>
      directoryAccount({ tx, emit, now: this.now(), log: this.log }, person, rule),
    );
  }

  private async refused({ code }: Problem, person: DirectoryPerson | null, from: From): Promise<void> {
    // anybody may come back with an answer that the directory never gave
    if (person === null && !this.limit.isLogged(from.address)) return;
    const loginId = person?.email ? maskEmail(person.email) : this.config.OIDC_NAME;
    await this.change.run({ userId: null, name: null, address: from.address }, (_, emit) => {
      emit('account.loginFailed', { userId: null, loginId, agent: from.agent, detail: code }, { organizationId: null });
      return Promise.resolve();
    });
  }
}
