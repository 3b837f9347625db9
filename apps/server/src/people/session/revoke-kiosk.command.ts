import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Reply } from '@headland/contracts/endpoint';
import type { kiosks } from '@headland/contracts/kiosk';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { notifySessionEnded } from './end-sessions';
import { kioskRecord } from './issue-kiosk.command';
import { kioskOf } from './kiosk.reads';
import { kioskKey, LiveSessions } from './live-sessions';

/** Its screen shows this at once. Revoking it again changes nothing. It is revoked with its organisation, whoever issued it. */
export class RevokeKiosk extends Command<Reply<typeof kiosks.revoke>> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
    readonly withOrganization = false,
  ) {
    super();
  }
}

@CommandHandler(RevokeKiosk)
export class RevokeKioskHandler implements ICommandHandler<RevokeKiosk> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly live: LiveSessions,
  ) {}

  async execute({ id, caller, withOrganization }: RevokeKiosk): Promise<Reply<typeof kiosks.revoke>> {
    const now = this.now();
    const kiosk = await this.change.run(actorOf(caller), async (tx, emit) => {
      await lockPosition(tx, caller);
      const before = await kioskOf(tx, caller, id, now);
      if (before === null) throw new Problem('NOT_FOUND');
      if (before.above && !withOrganization) throw new Problem('ISSUED_ABOVE');
      const revoked = await returning<{ id: number }>(
        tx,
        'UPDATE kiosk SET revoked_at = $2, revoked_by = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
        [id, now, caller.name],
      );
      if (revoked.length === 0) return before;
      await notifySessionEnded(tx, kioskKey(id));
      const about = { organizationId: before.organizationId };
      emit('kiosk.revoked', { kioskId: id }, about);
      emit('record.deleted', { ...kioskRecord(before), changes: [] }, about);
      return (await kioskOf(tx, caller, id, now)) ?? before;
    });
    this.live.forget(kioskKey(id));
    return kiosk;
  }
}
