import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AskBody } from '@headland/contracts/app-gpt-chat';
import type { QuestionType } from '@headland/contracts/gpt-chat';
import { admitQuestion, type ChatUse } from '@headland/domain/gpt-chat';
import { judgeQuestionType } from '@headland/domain/gpt-question';
import { dayBounds, dayOf } from '@headland/domain/zone-day';
import { lockMember } from '../../ownership/app-members/lock-member.tx';
import { appActor } from '../../ownership/app-members/app-members.module';
import { mustOwn } from '../../ownership/owner-transfer/own-time.reads';
import type { AppCaller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';

export interface AskedQuestion {
  id: number;
  type: QuestionType;
  body: AskBody;
}

/**
 * A customer asks: the question is stored, and the day's budget checked in the same moment. Throws why it is not
 * answered; it is kept with the reason all the same, but for what comes far beyond the budget.
 */
export class AskGpt extends Command<AskedQuestion> {
  constructor(
    readonly body: AskBody,
    readonly caller: AppCaller,
  ) {
    super();
  }
}

@CommandHandler(AskGpt)
export class AskGptHandler implements ICommandHandler<AskGpt> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ body, caller: { customerId } }: AskGpt): Promise<AskedQuestion> {
    const { config } = this;
    const now = this.now();
    const day = dayOf(now.getTime(), config.PRODUCT_TIME_ZONE);
    const budget = { requests: config.GPT_REQUESTS_A_DAY, tokens: config.GPT_TOKENS_A_DAY };
    const type = judgeQuestionType(body.question);
    const { id, code } = await this.change.run(appActor, async (tx, emit) => {
      // two questions at once wait for each other here, so neither goes past the budget of the other
      const { organizationId } = await lockMember(tx, customerId);
      if (body.vehicleId !== undefined) await mustOwn(tx, body.vehicleId, { customerId });
      if (body.follows !== undefined) await mustHaveAsked(tx, body.follows, customerId);
      const abandoned = new Date(now.getTime() - longestMs(config));
      const admission = admitQuestion(
        await useOf(tx, customerId, day, abandoned),
        budget,
        config.GPT_BASE_URL !== undefined,
      );
      if (admission.act === 'refuse') return { id: null, code: admission.code };
      const kept = admission.act === 'keep';
      const state = kept ? 'failed' : 'answering';
      const [row] = await tx.query<{ id: number }[]>(
        `INSERT INTO gpt_question (customer_id, asked_at, on_day, type, question, state, problem, follows_id, ended_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
        [
          ...[customerId, now, day, type, body.question, state, kept ? admission.problem : null],
          ...[body.follows ?? null, kept ? now : null],
        ],
      );
      const questionId = row?.id ?? 0;
      emit('gptChat.asked', { questionId, customerId, state }, { organizationId });
      return { id: questionId, code: kept ? admission.code : null };
    });
    if (code === null && id !== null) return { id, type, body };
    const until = new Date(dayBounds(day, config.PRODUCT_TIME_ZONE).to).toISOString();
    throw new Problem(code ?? 'INTERNAL', code === 'GPT_BUDGET_USED' ? { until } : {});
  }
}

/** An answer that takes longer was left by a process that died. */
export const longestMs = ({ GPT_ANSWER_S }: Pick<Config, 'GPT_ANSWER_S'>): number => GPT_ANSWER_S * 1000 + 60_000;

async function useOf(tx: Tx, customerId: number, day: string, abandoned: Date): Promise<ChatUse> {
  const [use] = await tx.query<ChatUse[]>(
    `SELECT count(*)::int AS kept, count(*) FILTER (WHERE prompt_tokens IS NOT NULL OR state = 'answering')::int AS requests,
       COALESCE(sum(prompt_tokens + answer_tokens), 0)::float8 AS tokens,
       COALESCE(bool_or(state = 'answering' AND asked_at > $3), false) AS answering
     FROM gpt_question WHERE customer_id = $1 AND on_day = $2`,
    [customerId, day, abandoned],
  );
  return use ?? { kept: 0, requests: 0, tokens: 0, answering: false };
}

/** Throws NOT_FOUND for a question of somebody else, as for one that there is not. */
async function mustHaveAsked(tx: Tx, id: number, customerId: number): Promise<void> {
  const found = await tx.query<unknown[]>('SELECT 1 FROM gpt_question WHERE id = $1 AND customer_id = $2', [
    id,
    customerId,
  ]);
  if (found.length === 0) throw new Problem('NOT_FOUND');
}
