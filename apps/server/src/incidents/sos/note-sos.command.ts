import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SosSummary } from '@headland/contracts/sos';
import { note } from '@headland/domain/sos';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { actOnSos } from './act-on-sos';

/** Adds a note to an open SOS. Notes are stored in its log. */
export class NoteSos extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly text: string,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(NoteSos)
export class NoteSosHandler implements ICommandHandler<NoteSos> {
  constructor(private readonly change: Change) {}

  execute({ id, text, by }: NoteSos): Promise<SosSummary> {
    return actOnSos(this.change, by, id, note, { note: text });
  }
}
