import { paced } from '../paced';
import type { Tx } from './rows';

/** Rows of one statement. */
const rowsAtOnce = 5_000;

interface Older {
  table: string;
  /** the column with their time; it has an index, with `and` as its condition */
  at: string;
  and?: string;
}
/** SQL: deletes some thousand rows from before $1, the oldest first. One that somebody else holds is left to the next run. */
export const deleteSome = ({ table, at, and = 'true' }: Older): string =>
  `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM ${table} WHERE ${at} < $1 AND ${and} ORDER BY ${at} LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED))`;

/** Repeats what deletes some and answers how many, with a rest after each, until there are no more. */
export async function inParts(deletes: () => Promise<number>): Promise<void> {
  while ((await paced(deletes)) === rowsAtOnce);
}

/** Deletes the rows from before a moment. */
export const deleteOlder = (database: Tx, of: Older, before: Date): Promise<void> =>
  inParts(async () => {
    const [, count] = await database.query<[unknown, number]>(deleteSome(of), [before]);
    return count;
  });
