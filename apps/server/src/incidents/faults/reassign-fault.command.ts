import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FaultSummary } from '@headland/contracts/fault';
import { reassign } from '@headland/domain/fault';
import { Change } from '../../platform/event-log/change';
import type { Caller } from '../../platform/caller';
import { acceptanceOf, type AcceptBody } from './acceptance';
import { actOnFault } from './act-on-fault';

/** Moves an accepted report to another agency; the new and the previous agency are notified. */
export class ReassignFault extends Command<FaultSummary> {
  constructor(
    readonly id: number,
    readonly body: AcceptBody,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(ReassignFault)
export class ReassignFaultHandler implements ICommandHandler<ReassignFault> {
  constructor(private readonly change: Change) {}

  execute({ id, body, by }: ReassignFault): Promise<FaultSummary> {
    return actOnFault(
      this.change,
      by,
      id,
      async (report, tx) => reassign(report, await acceptanceOf(tx, body, by.scope)),
      { seen: body.version },
    );
  }
}
