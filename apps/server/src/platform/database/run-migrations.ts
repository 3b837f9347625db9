import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type DataSource, type Migration, MigrationExecutor } from 'typeorm';

/**
 * How long a migration waits for a lock. Whoever comes after it waits behind it, ingest too; so it gives up, lets them pass, and tries again. More than
 * `deadlock_timeout` (1 s), after which an autovacuum in its way is told to end.
 */
export const lockTimeoutMs = 2_000;
/** With the pauses between them some ten minutes: longer than any statement of the processes may take. */
const tries = 150;
const pauseMs = { least: 500, most: 3_000 };
/** A deadlock, a lock that did not come: the fleet goes on while we migrate. */
const inTheWay = new Set(['40P01', '55P03']);

/** Runs what is pending, each migration in a transaction of its own, beside processes that work. Answers their names. */
export async function runMigrations(database: DataSource, log: Logger): Promise<string[]> {
  const pending = await new MigrationExecutor(database).getPendingMigrations();
  for (const migration of pending) {
    await patiently(database, migration.name, log, () => runOne(database, migration));
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

/** Does something that needs locks, again while others are in the way. */
async function patiently(database: DataSource, what: string, log: Logger, work: () => Promise<void>): Promise<void> {
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
