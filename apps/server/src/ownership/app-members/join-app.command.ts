import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AppJoinBody, AppTokens } from '@headland/contracts/app';
import { customerTerms } from '@headland/contracts/customer-terms';
import { customerChanges, joining, requiredTerms } from '@headland/domain/customer';
import { dayOf } from '@headland/domain/zone-day';
import { holdPhone, standingWith } from '../../people/customer-base/customer-phone.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning, type Tx } from '../../platform/database/rows';
import { orFieldError } from '../../platform/database/unique-violation';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { type From, PublicLimit, SmsCodes } from '../../people/session/session.module';
import { appActor } from './app-actor';
import { AppSessions } from './app-sessions';
import { answersOfOne, recordAnswers, answerChanges } from '../../people/customer-base/customer-terms.tx';

/** A person joins by the app, with a phone that a code has proven. A customer of that phone and name becomes registered, instead of a second one. */
export class JoinApp extends Command<AppTokens> {
  constructor(
    readonly body: AppJoinBody,
    readonly from: From,
  ) {
    super();
  }
}

@CommandHandler(JoinApp)
export class JoinAppHandler implements ICommandHandler<JoinApp> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
    private readonly limit: PublicLimit,
    private readonly codes: SmsCodes,
    private readonly sessions: AppSessions,
  ) {}

  execute({ body, from }: JoinApp): Promise<AppTokens> {
    this.limit.admit('code', from.address, body.smsId);
    const now = this.now();
    const today = dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE);
    if (body.birthOn > today) throw new Problem('E0001', {}, { birthOn: 'field.birth' });
    if (!requiredTerms.every((term) => body.terms.includes(term)))
      throw new Problem('E0001', {}, { terms: 'field.terms' });
    return this.change.run(appActor, async (tx, emit) => {
      const proven = await this.codes.useOfApp(tx, body.smsId);
      if (proven === null) throw new Problem('E0001', {}, { smsId: 'field.smsOk' });
      await holdPhone(tx, proven.phone);
      const caller = joining(body, await standingWith(tx, proven));
      if (caller.act === 'refuse') throw new Problem(caller.code);
      const { id, organizationId } =
        caller.act === 'create' ? await create(tx, body, proven, now) : await register(tx, caller.id, body, now);
      const before = await answersOfOne(tx, id);
      const answers = customerTerms.map(({ term, version }) => ({ term, version, agreed: body.terms.includes(term) }));
      await recordAnswers(tx, id, answers, { way: 'app', on: today, by: null, at: now });
      const changes = [...customerChanges({ usesApp: false }, { usesApp: true }), ...answerChanges(answers, before)];
      emit(
        caller.act === 'create' ? 'record.created' : 'record.changed',
        { screen: 'customer', kind: 'customer', id: String(id), name: `#${id}`, changes },
        { organizationId },
      );
      emit('customer.joined', { customerId: id }, { organizationId });
      return this.sessions.open(tx, id, from);
    });
  }
}

interface Joined {
  id: number;
  organizationId: number | null;
}

async function create(
  tx: Tx,
  body: AppJoinBody,
  { country, phone }: { country: string; phone: string },
  now: Date,
): Promise<Joined> {
  const [row] = await takenAsId(
    tx.query<{ id: number }[]>(
      `INSERT INTO customer (name, birth_on, country, phone, login_id, language, app_status, joined_at, created_at, changed_at) VALUES ($1, $2, $3, $4, $5, $6, 'registered', $7, $7, $7)
       RETURNING id`,
      [body.name, body.birthOn, country, phone, body.id ?? null, body.language, now],
    ),
  );
  return { id: (row as { id: number }).id, organizationId: null };
}

/** What staff wrote down stays, but for what was missing. */
async function register(tx: Tx, id: number, body: AppJoinBody, now: Date): Promise<Joined> {
  const [row] = await takenAsId(
    returning<Joined>(
      tx,
      `UPDATE customer SET version = version + 1, birth_on = COALESCE(birth_on, $2), login_id = COALESCE(login_id, $3), language = $4, app_status = 'registered', joined_at = $5, changed_at = $5
       WHERE id = $1 RETURNING id, organization_id AS "organizationId"`,
      [id, body.birthOn, body.id ?? null, body.language, now],
    ),
  );
  return row as Joined;
}

/** In the app's form the login ID is called `id`. */
const takenAsId = <T>(write: Promise<T>): Promise<T> =>
  orFieldError(write).catch((error: unknown) => {
    if (error instanceof Problem && error.fields?.loginId)
      throw new Problem('E0001', {}, { id: error.fields.loginId }, { cause: error });
    throw error;
  });
