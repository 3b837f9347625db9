import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AppPushDeviceBody } from '@headland/contracts/app';
import { isPublicKey, isPushService } from '../../messages/deliveries/deliveries.module';
import type { AppCaller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { appActor } from './app-actor';

/** Registers the device of a session for pushes; null: it gets none any more. It ends with its session. */
export class SetPushDevice extends Command<{ done: true }> {
  constructor(
    readonly device: AppPushDeviceBody | null,
    readonly caller: AppCaller,
  ) {
    super();
  }
}

@CommandHandler(SetPushDevice)
export class SetPushDeviceHandler implements ICommandHandler<SetPushDevice> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ device, caller: { customerId, sessionId } }: SetPushDevice): Promise<{ done: true }> {
    const subscription = device?.subscription ?? null;
    if (subscription !== null) {
      if (!isPushService(subscription.endpoint, this.config))
        throw new Problem('E0001', {}, { 'subscription.endpoint': 'field.invalid' });
      if (!isPublicKey(subscription.keys.p256dh))
        throw new Problem('E0001', {}, { 'subscription.keys.p256dh': 'field.invalid' });
    }
    await this.change.run(appActor, async (tx) => {
      // a device that another person has logged in on is theirs now
      await tx.query('DELETE FROM app_push_device WHERE session_id = $1 OR endpoint = $2', [
        sessionId,
        subscription?.endpoint ?? null,
      ]);
      if (device === null) return;
      await tx.query(
        'INSERT INTO app_push_device (session_id, customer_id, os, endpoint, p256dh, auth, registered_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [
          ...[sessionId, customerId, device.os],
          ...[subscription?.endpoint ?? null, subscription?.keys.p256dh ?? null, subscription?.keys.auth ?? null],
          this.now(),
        ],
      );
    });
    return { done: true };
  }
}
