import type { DataSource } from 'typeorm';

const everyMs = 10_000;

/**
 * Checks for free space on the database's disk, for a process that writes nothing by itself. A small write into an
 * existing page succeeds on a full disk, and one that needs a new page leaves rows behind; so a query sorts half a
 * megabyte with too little memory: PostgreSQL spills it into a temporary file beside its data and deletes that at once.
 */
export class DiskProbe {
  private last: { atMs: number; problem: string | null } | null = null;

  constructor(private readonly database: Pick<DataSource, 'transaction'>) {}

  /** The error, or null; checked at most every ten seconds, but every time while there is an error. */
  async problem(): Promise<string | null> {
    if (this.last?.problem !== null || performance.now() - this.last.atMs > everyMs)
      this.last = { problem: await this.ask(), atMs: performance.now() };
    return this.last.problem;
  }

  private ask(): Promise<string | null> {
    return this.database
      .transaction(async (tx) => {
        await tx.query("SET LOCAL work_mem = '64kB'");
        await tx.query('SELECT count(*) FROM generate_series(1, 20000)');
        return null;
      })
      .catch((error: unknown) => (error as Error).message);
  }
}
