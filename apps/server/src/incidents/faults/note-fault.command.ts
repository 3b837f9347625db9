import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FaultSummary } from '@headland/contracts/fault';
import { note } from '@headland/domain/fault';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { actOnFault } from './act-on-fault';

/** The memo of an open report; earlier memos stay in its log. */
export class NoteFault extends Command<FaultSummary> {
  constructor(
    readonly id: number,
    readonly memo: string,
    readonly by: Caller,
    readonly seen?: number,
  ) {
    super();
  }
}

@CommandHandler(NoteFault)
export class NoteFaultHandler implements ICommandHandler<NoteFault> {
  constructor(private readonly change: Change) {}

  execute({ id, memo, by, seen }: NoteFault): Promise<FaultSummary> {
    return actOnFault(this.change, by, id, (report) => note(report, memo), { seen, note: memo });
  }
}
