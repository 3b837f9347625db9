import pg from 'pg';
import { sessionUrl, type Config } from '../config';
import { standbyCounts, type StandbyCounts } from '../database/standbys';
import { found, ok, type Finding } from './finding';

/** The standbys that a commit waits for: as many as DATABASE_STANDBYS asks for? Nothing where it asks for none and there is none. */
export async function checkStandbys(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_SESSION_URL' | 'DATABASE_STANDBYS'>,
): Promise<Finding[]> {
  const wanted = config.DATABASE_STANDBYS;
  const client = new pg.Client({
    connectionString: sessionUrl(config),
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<StandbyCounts>(standbyCounts);
    const { synchronous, hidden } = rows[0] ?? { synchronous: 0, hidden: 0 };
    if (hidden > 0)
      return [
        found(
          'warning',
          'database.standbys',
          'the account may not see what standbys do',
          'nobody is told when one is gone or lags',
          'GRANT pg_read_all_stats TO the account',
        ),
      ];
    if (synchronous < wanted)
      return [
        found(
          'error',
          'database.standbys',
          `commits wait for ${synchronous} standbys, DATABASE_STANDBYS is ${wanted}`,
          'when this PostgreSQL dies, what was acknowledged to devices since is lost with it',
          'start the standby again (patronictl list, patronictl reinit); see docs/operations.md, Standby',
        ),
      ];
    if (wanted === 0 && synchronous > 0)
      return [
        found(
          'warning',
          'database.standbys',
          `commits wait for ${synchronous} standbys, and DATABASE_STANDBYS is not set`,
          'without one Patroni lets the primary go on alone, and nobody is told',
          `set DATABASE_STANDBYS=${synchronous}`,
        ),
      ];
    return wanted === 0 ? [] : [ok('database.standbys', `commits wait for ${synchronous}`)];
  } catch {
    // that there is no session is a finding of its own
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
