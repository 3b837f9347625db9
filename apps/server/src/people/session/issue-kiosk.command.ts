import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { EventPayload } from '@headland/contracts/event-log';
import type { Kiosk, kiosks } from '@headland/contracts/kiosk';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { hashToken, newRandomToken } from '../../platform/random-token';
import { actorOf, inScope, type Caller } from '../../platform/caller';
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
    const now = this.now();
    if (body.expiresAt !== null && new Date(body.expiresAt) <= now)
      throw new Problem('E0001', {}, { expiresAt: 'field.future' });
    return this.change.run(actorOf(caller), async (tx, emit) => {
      await lockPosition(tx, caller);
      const parameters: unknown[] = [body.organizationId];
      const found = await tx.query<unknown[]>(
        `SELECT 1 FROM organization WHERE id = $1 AND removed_at IS NULL AND ${inScope(caller.scope, 'id', parameters)}`,
        parameters,
      );
      if (found.length === 0) throw new Problem('E0001', {}, { organizationId: 'field.invalid' });
      const [row] = await tx.query<{ id: number }[]>(
        'INSERT INTO kiosk (name, token_hash, organization_id, sound, issued_at, issued_by, expires_at, issued_by_user) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id',
        [body.name, hashToken(token), body.organizationId, body.sound, now, caller.name, body.expiresAt, caller.userId],
      );
      const kiosk = await kioskOf(tx, caller, row?.id ?? 0, now);
      if (kiosk === null) throw new Error('the kiosk just issued is not there');
      const about = { organizationId: kiosk.organizationId };
      emit('kiosk.issued', { kioskId: kiosk.id }, about);
      emit(
        'record.created',
        { ...kioskRecord(kiosk), changes: fieldsOf(kiosk).map(([field, to]) => ({ field, from: null, to })) },
        about,
      );
      return { ...kiosk, token };
    });
  }
}

/** A wall display as the history of changes names it. */
export const kioskRecord = ({
  id,
  name,
}: Pick<Kiosk, 'id' | 'name'>): Pick<EventPayload<'record.created'>, 'screen' | 'kind' | 'id' | 'name'> => ({
  screen: 'administrator',
  kind: 'kiosk',
  id: String(id),
  name,
});

const fieldsOf = (kiosk: Kiosk): [string, string | null][] => [
  ['name', kiosk.name],
  ['organization', kiosk.organization],
  ['sound', String(kiosk.sound)],
  ['expiresAt', kiosk.expiresAt],
];
