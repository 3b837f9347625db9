import type { EntityManager, EntityTarget } from 'typeorm';
import { organizationsBelow, type Scope } from '../caller';
import { Problem } from '../problem';
import type * as r from './record';

interface Found<E, S> {
  entity: EntityTarget<E>;
  scopedBy?: r.ScopedBy<E>;
  state?(tx: EntityManager, row: E): Promise<S>;
}

/** The record, locked until the commit, with what log and rules need. Throws NOT_FOUND for one that is unknown, removed or out of scope; with `removed` a removed one is answered, too. */
export async function lockRecord<E extends r.RecordEntity, S extends E>(
  tx: EntityManager,
  definition: Found<E, S>,
  scope: Scope,
  id: number,
  removed = false,
): Promise<S> {
  const row = await findRecord(tx, definition, scope, id, 'pessimistic_write', removed);
  return definition.state ? definition.state(tx, row) : (row as S);
}

export async function findRecord<E extends r.RecordEntity>(
  tx: EntityManager,
  { entity, scopedBy }: Found<E, E>,
  scope: Scope,
  id: number,
  lock?: 'pessimistic_write',
  removed = false,
): Promise<E> {
  const query = tx.createQueryBuilder(entity, 'r').where('r.id = :id', { id });
  if (removed) query.withDeleted();
  if (!scope.all && typeof scopedBy === 'string')
    query.andWhere(`r.${scopedBy} = ANY (${organizationsBelow(':within')})`, { within: scope.organizationId });
  const row = await (lock ? query.setLock(lock) : query).getOne();
  if (row === null) throw new Problem('NOT_FOUND');
  if (!scope.all && typeof scopedBy === 'function') await scopedBy(tx, scope, id);
  return row;
}
