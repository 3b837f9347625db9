import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed } from '@headland/contracts/endpoint';
import type { ownerTransfers, TransferSummary } from '@headland/contracts/owner-transfer';
import { isRefusal } from '@headland/domain/decision';
import { reject, rejectWhenDue } from '@headland/domain/owner-transfer';
import { CLOCK, type Clock } from '../../platform/clock';
import { refuseActedMeanwhile } from '../../platform/event-log/acted-meanwhile';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, system, type Caller } from '../../platform/caller';
import { carryOut, lockTransfer } from './act-on-transfer';

/** By staff, with a reason that is sent to both customers. */
export class RejectTransfer extends Command<TransferSummary> {
  constructor(
    readonly id: number,
    readonly body: Parsed<typeof ownerTransfers.reject>['body'],
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(RejectTransfer)
export class RejectTransferHandler implements ICommandHandler<RejectTransfer> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, body: { reason, version }, by }: RejectTransfer): Promise<TransferSummary> {
    return this.change.run(actorOf(by), async (tx, emit) => {
      const transfer = await lockTransfer(tx, id, { scope: by.scope });
      if (transfer === null) throw new Problem('NOT_FOUND');
      const decision = reject(transfer, reason, by.name, this.now());
      if (!isRefusal(decision)) await refuseActedMeanwhile(tx, 'transfer', id, version, by);
      return carryOut(tx, emit, transfer, decision, reason);
    });
  }
}

/** By time: asked by the queue and by the sweep, both at once perhaps; the lock and the due time let only one of them through. */
export class RejectTransferWhenDue extends Command<TransferSummary | null> {
  constructor(readonly id: number) {
    super();
  }
}

@CommandHandler(RejectTransferWhenDue)
export class RejectTransferWhenDueHandler implements ICommandHandler<RejectTransferWhenDue> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id }: RejectTransferWhenDue): Promise<TransferSummary | null> {
    return this.change.run(system, async (tx, emit) => {
      const transfer = await lockTransfer(tx, id, { scope: { all: true } });
      const decision = transfer === null ? null : rejectWhenDue(transfer, this.now());
      return transfer === null || decision === null ? null : carryOut(tx, emit, transfer, decision);
    });
  }
}
