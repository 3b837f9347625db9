import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ApiKey, apiKeys } from '@headland/contracts/administration';
import type { Reply } from '@headland/contracts/endpoint';
import type { EventPayload } from '@headland/contracts/event-log';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { hashToken, newRandomToken } from '../../platform/random-token';
import { actorOf, type Caller } from '../../platform/caller';
import { apiKeyOf } from './api-key.reads';

/** Of 43 characters these distinguish keys and do not help to guess the rest. */
const hintLength = 6;

/** A key of the factory interface; it is shown once, here. */
export class IssueApiKey extends Command<Reply<typeof apiKeys.issue>> {
  constructor(
    readonly name: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(IssueApiKey)
export class IssueApiKeyHandler implements ICommandHandler<IssueApiKey> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ name, caller }: IssueApiKey): Promise<Reply<typeof apiKeys.issue>> {
    const key = newRandomToken();
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const by = await lockPosition(tx, caller);
      // a key opens the whole factory interface: not for those who see a part
      if (!caller.scope.all) throw new Problem('FORBIDDEN');
      const [row] = await tx.query<{ id: number }[]>(
        'INSERT INTO api_key (name, key_hash, hint, issued_at, issued_by, issued_by_user) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
        [name, hashToken(key), key.slice(0, hintLength), this.now(), caller.name, caller.userId],
      );
      const issued = await apiKeyOf(tx, by, row?.id ?? 0);
      if (issued === null) throw new Error('the key just issued is not there');
      emit(
        'record.created',
        { ...apiKeyRecord(issued), changes: [{ field: 'name', from: null, to: name }] },
        { organizationId: caller.organizationId },
      );
      return { ...issued, key };
    });
  }
}

/** A key as the history of changes names it. */
export const apiKeyRecord = ({
  id,
  name,
}: Pick<ApiKey, 'id' | 'name'>): Pick<EventPayload<'record.created'>, 'screen' | 'kind' | 'id' | 'name'> => ({
  screen: 'administrator',
  kind: 'apiKey',
  id: String(id),
  name,
});
