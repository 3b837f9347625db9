import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { app, AppTokens } from '@headland/contracts/app';
import type { Parsed } from '@headland/contracts/endpoint';
import { loggingIn } from '@headland/domain/customer';
import { standingWith } from '../../people/customer-base/customer-phone.tx';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { type From, PublicLimit, SmsCodes } from '../../people/session/session.module';
import { appActor } from './app-actor';
import { AppSessions } from './app-sessions';

/** A verified phone opens the session of the customer who has joined with it; where no customer has, it stays verified, so that one can join. */
export class LogInToApp extends Command<AppTokens> {
  constructor(
    readonly body: Parsed<typeof app.login>['body'],
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(LogInToApp)
export class LogInToAppHandler implements ICommandHandler<LogInToApp> {
  constructor(
    private readonly change: Change,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
    private readonly sessions: AppSessions,
  ) {}

  execute({ body: { smsId, language }, from }: LogInToApp): Promise<AppTokens> {
    this.limit.admit('code', from.address, smsId);
    return this.change.run(appActor, async (tx) => {
      const proven = await this.codes.useOfApp(tx, smsId);
      if (proven === null) throw new Problem('E0001', {}, { smsId: 'field.smsOk' });
      const registered = (await standingWith(tx, proven)).filter((c) => c.usesApp);
      const caller = loggingIn(registered);
      if ('code' in caller) throw new Problem(caller.code);
      if (language !== undefined)
        await tx.query('UPDATE customer SET language = $2 WHERE id = $1', [caller.id, language]);
      return this.sessions.open(tx, caller.id, from);
    });
  }
}
