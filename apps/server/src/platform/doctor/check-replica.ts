import pg from 'pg';
import type { Config } from '../config';
import { found, ok, type Finding } from './finding';

/** The replica of DATABASE_READ_URL: is it one, and does it let long reads end? */
export async function checkReplica(config: Pick<Config, 'DATABASE_READ_URL'>): Promise<Finding[]> {
  if (config.DATABASE_READ_URL === undefined) return [];
  const client = new pg.Client({
    connectionString: config.DATABASE_READ_URL,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean; feedback: string }>(
      `SELECT pg_is_in_recovery() AS standby, current_setting('hot_standby_feedback') AS feedback`,
    );
    const [row = { standby: false, feedback: 'off' }] = rows;
    return [
      row.standby
        ? ok('replica.standby', 'it follows a primary')
        : found(
            'warning',
            'replica.standby',
            'DATABASE_READ_URL names no standby',
            'nothing is read from it, the primary answers all',
            'name a hot standby of the primary, or unset DATABASE_READ_URL',
          ),
      row.feedback === 'on' || !row.standby
        ? ok('replica.feedback', row.feedback)
        : found(
            'warning',
            'replica.feedback',
            'hot_standby_feedback is off',
            'long exports are cancelled by what it replays, and begin again on the primary',
            'set hot_standby_feedback = on there',
          ),
    ];
  } catch (error) {
    return [
      found(
        'warning',
        'replica.reachable',
        `no session: ${(error as Error).message}`,
        'the primary answers exports, statistics and charts, too',
        'check DATABASE_READ_URL and the replica',
      ),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}
