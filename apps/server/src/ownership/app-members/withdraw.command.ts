import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { customerChanges } from '@headland/domain/customer';
import { formatMessage } from '@headland/i18n/format-message';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { Hook } from '../../platform/hook';
import { Problem } from '../../platform/problem';
import type { AppCaller } from '../../platform/caller';
import { endSales, lockOwned, lockSales } from '../sales/sale-change.tx';
import { appActor } from './app-actor';
import { endSessionsOfApp } from '../../people/customer-base/end-app-sessions.tx';
import { lockMember } from './lock-member.tx';

/** A customer leaves the app: what waits for this person ends. */
export const customerWithdraws = new Hook<[tx: Tx, emit: Emit, customerId: number, reason: string, now: Date]>();

/**
 * A customer leaves the app: every session ends, nothing more is sent, the machines are unsold. The person's data stays, masked, until staff delete it.
 * Even a transfer that both had agreed on ends.
 * Whoever answers an open SOS call needs to know whom to ring, so that comes first.
 */
export class Withdraw extends Command<{ done: true }> {
  constructor(readonly caller: AppCaller) {
    super();
  }
}

@CommandHandler(Withdraw)
export class WithdrawHandler implements ICommandHandler<Withdraw> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  async execute({ caller: { customerId, language } }: Withdraw): Promise<{ done: true }> {
    const now = this.now();
    await this.change.run(appActor, async (tx, emit) => {
      const { organizationId } = await lockMember(tx, customerId);
      const owned = await lockOwned(tx, customerId);
      const sold = await lockSales(tx, { all: true }, owned);
      if (sold.some((s) => s.openSos)) throw new Problem('VEHICLE_HAS_OPEN_SOS');
      const reason = formatMessage(language, 'customer.leftApp');
      await customerWithdraws.run(tx, emit, customerId, reason, now);
      await endSales(tx, emit, sold, {
        userId: null,
        by: appActor.name ?? '',
        reason,
        now,
        timeZone: this.config.PRODUCT_TIME_ZONE,
      });
      await endSessionsOfApp(tx, { customerId }, 'withdrawn', now);
      await tx.query(
        "UPDATE delivery SET state = 'failed', problem = 'withdrawn', next_try_at = NULL, changed_at = $2 WHERE customer_id = $1 AND state = 'queued'",
        [customerId, now],
      );
      await tx.query(
        "UPDATE customer SET version = version + 1, app_status = 'withdrawn', withdrawn_at = $2, changed_at = $2 WHERE id = $1",
        [customerId, now],
      );
      emit(
        'record.changed',
        {
          screen: 'customer',
          kind: 'customer',
          id: String(customerId),
          name: `#${customerId}`,
          changes: customerChanges({ appStatus: 'registered' }, { appStatus: 'withdrawn' }),
        },
        { organizationId },
      );
      emit('customer.withdrawn', { customerId }, { organizationId });
    });
    return { done: true };
  }
}
