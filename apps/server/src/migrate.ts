import pg from 'pg';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { databaseTime } from './platform/clock';
import { readDatabaseTime } from './platform/clock-sync';
import { withSessions, type Config } from './platform/config';
import { advisoryLocks } from './platform/database/advisory-locks';
import { createDatabase } from './platform/database/create-database';
import { dataSourceOptions } from './platform/database/data-source';
import { runMigrations } from './platform/database/run-migrations';
import { inviteFirstAdministrator } from './seed/first-administrator';
import { seedDemo } from './seed/seed-demo';
import { ensureDaysAhead } from './fleet/telemetry/telemetry-maintenance';

/** Brings a database up to date and, with SEED=demo, fills an empty one. Creates the database where it is missing and the account may. */
export async function migrate(given: Config, log: Logger): Promise<void> {
  const config = withSessions(given);
  await createDatabase(config.DATABASE_URL);
  // two starts at the same time: the second waits, then finds nothing to do. A connection of its own: a pool may close an idle one, and the lock with it
  const lock = new pg.Client({
    connectionString: config.DATABASE_URL,
    application_name: 'headland-migrate',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  await lock.connect();
  const { rows } = await lock.query<{ ours: boolean }>(`SELECT pg_try_advisory_lock(${advisoryLocks.schema}) AS ours`);
  if (rows[0]?.ours !== true) {
    log.warn('waits for another migration, a back-up or a restore');
    await lock.query(`SELECT pg_advisory_lock(${advisoryLocks.schema})`);
  }
  const database = await new DataSource({ ...dataSourceOptions(config), extra: withoutTimeout }).initialize();
  try {
    const done = await runMigrations(database, log);
    await readDatabaseTime(database);
    await ensureDaysAhead(database, databaseTime());
    const seeded = config.SEED === 'demo' && (await seedDemo(database, config, log));
    const link = await inviteFirstAdministrator(database, config, databaseTime());
    // to the standard output of the operator, never into the log
    if (link !== null)
      process.stdout.write(`\nThe first administrator signs up at (valid 1 day, once):\n  ${link}\n\n`);
    else if (config.FIRST_ADMIN_EMAIL !== undefined)
      process.stdout.write(
        '\nMembers have joined already, so no sign-up link is made: an administrator invites others in /organization.\n\n',
      );
    log.info({ migrations: done.length, seeded }, 'database is up to date');
  } finally {
    await database.destroy();
    await lock.end();
  }
}

/** A migration of a large table may take its time. */
const withoutTimeout = {
  max: 4,
  connectionTimeoutMillis: 10_000,
  options: '-c timezone=UTC',
  application_name: 'headland-migrate',
};
