import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDatabase, startPostgres } from '../../../src/embedded/postgres';
import { signal } from '../../../src/run/process-identity';

/**
 * Shared by both sides of a comparison: a folder and one PostgreSQL with its durable settings, each side in a database
 * of its own.
 */
export interface Machine {
  dir: string;
  postgresPid: number;
  /** address of the database of this name; created when missing */
  database: (name: string) => Promise<string>;
  stop: () => Promise<void>;
}

export async function startMachine(dir: string): Promise<Machine> {
  mkdirSync(dir, { recursive: true });
  const postgres = await startPostgres({
    dataDir: join(dir, 'postgres'),
    password: 'bench',
    logFile: join(dir, 'postgres.log'),
  });
  const pid = postgres.child.pid ?? 0;
  // a benchmark that is thrown out leaves nothing behind
  const end = (): void => signal(pid, 'SIGQUIT');
  process.once('exit', end);
  return {
    dir,
    postgresPid: pid,
    database: async (name) => {
      await ensureDatabase(postgres.url('postgres'), name);
      return postgres.url(name);
    },
    stop: async () => {
      await postgres.stop();
      process.off('exit', end);
    },
  };
}
