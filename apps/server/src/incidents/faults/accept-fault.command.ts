import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FaultSummary } from '@headland/contracts/fault';
import { accept } from '@headland/domain/fault';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { acceptanceOf, type AcceptBody } from './acceptance';
import { actOnFault } from './act-on-fault';

/** Accepts a report. The chosen agency is notified (notify-agency-when-fault-accepted). */
export class AcceptFault extends Command<FaultSummary> {
  constructor(
    readonly id: number,
    readonly body: AcceptBody,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(AcceptFault)
export class AcceptFaultHandler implements ICommandHandler<AcceptFault> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, body, by }: AcceptFault): Promise<FaultSummary> {
    return actOnFault(
      this.change,
      by,
      id,
      async (report, tx) => accept(report, await acceptanceOf(tx, body, by.scope), by.name, this.now()),
      { seen: body.version },
    );
  }
}
