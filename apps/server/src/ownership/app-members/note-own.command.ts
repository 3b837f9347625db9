import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import type { AppCaller } from '../../platform/caller';
import { appActor } from './app-actor';
import { ownMessage } from './own.reads';

/** Settings of the app's customer: the language of messages, and that a message was read. No event is emitted. */
export class NoteOwn extends Command<{ done: true }> {
  constructor(
    readonly what: { language: 'ko' | 'en' } | { readMessage: number },
    readonly caller: AppCaller,
  ) {
    super();
  }
}

@CommandHandler(NoteOwn)
export class NoteOwnHandler implements ICommandHandler<NoteOwn> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  async execute({ what, caller: { customerId } }: NoteOwn): Promise<{ done: true }> {
    await this.change.run(appActor, async (tx) => {
      if ('language' in what)
        return void (await tx.query('UPDATE customer SET language = $2 WHERE id = $1', [customerId, what.language]));
      const read = await returning(
        tx,
        `UPDATE delivery d SET read_at = COALESCE(d.read_at, $3) WHERE d.id = $2 AND ${ownMessage} RETURNING d.id`,
        [customerId, what.readMessage, this.now()],
      );
      if (read.length === 0) throw new Problem('NOT_FOUND');
    });
    return { done: true };
  }
}
