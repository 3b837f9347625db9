import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { EventPayload } from '@headland/contracts/event-log';
import type { Kiosk, kiosks } from '@headland/contracts/kiosk';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { changesBetween } from '../../platform/event-log/record-change';
import { lockPosition } from '../../platform/position';
import { Problem } from '../../platform/problem';
import { hashToken, newRandomToken } from '../../platform/random-token';
import { actorOf, inScope, type Caller, type Scope } from '../../platform/caller';
import { kioskOf } from './kiosk.reads';

type Body = Omit<Parsed<typeof kiosks.change>['body'], 'version'>;

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
    requireFuture(body, now);
    return this.change.run(actorOf(caller), async (tx, emit) => {
      await lockPosition(tx, caller);
      await requireInScope(tx, caller, body);
      const [row] = await tx.query<{ id: number }[]>(
        `INSERT INTO kiosk (token_hash, issued_at, issued_by, issued_by_user, ${columnsOfBody.join(', ')})
         VALUES ($1, $2, $3, $4, ${columnsOfBody.map((_, i) => `$${i + 5}`).join(', ')}) RETURNING id`,
        [hashToken(token), now, caller.name, caller.userId, ...valuesOfBody(body)],
      );
      const kiosk = await kioskOf(tx, caller, row?.id ?? 0, now);
      if (kiosk === null) throw new Error('the kiosk just issued is not there');
      const about = { organizationId: kiosk.organizationId };
      emit('kiosk.issued', { kioskId: kiosk.id }, about);
      emit('record.created', { ...kioskRecord(kiosk), changes: changesBetween({}, fieldsOf(kiosk)) }, about);
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

/** What the history of changes shows of it. */
export const fieldsOf = (kiosk: Kiosk) => ({
  name: kiosk.name,
  organization: kiosk.organization,
  language: kiosk.language,
  theme: kiosk.theme,
  sound: kiosk.sound,
  volume: kiosk.volume,
  sounds: kiosk.sounds.join(', '),
  playlist: kiosk.playlist.map(({ view, seconds }) => `${view} ${seconds} s`).join(', '),
  expiresAt: kiosk.expiresAt,
});

export const columnsOfBody = [
  ...['name', 'organization_id', 'expires_at', 'language', 'theme', 'sound', 'volume', 'sounds', 'playlist'],
];
export const valuesOfBody = (body: Body): unknown[] => [
  ...[body.name, body.organizationId, body.expiresAt, body.language, body.theme, body.sound, body.volume],
  ...[[...new Set(body.sounds)], JSON.stringify(body.playlist)],
];

export function requireFuture({ expiresAt }: Body, now: Date): void {
  if (expiresAt !== null && new Date(expiresAt) <= now) throw new Problem('E0001', {}, { expiresAt: 'field.future' });
}

/** A display shows nothing that its issuer may not see, and each of its maps lies within what it shows. */
export async function requireInScope(tx: Tx, caller: Caller, { organizationId, playlist }: Body): Promise<void> {
  if (!(await allIn(tx, caller.scope, [organizationId])))
    throw new Problem('E0001', {}, { organizationId: 'field.invalid' });
  const maps = playlist.flatMap((step) => (step.view === 'map' ? [step.organizationId] : []));
  if (!(await allIn(tx, { all: false, organizationId }, maps)))
    throw new Problem('E0001', {}, { playlist: 'kiosk.mapOutside' });
}

async function allIn(tx: Tx, scope: Scope, ids: number[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const parameters: unknown[] = [wanted];
  const found = await tx.query<unknown[]>(
    `SELECT 1 FROM organization WHERE id = ANY ($1::int[]) AND removed_at IS NULL AND ${inScope(scope, 'id', parameters)}`,
    parameters,
  );
  return found.length === wanted.length;
}
