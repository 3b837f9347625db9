import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { PushDevice, PushSubscriptionBody } from '@headland/contracts/notification';
import { isPublicKey, isPushService } from '../deliveries/deliveries.module';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { deviceColumns, type DeviceRow, toDevice } from './notification.reads';

/**
 * Subscribes a browser to web push for the logged-in member and session; before, it may have been somebody else's, or of a
 * session that is over.
 */
export class SubscribeToPush extends Command<z.output<typeof PushDevice>> {
  constructor(
    readonly subscription: z.output<typeof PushSubscriptionBody>,
    readonly by: Caller,
  ) {
    super();
  }
}

/** Maximum browsers of one member; a new one replaces the oldest. */
const maxDevices = 20;

@CommandHandler(SubscribeToPush)
export class SubscribeToPushHandler implements ICommandHandler<SubscribeToPush> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ subscription: { endpoint, keys }, by }: SubscribeToPush): Promise<z.output<typeof PushDevice>> {
    const userId = memberId(by);
    if (!isPushService(endpoint, this.config)) throw new Problem('E0001', {}, { endpoint: 'field.invalid' });
    if (!isPublicKey(keys.p256dh)) throw new Problem('E0001', {}, { 'keys.p256dh': 'field.invalid' });
    return this.change.run(actorOf(by), async (tx) => {
      // one that is being ended takes the push of its browsers with it, and gets no further one
      const open = await tx.query<unknown[]>(
        'SELECT 1 FROM login_session WHERE id = $1 AND ended_at IS NULL FOR SHARE',
        [by.sessionId],
      );
      if (open.length === 0) throw new Problem('E0105');
      const [row] = await tx.query<DeviceRow[]>(
        `INSERT INTO push_subscription (user_id, endpoint, p256dh, auth, agent, created_at, session_id) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, agent = excluded.agent, user_id = excluded.user_id, session_id = excluded.session_id,
           created_at = CASE WHEN push_subscription.user_id = excluded.user_id THEN push_subscription.created_at ELSE excluded.created_at END,
           last_used_at = CASE WHEN push_subscription.user_id = excluded.user_id THEN push_subscription.last_used_at END
         RETURNING ${deviceColumns}`,
        [userId, endpoint, keys.p256dh, keys.auth, by.agent?.slice(0, 300) ?? null, this.now(), by.sessionId],
      );
      await tx.query(
        'DELETE FROM push_subscription WHERE user_id = $1 AND id NOT IN (SELECT id FROM push_subscription WHERE user_id = $1 ORDER BY id DESC LIMIT $2)',
        [userId, maxDevices],
      );
      return toDevice(row as DeviceRow, by.sessionId);
    });
  }
}

/** Unsubscribes a browser from web push. */
export class UnsubscribeFromPush extends Command<{ ended: true }> {
  constructor(
    readonly id: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(UnsubscribeFromPush)
export class UnsubscribeFromPushHandler implements ICommandHandler<UnsubscribeFromPush> {
  constructor(private readonly change: Change) {}

  async execute({ id, by }: UnsubscribeFromPush): Promise<{ ended: true }> {
    const removed = await this.change.run(actorOf(by), (tx) =>
      returning(tx, 'DELETE FROM push_subscription WHERE id = $1 AND user_id = $2 RETURNING id', [id, memberId(by)]),
    );
    if (removed.length === 0) throw new Problem('NOT_FOUND');
    return { ended: true };
  }
}
