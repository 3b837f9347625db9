import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TransferSummary } from '@headland/contracts/owner-transfer';
import { accept, decline, withdraw } from '@headland/domain/owner-transfer';
import { appActor } from '../app-members/app-members.module';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import type { AppCaller } from '../../platform/caller';
import { actOnTransfer, type Whose } from './act-on-transfer';

/** In the app: the new owner accepts or declines, the owner withdraws. Of anybody else's transfer nothing is known. */
export class AnswerTransfer extends Command<TransferSummary> {
  constructor(
    readonly id: number,
    readonly act: 'accept' | 'decline' | 'withdraw',
    readonly by: AppCaller,
  ) {
    super();
  }
}

const rules = { accept, decline, withdraw };

@CommandHandler(AnswerTransfer)
export class AnswerTransferHandler implements ICommandHandler<AnswerTransfer> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ id, act, by: { customerId } }: AnswerTransfer): Promise<TransferSummary> {
    const whose: Whose = act === 'withdraw' ? { from: customerId } : { to: customerId };
    return actOnTransfer(this.change, appActor, id, whose, (transfer) => rules[act](transfer, this.now()));
  }
}
