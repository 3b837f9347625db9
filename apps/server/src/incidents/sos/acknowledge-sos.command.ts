import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SosSummary } from '@headland/contracts/sos';
import { acknowledge } from '@headland/domain/sos';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { actOnSos } from './act-on-sos';

/** Acknowledged by a person: automatic escalation stops. */
export class AcknowledgeSos extends Command<SosSummary> {
  constructor(
    readonly id: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(AcknowledgeSos)
export class AcknowledgeSosHandler implements ICommandHandler<AcknowledgeSos> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, by }: AcknowledgeSos): Promise<SosSummary> {
    return actOnSos(this.change, by, id, (sos) => acknowledge(sos, { id: by.userId, name: by.name }, this.now()));
  }
}
