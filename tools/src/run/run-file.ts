import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gone, identityOf, type ProcessIdentity, signal, stillRuns } from './process-identity';
import { StopWith } from './stop-with';

interface Run {
  launcher: ProcessIdentity;
  url: string;
  parts: (ProcessIdentity & { name: string })[];
}

/**
 * `run.json` in the data folder: who runs here. It keeps a second start out, and records what a killed launcher left behind.
 * Processes are named by id and start time, so that a number that was given out again is never mistaken for ours.
 */
export class RunFile {
  private constructor(
    private readonly path: string,
    private run: Run,
  ) {}

  /** Locks the data folder for this process, or reports its holder; ends processes that an earlier run has left. */
  static async take(dataDir: string, url: string): Promise<RunFile> {
    mkdirSync(dataDir, { recursive: true });
    const path = join(dataDir, 'run.json');
    const file = new RunFile(path, { launcher: identityOf(process.pid), url, parts: [] });
    for (;;) {
      try {
        writeFileSync(path, JSON.stringify(file.run), { flag: 'wx', mode: 0o600 });
        return file;
      } catch (e) {
        if ((e as NodeJS.ErrnoException).code !== 'EEXIST')
          throw new StopWith(`Cannot write ${path}: ${(e as Error).message}`);
      }
      await file.takeOver();
    }
  }

  record = (name: string, pid: number): void => {
    this.run.parts = [...this.run.parts.filter(stillRuns), { name, ...identityOf(pid) }];
    const draft = `${this.path}.new`;
    writeFileSync(draft, JSON.stringify(this.run), { mode: 0o600 });
    renameSync(draft, this.path);
  };

  release(): void {
    rmSync(this.path, { force: true });
  }

  private async takeOver(): Promise<void> {
    const found = read(this.path);
    if (found !== null && stillRuns(found.launcher)) throw new StopWith(alreadyRuns(found));
    // of two starts that both find the same remains only one gets to move them away
    const aside = `${this.path}.${process.pid}`;
    try {
      renameSync(this.path, aside);
    } catch {
      return;
    }
    const moved = read(aside);
    rmSync(aside, { force: true });
    if (moved !== null && stillRuns(moved.launcher)) throw new StopWith(alreadyRuns(moved));
    // what depends on others ends first: the order of the start, backwards
    for (const part of [...(moved?.parts ?? [])].reverse()) await end(part);
  }
}

const alreadyRuns = (run: Run): string =>
  `Headland is already running at ${run.url} (process ${run.launcher.pid}). Stop it there with Ctrl-C, or start another beside it: PORT=3100 MQTT_PORT=1993 DATA_DIR=.data-2 npm start`;

/** The run that this data folder belongs to, when it is alive. */
export function runningIn(dataDir: string): { url: string; pid: number } | null {
  const found = read(join(dataDir, 'run.json'));
  return found !== null && stillRuns(found.launcher) ? { url: found.url, pid: found.launcher.pid } : null;
}

function read(path: string): Run | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Run;
  } catch {
    return null; // half-written by a machine that lost power
  }
}

async function end(part: ProcessIdentity & { name: string }): Promise<void> {
  if (!stillRuns(part)) return;
  signal(part.pid, part.name === 'postgres' ? 'SIGINT' : 'SIGTERM');
  if (await gone(part.pid, 5000)) return;
  signal(part.pid, 'SIGKILL');
  await gone(part.pid, 5000);
}
