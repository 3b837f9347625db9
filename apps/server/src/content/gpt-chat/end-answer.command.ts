import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Citation } from '@headland/contracts/gpt-chat';
import { citationsIn, type ChatOutcome, type FaqSource } from '@headland/domain/gpt-chat';
import { appActor } from '../../ownership/app-members/app-members.module';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import type { Usage } from './completion-stream';

export interface Ending {
  outcome: ChatOutcome;
  /** what came, complete or not */
  answer: string;
  sources: readonly FaqSource[];
  machines: number;
  /** null: nothing was sent, or the endpoint was away */
  usage: Usage | null;
}

/** Stores how an answer ended, and what came of it; one that has ended already stays as it is. */
export class EndAnswer extends Command<readonly Citation[]> {
  constructor(
    readonly id: number,
    readonly ending: Ending,
  ) {
    super();
  }
}

@CommandHandler(EndAnswer)
export class EndAnswerHandler implements ICommandHandler<EndAnswer> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, ending: { outcome, answer, sources, machines, usage } }: EndAnswer): Promise<readonly Citation[]> {
    const { state, problem, truncated } = outcome;
    const citations = citationsIn(answer, sources);
    return this.change.run(appActor, async (tx, emit) => {
      const [ended] = await returning<{ customerId: number; organizationId: number | null }>(
        tx,
        `UPDATE gpt_question q SET answer = $2, state = $3, problem = $4, truncated = $5, citations = $6, machines = $7, prompt_tokens = $8, answer_tokens = $9, ended_at = $10
         FROM customer c WHERE q.id = $1 AND q.state = 'answering' AND c.id = q.customer_id
         RETURNING q.customer_id AS "customerId", c.organization_id AS "organizationId"`,
        [
          ...[id, answer, state, problem, truncated, JSON.stringify(citations), machines],
          ...[usage?.prompt ?? null, usage?.answer ?? null, this.now()],
        ],
      );
      if (ended === undefined) return citations;
      const { customerId, organizationId } = ended;
      emit('gptChat.ended', { questionId: id, customerId, state }, { organizationId });
      return citations;
    });
  }
}
