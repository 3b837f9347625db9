import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDatabase, type RunningPostgres, startPostgres } from '../embedded/postgres';
import { warn } from './terminal-output';
import { sentenceOf } from './stop-with';

/** The built-in PostgreSQL of a data folder, kept running on the same port until it is stopped. */
export class Database {
  private running: RunningPostgres | undefined;
  private stopping = false;

  constructor(
    private readonly dataDir: string,
    private readonly password: string,
    private readonly onSpawn: (name: string, pid: number) => void,
    /** of PostgreSQL, instead of those of a start in the checkout */
    private readonly settings: Record<string, string> = {},
  ) {}

  async start(): Promise<string> {
    const portFile = join(this.dataDir, 'postgres.port');
    const lastPort = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : NaN;
    mkdirSync(this.dataDir, { recursive: true });
    const postgres = await startPostgres({
      dataDir: join(this.dataDir, 'postgres'),
      password: this.password,
      port: this.running?.port ?? (lastPort > 0 ? lastPort : undefined),
      logFile: join(this.dataDir, 'logs', 'postgres.log'),
      settings: this.settings,
    });
    this.running = postgres;
    writeFileSync(portFile, String(postgres.port));
    if (postgres.child.pid !== undefined) this.onSpawn('postgres', postgres.child.pid);
    postgres.child.once('exit', (code, by) => {
      if (!this.stopping) void this.startAgain(`${by ?? `exit code ${code}`}`);
    });
    await ensureDatabase(postgres.url('postgres'), 'headland');
    return postgres.url('headland');
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running?.stop();
  }

  private async startAgain(why: string): Promise<void> {
    warn('database', `ended (${why}), starts again`);
    for (let pauseMs = 500; !this.stopping; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      try {
        await this.start();
        return;
      } catch (e) {
        warn('database', `does not start: ${sentenceOf(e)}`);
        await new Promise((r) => setTimeout(r, pauseMs));
      }
    }
  }
}
