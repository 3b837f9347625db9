import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { answerRefusal, type TermAnswer } from '@headland/domain/customer';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import type { AppCaller } from '../../platform/caller';
import { appActor } from './app-actor';
import { answersOfOne, recordAnswers, answerChanges } from '../../people/customer-base/customer-terms.tx';
import { lockMember } from './lock-member.tx';

/** A customer agrees to a term as it reads today, or withdraws an optional one. The same answer again changes nothing. */
export class AnswerTerm extends Command<void> {
  constructor(
    readonly answer: TermAnswer,
    readonly caller: AppCaller,
  ) {
    super();
  }
}

@CommandHandler(AnswerTerm)
export class AnswerTermHandler implements ICommandHandler<AnswerTerm> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  async execute({ answer, caller: { customerId } }: AnswerTerm): Promise<void> {
    const no = answerRefusal(answer);
    if (no) throw new Problem(no);
    const now = this.now();
    await this.change.run(appActor, async (tx, emit) => {
      const { organizationId } = await lockMember(tx, customerId);
      const before = await answersOfOne(tx, customerId);
      if (before.some((b) => b.term === answer.term && b.version === answer.version && b.agreed === answer.agreed))
        return;
      await recordAnswers(tx, customerId, [answer], {
        way: 'app',
        on: dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE),
        by: null,
        at: now,
      });
      emit(
        'record.changed',
        {
          screen: 'customer',
          kind: 'customer',
          id: String(customerId),
          name: `#${customerId}`,
          changes: answerChanges([answer], before),
        },
        { organizationId },
      );
    });
  }
}
