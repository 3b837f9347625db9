import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { outcomeOf } from '@headland/domain/gpt-chat';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { paced } from '../../platform/paced';
import { longestMs } from './ask-gpt.command';
import { EndAnswer } from './end-answer.command';

const dayMs = 86_400_000;
const rowsAtOnce = 1_000;

/** Deletes questions after GPT_CHAT_KEEP_DAYS, and ends answers that a process left unfinished when it died. */
@Injectable()
export class ChatMaintenance {
  constructor(
    duties: SingleDuties,
    private readonly commands: CommandBus,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {
    duties.hourly('retention of GPT chat data', () => this.deleteOld());
    duties.every('unfinished GPT answers', 60_000, 'unfinished GPT answers could not be ended', () => this.endLeft());
  }

  async deleteOld(): Promise<void> {
    const before = new Date(this.now().getTime() - this.config.GPT_CHAT_KEEP_DAYS * dayMs);
    const step = async (): Promise<boolean> => {
      const [, count] = await this.database.query<[unknown, number]>(
        `DELETE FROM gpt_question WHERE id IN (SELECT id FROM gpt_question WHERE asked_at < $1 ORDER BY asked_at LIMIT ${rowsAtOnce})`,
        [before],
      );
      return count === rowsAtOnce;
    };
    while (await paced(step));
  }

  async endLeft(): Promise<void> {
    const left = await this.database.query<{ id: number }[]>(
      "SELECT id FROM gpt_question WHERE state = 'answering' AND asked_at < $1 ORDER BY asked_at LIMIT 500",
      [new Date(this.now().getTime() - longestMs(this.config))],
    );
    const outcome = outcomeOf({ kind: 'interrupted' }, '');
    for (const { id } of left)
      await this.commands.execute(new EndAnswer(id, { outcome, answer: '', sources: [], machines: 0, usage: null }));
  }
}
