import { randomBytes } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type FleetClientBody, type IssuedFleetClient, maxFleetClients } from '@headland/contracts/fleet-client';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { hashToken, newRandomToken } from '../../platform/random-token';
import { actorOf, type Caller } from '../../platform/caller';
import { fleetClientsOf } from './fleet-client.reads';
import { clientRecord } from './fleet-client-record';
import { clientOf, holdOwner, issuedWithin, type Owner } from './fleet-owner.tx';

/** A new client of the Fleet API; its secret is shown once, here. */
export class CreateFleetClient extends Command<IssuedFleetClient> {
  constructor(
    readonly owner: Owner,
    readonly body: FleetClientBody,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateFleetClient)
export class CreateFleetClientHandler implements ICommandHandler<CreateFleetClient> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ owner, body, caller }: CreateFleetClient): Promise<IssuedFleetClient> {
    const now = this.now();
    const expiresAt = body.expiresAt === null ? null : new Date(body.expiresAt);
    if (expiresAt !== null && expiresAt <= now) throw new Problem('E0001', {}, { expiresAt: 'field.future' });
    const secret = newRandomToken();
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const organizationId = await holdOwner(tx, caller, owner, true);
      const active = (await fleetClientsOf(tx, owner.kind, owner.id, now)).filter((c) => c.state === 'active');
      if (active.length >= maxFleetClients) throw new Problem('FLEET_CLIENTS_FULL', { n: maxFleetClients });
      const [row] = await tx.query<{ id: number }[]>(
        `INSERT INTO fleet_client (client_id, name, secret_hash, ${owner.kind}_id, created_at, created_by, expires_at, issued_within) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
        [
          `fleet-${randomBytes(10).toString('hex')}`,
          body.name,
          hashToken(secret),
          owner.id,
          now,
          caller.name,
          expiresAt,
          issuedWithin(caller),
        ],
      );
      const client = await clientOf(tx, owner, row?.id ?? 0, now);
      const changes = [{ field: 'expiresAt', from: null, to: client.expiresAt }].filter((c) => c.to !== null);
      emit('record.created', { ...clientRecord(owner.kind, client), changes }, { organizationId });
      return { ...client, secret };
    });
  }
}
