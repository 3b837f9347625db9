import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ChatState } from '@headland/contracts/gpt-chat';
import type { AppCaller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { ChatAnswers } from './chat-answers';

/** A customer stops the answer to an own question, wherever it is being written; again, or after its end, nothing happens. */
export class StopAnswer extends Command<ChatState> {
  constructor(
    readonly id: number,
    readonly caller: AppCaller,
  ) {
    super();
  }
}

@CommandHandler(StopAnswer)
export class StopAnswerHandler implements ICommandHandler<StopAnswer> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    private readonly answers: ChatAnswers,
  ) {}

  async execute({ id, caller: { customerId } }: StopAnswer): Promise<ChatState> {
    const [own] = await returning<{ state: ChatState }>(
      this.database,
      `UPDATE gpt_question SET stop_asked_at = CASE WHEN state = 'answering' THEN COALESCE(stop_asked_at, $3) ELSE stop_asked_at END
       WHERE id = $1 AND customer_id = $2 RETURNING state`,
      [id, customerId, this.now()],
    );
    if (own === undefined) throw new Problem('NOT_FOUND');
    this.answers.stop(id);
    return own.state;
  }
}
