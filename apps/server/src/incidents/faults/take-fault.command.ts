import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FaultSummary } from '@headland/contracts/fault';
import { takeOver } from '@headland/domain/fault';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { actOnFault } from './act-on-fault';

/** The caller becomes the person in charge; the state stays. */
export class TakeFault extends Command<FaultSummary> {
  constructor(
    readonly id: number,
    readonly by: Caller,
    readonly seen?: number,
  ) {
    super();
  }
}

@CommandHandler(TakeFault)
export class TakeFaultHandler implements ICommandHandler<TakeFault> {
  constructor(private readonly change: Change) {}

  execute({ id, by, seen }: TakeFault): Promise<FaultSummary> {
    return actOnFault(this.change, by, id, (report) => takeOver(report, { id: by.userId, name: by.name }), { seen });
  }
}
