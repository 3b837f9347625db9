import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IssuedFleetClient } from '@headland/contracts/fleet-client';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { hashToken, newRandomToken } from '../../platform/random-token';
import { actorOf, type Caller } from '../../platform/caller';
import { clientRecord } from './fleet-client-record';
import { clientOf, holdOwner, issuedWithin, type Owner } from './fleet-owner.tx';

/** A new secret for a client; the old one and every token that was issued for it end with the commit. */
export class RotateFleetSecret extends Command<IssuedFleetClient> {
  constructor(
    readonly owner: Owner,
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RotateFleetSecret)
export class RotateFleetSecretHandler implements ICommandHandler<RotateFleetSecret> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ owner, id, caller }: RotateFleetSecret): Promise<IssuedFleetClient> {
    const now = this.now();
    const secret = newRandomToken();
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const organizationId = await holdOwner(tx, caller, owner, true);
      const before = await clientOf(tx, owner, id, now);
      if (before.state !== 'active') throw new Problem('FLEET_CLIENT_REVOKED');
      await tx.query(
        'UPDATE fleet_client SET secret_hash = $2, secret_version = secret_version + 1, rotated_at = $3, issued_within = $4 WHERE id = $1',
        [id, hashToken(secret), now, issuedWithin(caller)],
      );
      const client = await clientOf(tx, owner, id, now);
      const changes = [{ field: 'secret', from: before.rotatedAt ?? before.createdAt, to: client.rotatedAt }];
      emit('record.changed', { ...clientRecord(owner.kind, client), changes }, { organizationId });
      return { ...client, secret };
    });
  }
}
