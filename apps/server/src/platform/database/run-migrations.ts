import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type DataSource, type Migration, MigrationExecutor } from 'typeorm';

/**
 * How long a migration waits for a lock. Later requests queue behind it, ingest too; so it gives up, lets them pass,
 * and retries. More than `deadlock_timeout` (1 s), after which an autovacuum in its way is cancelled.
 */
export const lockTimeoutMs = 2_000;
/** About ten minutes with the pauses: longer than any statement of the processes may take. */
const tries = 150;
const pauseMs = { least: 500, most: 3_000 };
/** A deadlock or a lock timeout: the fleet keeps working during a migration. */
const inTheWay = new Set(['40P01', '55P03']);

/** Runs the pending migrations, each in a transaction of its own, beside running processes. Returns their names. */
export async function runMigrations(database: DataSource, log: Logger): Promise<string[]> {
  const pending = await new MigrationExecutor(database).getPendingMigrations();
  for (const migration of pending) {
    await retryOnLock(database, migration.name, log, () => runOne(database, migration));
    log.info({ migration: migration.name }, 'migrated');
  }
  return pending.map((m) => m.name);
}

async function runOne(database: DataSource, migration: Migration): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await new MigrationExecutor(database, runner).executeMigration(migration);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release();
  }
}

/** Retries a task that needs locks while others hold them. */
async function retryOnLock(database: DataSource, what: string, log: Logger, work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await work();
      return;
    } catch (error) {
      const code = (error as { driverError?: { code?: string } }).driverError?.code ?? '';
      if (!inTheWay.has(code)) throw error;
      const oldest = await oldestTransactions(database);
      if (tried === tries)
        throw new Error(
          `${what} did not get its locks in ${tries} tries. The oldest transactions: ${oldest.join('; ')}`,
          { cause: error },
        );
      log.warn({ migration: what, tried, code, oldest }, 'others hold what the migration needs; it tries again');
      await pause(pauseMs.least + Math.random() * (pauseMs.most - pauseMs.least));
    }
  }
}

async function oldestTransactions(database: DataSource): Promise<string[]> {
  const rows = await database.query<{ who: string }[]>(
    `SELECT concat_ws(' ', application_name, pid, state, 'for', extract(epoch FROM now() - xact_start)::int, 's:', left(query, 80)) AS who FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '1 second' ORDER BY xact_start LIMIT 3`,
  );
  return rows.map((r) => r.who);
}
