import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import type { Parsed } from '@headland/contracts/endpoint';
import { type SavedView, type savedViews, savedViewsOfOne } from '@headland/contracts/saved-view';
import { viewRights } from '@headland/domain/saved-view';
import { actorOf, type Caller } from '../../platform/caller';
import { orFieldError } from '../../platform/database/unique-violation';
import { Change, type Emit } from '../../platform/event-log/change';
import { changesIn } from '../../platform/event-log/record-change';
import { Problem } from '../../platform/problem';
import { keptState, readerOf, refuseList, viewColumns, viewOf, type ViewRow } from './saved-view.reads';

type Body = Parsed<typeof savedViews.change>['body'];

/** Saves a view under a name: a new one of a list, or another state of one that is there. */
export class SaveView extends Command<SavedView> {
  constructor(
    readonly target: { list: string } | { id: number },
    readonly body: Body,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(SaveView)
export class SaveViewHandler implements ICommandHandler<SaveView> {
  constructor(private readonly change: Change) {}

  execute({ target, body, by }: SaveView): Promise<SavedView> {
    return this.change.run(actorOf(by), async (tx, emit) => {
      const id = await ('id' in target
        ? change(tx, emit, target.id, body, by)
        : create(tx, emit, target.list, body, by));
      return viewOf(tx, by, id);
    });
  }
}

async function create(tx: EntityManager, emit: Emit, list: string, body: Body, by: Caller): Promise<number> {
  const { userId, organizationId } = readerOf(by);
  refuseList(by, list);
  // one member's requests after each other, so that the count holds
  await tx.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [userId]);
  const [has] = await tx.query<{ n: number }[]>('SELECT count(*)::int AS n FROM saved_view WHERE owner_id = $1', [
    userId,
  ]);
  if ((has?.n ?? 0) >= savedViewsOfOne) throw new Problem('E0001', {}, { name: 'field.viewsFull' });
  const [row] = await orFieldError(
    tx.query<{ id: number }[]>(
      'INSERT INTO saved_view (owner_id, organization_id, list, name, state) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [userId, body.shared ? organizationId : null, list, body.name, keptState(list, body.state)],
    ),
  );
  const id = row?.id ?? 0;
  logChange(emit, by, id, null, body);
  return id;
}

async function change(tx: EntityManager, emit: Emit, id: number, body: Body, by: Caller): Promise<number> {
  const before = await lockView(tx, id, by);
  if (!viewRights(before, readerOf(by)).change) throw new Problem('FORBIDDEN');
  refuseList(by, before.list);
  // without an owner it can only be the organization's
  const shared = body.shared || before.ownerId === null;
  await orFieldError(
    tx.query('UPDATE saved_view SET organization_id = $2, name = $3, state = $4 WHERE id = $1', [
      id,
      shared ? (before.organizationId ?? by.organizationId) : null,
      body.name,
      keptState(before.list, body.state),
    ]),
  );
  // nobody's list opens with what it does not see any more
  if (!shared) await tx.query('DELETE FROM saved_view_default WHERE view_id = $1 AND user_id <> $2', [id, by.userId]);
  logChange(emit, by, id, { name: before.name, shared: before.organizationId !== null }, { ...body, shared });
  return id;
}

/** The view, locked; one that the caller does not see is not found. */
export async function lockView(tx: EntityManager, id: number, by: Caller): Promise<ViewRow> {
  const [view] = await tx.query<ViewRow[]>(`SELECT ${viewColumns} FROM saved_view v WHERE v.id = $1 FOR UPDATE`, [id]);
  if (view === undefined || !viewRights(view, readerOf(by)).see) throw new Problem('NOT_FOUND');
  return view;
}

type Logged = Pick<Body, 'name' | 'shared'>;
/** What others see is in the log; a member's own views are nobody else's matter. Filters may name persons and stay out. */
export function logChange(emit: Emit, by: Caller, id: number, before: Logged | null, after: Logged | null): void {
  if (!before?.shared && !after?.shared) return;
  const name = after?.name ?? before?.name ?? '';
  const subject = { screen: 'organization' as const, kind: 'savedView', id: String(id), name };
  const about = { organizationId: by.organizationId };
  const changes = after === null ? [] : changesIn(['name', 'shared'], before, after);
  emit(
    before === null ? 'record.created' : after === null ? 'record.deleted' : 'record.changed',
    { ...subject, changes },
    about,
  );
}
