import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SosSummary } from '@headland/contracts/sos';
import { assign } from '@headland/domain/sos';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { actOnSos } from './act-on-sos';
import { handlersOf } from './sos.reads';

/** Assigns an SOS to a colleague who may act on it. */
export class AssignSos extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly userId: number,
    readonly by: Caller,
    readonly seen?: number,
  ) {
    super();
  }
}

@CommandHandler(AssignSos)
export class AssignSosHandler implements ICommandHandler<AssignSos> {
  constructor(private readonly change: Change) {}

  execute({ id, userId, by, seen }: AssignSos): Promise<SosSummary> {
    return actOnSos(
      this.change,
      by,
      id,
      async (sos, tx) => {
        const colleague = (await handlersOf(tx, sos.path)).find((h) => h.id === userId);
        if (colleague === undefined) throw new Problem('E0001', {}, { userId: 'field.invalid' });
        return assign(sos, colleague);
      },
      { seen },
    );
  }
}
