import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { session } from '@headland/contracts/session';
import { CLOCK, type Clock } from '../../platform/clock';
import { hashToken } from '../../platform/random-token';
import { type From, PublicLimit } from '../session/session.module';
import { CompanyDirectory } from './company-directory';

/** Time for a person to log in at the directory. */
export const pendingMs = 10 * 60_000;

/** The first half of a login by the company directory: the browser is sent there. */
export class StartSignOn extends Command<Reply<typeof session.signOnStart>> {
  constructor(readonly from: From) {
    super();
  }
}

@CommandHandler(StartSignOn)
export class StartSignOnHandler implements ICommandHandler<StartSignOn> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly limit: PublicLimit,
    private readonly directory: CompanyDirectory,
  ) {}

  async execute({ from }: StartSignOn): Promise<Reply<typeof session.signOnStart>> {
    this.limit.admit('login', from.address);
    const { url, state, verifier, nonce } = await this.directory.begin();
    const now = this.now();
    await this.database.query('DELETE FROM sign_on_pending WHERE started_at < $1', [
      new Date(now.getTime() - pendingMs),
    ]);
    await this.database.query(
      'INSERT INTO sign_on_pending (state_hash, verifier, nonce, started_at) VALUES ($1, $2, $3, $4)',
      [hashToken(state), verifier, nonce, now],
    );
    return { url, state };
  }
}
