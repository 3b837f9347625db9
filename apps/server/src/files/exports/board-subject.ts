import type { Tx } from '../../platform/database/rows';
import { conditionsInWords } from './conditions-in-words';
import type { BoardFile } from './to-write';

/** What the figures of a board are of, in words: the chosen organization, or all that its reader sees, and the period. */
export async function boardSubject(
  { list, filter, about, reader }: Pick<BoardFile, 'list' | 'filter' | 'about' | 'reader'>,
  tx: Tx,
): Promise<string[]> {
  const { scope, t } = reader;
  const own = filter.organizationId === undefined && !scope.all ? { organizationId: scope.organizationId } : {};
  const conditions = await conditionsInWords(tx, list, { ...filter, ...own }, reader);
  return [...(conditions.length === 0 ? [t('filter.allOrganizations')] : conditions), about];
}
