import pg from 'pg';
import type { Config } from '../config';
import { found, ok, type Finding } from './finding';

/** Sessions that a pooler opens are set up by its own configuration: where DATABASE_SESSION_URL says that there is one. */
export async function checkPooler(config: Pick<Config, 'DATABASE_URL' | 'DATABASE_SESSION_URL'>): Promise<Finding[]> {
  if (config.DATABASE_SESSION_URL === undefined) return [];
  const client = new pg.Client({
    connectionString: config.DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<'zone' | 'timeout' | 'parallel', string>>(
      `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS timeout,
         current_setting('max_parallel_workers_per_gather') AS parallel`,
    );
    const [{ zone, timeout, parallel } = { zone: '', timeout: '', parallel: '' }] = rows;
    return [
      zone === 'UTC'
        ? ok('pooler.time_zone', 'UTC')
        : found(
            'error',
            'pooler.time_zone',
            `its sessions are in ${zone}`,
            'days begin at another hour, and no process becomes ready',
            'set timezone=UTC for the database in pgbouncer.ini',
          ),
      timeout !== '0' && parallel === '0'
        ? ok('pooler.settings', `statement_timeout ${timeout}, no parallel workers`)
        : found(
            'warning',
            'pooler.settings',
            `statement_timeout is ${timeout}, max_parallel_workers_per_gather is ${parallel}`,
            'one statement may occupy all processors, and for any time',
            'set both by connect_query in pgbouncer.ini (infra/pgbouncer/pgbouncer.ini)',
          ),
    ];
  } catch (error) {
    return [
      found(
        'error',
        'pooler.reachable',
        `no session: ${(error as Error).message}`,
        'nobody can work without it',
        'check DATABASE_URL and the pooler, or unset DATABASE_SESSION_URL and name PostgreSQL itself in DATABASE_URL',
      ),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}
