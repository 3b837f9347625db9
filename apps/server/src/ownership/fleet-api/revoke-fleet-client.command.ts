import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { FleetClient } from '@headland/contracts/fleet-client';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { actorOf, type Caller } from '../../platform/caller';
import { clientRecord } from './fleet-client-record';
import { clientOf, holdOwner, type Owner } from './fleet-owner.tx';

/** Its next request is refused. Revoking it again changes nothing. */
export class RevokeFleetClient extends Command<FleetClient> {
  constructor(
    readonly owner: Owner,
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RevokeFleetClient)
export class RevokeFleetClientHandler implements ICommandHandler<RevokeFleetClient> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ owner, id, caller }: RevokeFleetClient): Promise<FleetClient> {
    const now = this.now();
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const organizationId = await holdOwner(tx, caller, owner, false);
      await clientOf(tx, owner, id, now);
      const revoked = await returning<{ id: number }>(
        tx,
        'UPDATE fleet_client SET revoked_at = $2, revoked_by = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
        [id, now, caller.name],
      );
      const client = await clientOf(tx, owner, id, now);
      if (revoked.length > 0)
        emit('record.deleted', { ...clientRecord(owner.kind, client), changes: [] }, { organizationId });
      return client;
    });
  }
}
