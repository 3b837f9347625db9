import type { DataSource } from 'typeorm';

const everyMs = 10_000;

/**
 * Whether there is room on the database's disk, for a process that writes nothing by itself. A small write into a page that is there succeeds on a full
 * disk, and one that needs a new page leaves rows behind; so half a megabyte is counted with too little memory for it: PostgreSQL lays it down in a
 * temporary file beside its data, and removes that at once.
 */
export class DiskProbe {
  private last: { atMs: number; lack: string | null } | null = null;

  constructor(private readonly database: Pick<DataSource, 'transaction'>) {}

  /** What was wrong, or null; asked at most each ten seconds, and again at once where something was. */
  async lack(): Promise<string | null> {
    if (this.last?.lack !== null || performance.now() - this.last.atMs > everyMs)
      this.last = { lack: await this.ask(), atMs: performance.now() };
    return this.last.lack;
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
