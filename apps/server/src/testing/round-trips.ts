import type pg from 'pg';
import type { DataSource } from 'typeorm';

/** How often `work` waited for PostgreSQL: how often a connection of the pool had nothing more to do, up to the end of its transaction. */
export async function roundTripsOf(database: DataSource, work: () => Promise<unknown>): Promise<number> {
  const pool = (database.driver as unknown as { master: pg.Pool }).master;
  let trips = 0;
  const count = (): void => void trips++;
  const clients = new Set<pg.PoolClient>();
  const watch = (client: pg.PoolClient): void => {
    if (!clients.has(client)) client.on('drain', count);
    clients.add(client);
  };
  pool.on('acquire', watch);
  try {
    await work();
    return trips;
  } finally {
    pool.off('acquire', watch);
    for (const client of clients) client.off('drain', count);
  }
}
