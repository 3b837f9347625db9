import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { kiosks } from '@headland/contracts/session';
import { CLOCK, type Clock } from '../platform/clock';
import { Change } from '../platform/event-log/change';
import { Problem } from '../platform/problem';
import { hashToken, newRandomToken } from '../platform/random-token';
import { actorOf, inScope, type Caller } from '../platform/who';
import { kioskOf } from './kiosk.reads';

/** A token for a wall display; it is shown once, here. */
export class IssueKiosk extends Command<Reply<typeof kiosks.issue>> {
  constructor(
    readonly body: Parsed<typeof kiosks.issue>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(IssueKiosk)
export class IssueKioskHandler implements ICommandHandler<IssueKiosk> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
  ) {}

  execute({ body, caller }: IssueKiosk): Promise<Reply<typeof kiosks.issue>> {
    const token = newRandomToken();
    return this.change.run(actorOf(caller), async (tx, emit) => {
      const parameters: unknown[] = [body.organizationId];
      const found = await tx.query<unknown[]>(`SELECT 1 FROM organization WHERE id = $1 AND ${inScope(caller.scope, 'id', parameters)}`, parameters);
      if (found.length === 0) throw new Problem('E0001', {}, { organizationId: 'field.invalid' });
      const [row] = await tx.query<{ id: number }[]>(
        'INSERT INTO kiosk (name, token_hash, organization_id, sound, issued_at, issued_by) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id',
        [body.name, hashToken(token), body.organizationId, body.sound, this.now(), caller.name],
      );
      const kiosk = await kioskOf(tx, caller.scope, row?.id ?? 0);
      if (kiosk === null) throw new Error('the kiosk just issued is not there');
      emit('kiosk.issued', { kioskId: kiosk.id }, { organizationId: kiosk.organizationId });
      return { ...kiosk, token };
    });
  }
}
