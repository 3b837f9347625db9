import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { apiKeys } from '@headland/contracts/administration';
import type { Reply } from '@headland/contracts/endpoint';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { apiKeyOf } from './api-key.reads';
import { apiKeyRecord } from './issue-api-key.command';

/** Its next call is refused. Revoking it again changes nothing. */
export class RevokeApiKey extends Command<Reply<typeof apiKeys.revoke>> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RevokeApiKey)
export class RevokeApiKeyHandler implements ICommandHandler<RevokeApiKey> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ id, caller }: RevokeApiKey): Promise<Reply<typeof apiKeys.revoke>> {
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const by = await lockPosition(tx, caller);
      if ((await apiKeyOf(tx, by, id))?.above) throw new Problem('ISSUED_ABOVE');
      const revoked = await returning<{ id: number }>(
        tx,
        'UPDATE api_key SET revoked_at = $2, revoked_by = $3 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
        [id, this.now(), caller.name],
      );
      const key = await apiKeyOf(tx, by, id);
      if (key === null) throw new Problem('NOT_FOUND');
      if (revoked.length > 0)
        emit('record.deleted', { ...apiKeyRecord(key), changes: [] }, { organizationId: caller.organizationId });
      return key;
    });
  }
}
