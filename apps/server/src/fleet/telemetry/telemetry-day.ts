import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';

export const dayMs = 86_400_000;
/** A copy takes the place of its day between two statements of those who read and write; it does not let them wait. */
const swap = { tries: 300, lockMs: 500, pauseMs: 2_000 };
const lockNotAvailable = '55P03';

/** Who waits for a lock stands before everybody who comes later. */
export const shortly = (tx: EntityManager, ms: number): Promise<unknown> => tx.query(`SET LOCAL lock_timeout = ${ms}`);

/** A statement about the whole day of a large fleet takes longer than others may. */
export const atLength = <T>(database: DataSource, sql: string, values: unknown[] = []): Promise<T> =>
  database.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0');
    return tx.query<T>(sql, values);
  });

/** The partition of the UTC day of this moment: names have the order of their days. */
export const partitionOf = (ms: number): string =>
  `telemetry_${new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')}`;

/** The UTC day of telemetry_YYYYMMDD. */
export function boundsOf(partition: string): { from: string; to: string } {
  const [, year, month, day] = /^telemetry_(\d{4})(\d{2})(\d{2})$/u.exec(partition) ?? [];
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return { from: new Date(start).toISOString(), to: new Date(start + dayMs).toISOString() };
}

/**
 * Exchanges a day for its complete copy in one transaction, when its locks are to be had at once. Not while somebody
 * reads with a snapshot of before (a back-up, an export): to him the copy would be empty.
 */
export async function swapped(
  database: DataSource,
  exchange: (tx: EntityManager) => Promise<unknown>,
  { tries, lockMs, pauseMs } = swap,
): Promise<void> {
  const [copied] = await database.query<{ xid: string }[]>('SELECT pg_current_xact_id()::xid::text AS xid');
  for (let left = tries; ; left--) {
    if (await isReadFromBefore(database, copied?.xid)) {
      if (left === 0) throw new Error('somebody reads with a snapshot of before the copy');
    } else
      try {
        await database.transaction(async (tx) => {
          await shortly(tx, lockMs);
          await exchange(tx);
        });
        return;
      } catch (error) {
        if (left === 0 || (error as { code?: string }).code !== lockNotAvailable) throw error;
      }
    await wait(pauseMs);
  }
}

/** A snapshot that is taken after this question sees the copy. */
async function isReadFromBefore(database: DataSource, xid: string | undefined): Promise<boolean> {
  const older = await database.query<unknown[]>(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
       AND age(backend_xmin) > age($1::text::xid) LIMIT 1`,
    [xid],
  );
  return older.length > 0;
}
