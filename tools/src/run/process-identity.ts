import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';

/** Process ids are given out again, so a process is identified by its id and its start time. */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** When the process with this id started, as an opaque text; null when there is none. */
export function startedAt(pid: number): string | null {
  if (!exists(pid)) return null;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // the name is in brackets and may hold spaces and brackets itself: count from the last one
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // threads outlive the first one of a process that is ending, and hold its ports until the last of them is gone
      if (fields[0] === 'Z' && Number(fields[17]) <= 1) return null;
      return `${bootId()}:${fields[19] ?? ''}`;
    } catch {
      return null;
    }
  }
  if (process.platform === 'win32') return 'running';
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C' },
      }).trim() || null
    );
  } catch {
    return null;
  }
}

export const identityOf = (pid: number): ProcessIdentity => ({ pid, started: startedAt(pid) ?? 'gone' });
export const stillRuns = (it: ProcessIdentity): boolean => startedAt(it.pid) === it.started;

/** A process that has ended and only waits for its parent to take note is not alive. */
export const isAlive = (pid: number): boolean => startedAt(pid) !== null;

/** Processes whose working folder is this one: a PostgreSQL and its workers sit in their data folder. Linux only. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux' || !existsSync(folder)) return [];
  const real = realpathSync(folder);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === real;
      } catch {
        return false;
      }
    });
}

/** Name of the program that a process runs; Linux only. */
export function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Waits until the process is gone; false when it is still there after `withinMs`. */
export async function gone(pid: number, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (startedAt(pid) !== null) {
    if (Date.now() > until) return false;
    await new Promise((r) => setTimeout(r, 20));
  }
  return true;
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended in the meantime
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    return (e as NodeJS.ErrnoException).code === 'EPERM';
  }
}

let boot: string | undefined;
const bootId = (): string => (boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
