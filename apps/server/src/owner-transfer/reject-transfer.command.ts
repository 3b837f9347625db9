import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TransferSummary } from '@headland/contracts/owner-transfer';
import { reject, rejectWhenDue } from '@headland/domain/owner-transfer';
import { CLOCK, type Clock } from '../platform/clock';
import { Change } from '../platform/event-log/change';
import { actorOf, system, type Caller } from '../platform/who';
import { actOnTransfer, carryOut, lockTransfer } from './act-on-transfer';

/** By staff, with a reason that both customers are told. */
export class RejectTransfer extends Command<TransferSummary> {
  constructor(
    readonly id: number,
    readonly reason: string,
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

  execute({ id, reason, by }: RejectTransfer): Promise<TransferSummary> {
    return actOnTransfer(this.change, actorOf(by), id, { scope: by.scope }, (transfer) => reject(transfer, reason, by.name, this.now()), reason);
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
