import { DataSource, DefaultNamingStrategy, type DataSourceOptions } from 'typeorm';
import type { Config } from '../config';
import { columnName } from './columns-of';
import { migrations } from './migrations';
import { RefusedWrites } from './refused-writes';
import { WatchedClient } from './watched-client';

/**
 * A page of twenty rows is cheaper than starting parallel workers for it, and a server runs many queries at once: no
 * statement occupies all processors.
 */
const alone = '-c max_parallel_workers_per_gather=0';

class ColumnsInSnakeCase extends DefaultNamingStrategy {
  override columnName(property: string, custom: string | undefined): string {
    return custom ?? columnName(property);
  }
}

type Target = Pick<Config, 'DATABASE_URL' | 'DATABASE_SESSION_URL' | 'DATABASE_POOL'>;

/**
 * Times are UTC; bigint columns arrive as numbers if they are safe integers (see main's type parsers). `isPrimary`: the
 * address leads to one server.
 */
export function dataSourceOptions(config: Target, isPrimary = true): DataSourceOptions {
  const settings = `-c timezone=UTC -c statement_timeout=60000 ${alone}`;
  return {
    type: 'postgres',
    url: config.DATABASE_URL,
    namingStrategy: new ColumnsInSnakeCase(),
    migrations,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    logger: new RefusedWrites(),
    // a lost idle connection: the next query opens a new one and reports its own failure
    poolErrorHandler: () => undefined,
    extra: {
      max: config.DATABASE_POOL,
      connectionTimeoutMillis: 5_000,
      // a host that vanishes without a word is noticed within half a minute, not never: a query that waits for it would hold its reader for good
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(isPrimary && config.DATABASE_SESSION_URL === undefined ? { Client: WatchedClient } : {}),
      // a pooler refuses them: its own configuration sets them for the sessions that it opens, and /readyz looks
      ...(config.DATABASE_SESSION_URL === undefined ? { options: settings } : {}),
      application_name: 'headland',
    },
  };
}

export const openDataSource = (config: Target, isPrimary = true): Promise<DataSource> =>
  new DataSource(dataSourceOptions(config, isPrimary)).initialize();
