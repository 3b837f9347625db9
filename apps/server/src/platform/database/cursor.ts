import type { DataSource } from 'typeorm';
import type { Tx } from './rows';

const usualRows = 200;
let cursors = 0;

export interface Snapshot {
  tx: Tx;
  /** Releases the connection; idempotent. */
  close: () => Promise<void>;
}

/** A read-only snapshot of the database for several reads, on a connection of its own. */
export const openSnapshot = (database: DataSource): Promise<Snapshot> => open(database, 'REPEATABLE READ');

/** A transaction that holds locks and reads what is committed meanwhile: while it waits it keeps no old row alive. */
export const openLocks = (database: DataSource): Promise<Snapshot> => open(database, 'READ COMMITTED');

async function open(database: DataSource, level: 'READ COMMITTED' | 'REPEATABLE READ'): Promise<Snapshot> {
  const runner = database.createQueryRunner();
  await runner.connect();
  const close = async (): Promise<void> => {
    if (runner.isReleased) return;
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  };
  try {
    await runner.startTransaction(level);
    await runner.query('SET TRANSACTION READ ONLY');
    return { tx: runner.manager, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Streams the rows of a query of any length, some hundred at a time (`atOnce`); only those are in memory. Needs a transaction, and
 * nothing else may run on its connection at the same time. A reader that stops early leaves nothing open.
 */
export async function* rowsOf<Row>(
  tx: Tx,
  sql: string,
  parameters: unknown[] = [],
  atOnce = usualRows,
): AsyncGenerator<Row[], void, undefined> {
  const name = `rows_${(cursors = (cursors + 1) % 1_000_000)}`;
  // all rows will be read: plan for the total time, not for the first rows
  await tx.query('SET LOCAL cursor_tuple_fraction = 1');
  await tx.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`, parameters);
  try {
    for (;;) {
      const rows = await tx.query<Row[]>(`FETCH ${atOnce} FROM ${name}`);
      if (rows.length > 0) yield rows;
      if (rows.length < atOnce) return;
    }
  } finally {
    // after an error the transaction is aborted, and the cursor with it
    await tx.query(`CLOSE ${name}`).catch(() => undefined);
  }
}
