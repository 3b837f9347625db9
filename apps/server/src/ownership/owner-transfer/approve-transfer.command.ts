import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TransferSummary } from '@headland/contracts/owner-transfer';
import { isRefusal } from '@headland/domain/decision';
import { approve } from '@headland/domain/owner-transfer';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { refuseActedMeanwhile } from '../../platform/event-log/acted-meanwhile';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { carryOut, lockTransfer, type LockedTransfer } from './act-on-transfer';
import { obstaclesOf } from './approval-checks';
import { makeRdiDocument } from './rdi-document.tx';

/** The machine is the new owner's from this moment: the former one reads nothing of it any more. The sale date stays, and a document is made. */
export class ApproveTransfer extends Command<TransferSummary> {
  constructor(
    readonly id: number,
    readonly by: Caller,
    readonly seen?: number,
  ) {
    super();
  }
}

@CommandHandler(ApproveTransfer)
export class ApproveTransferHandler implements ICommandHandler<ApproveTransfer> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ id, by, seen }: ApproveTransfer): Promise<TransferSummary> {
    return this.change.run(actorOf(by), async (tx, emit) => {
      const transfer = await lockTransfer(tx, id, { scope: by.scope });
      if (transfer === null) throw new Problem('NOT_FOUND');
      const now = this.now();
      const decision = approve(transfer, by.name, now);
      // its state is reported first: other reasons can change
      if (!isRefusal(decision)) await refuseActedMeanwhile(tx, 'transfer', id, seen, by);
      const [obstacle] = isRefusal(decision) ? [] : await obstaclesOf(tx, transfer, { userId: by.userId, now });
      if (obstacle) throw new Problem(obstacle.code, obstacle.values);
      const summary = await carryOut(tx, emit, transfer, decision);
      await handOver(tx, transfer);
      await makeRdiDocument(tx, id, now, this.config.PRODUCT_TIME_ZONE);
      const { organizationId, vehicleId, vin, fromId, toId } = transfer;
      const changes = [{ field: 'customer', from: `#${fromId}`, to: `#${toId}` }];
      emit(
        'record.changed',
        { screen: 'ownerTransfer', kind: 'vehicle', id: String(vehicleId), name: vin, changes },
        { organizationId, vehicleId },
      );
      emit('vehicle.changed', { vehicleIds: [vehicleId] }, { organizationId });
      return summary;
    });
  }
}

/** The version counts on, so that a form that still shows the former owner is not saved over it. */
async function handOver(tx: Tx, { vehicleId, toId }: LockedTransfer): Promise<void> {
  await tx.query('UPDATE vehicle SET version = version + 1, customer_id = $2 WHERE id = $1', [vehicleId, toId]);
  // the sale and its date stay; what the former owner called it does not
  await tx.query('UPDATE sale SET customer_id = $2, nickname = NULL WHERE vehicle_id = $1 AND cancelled_at IS NULL', [
    vehicleId,
    toId,
  ]);
}
