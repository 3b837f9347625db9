import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const largestBytes = 20 * 1024 * 1024;

/** A log of one part. It is kept below 20 MB by setting the full one aside, once: two files, never a full disk. */
export class LogFile {
  private size: number;

  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.size = existsSync(path) ? statSync(path).size : 0;
  }

  write(line: string): void {
    if (this.size > largestBytes) {
      renameSync(this.path, `${this.path}.1`);
      this.size = 0;
    }
    this.size += Buffer.byteLength(line) + 1;
    try {
      appendFileSync(this.path, `${line}\n`, { mode: 0o600 });
    } catch {
      // a full disk must not end the parts that still work
    }
  }

  tail(lines: number): string {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8').trim().split('\n').slice(-lines).join('\n') : '';
  }
}

/** A line of a server process (pino JSON) as a person reads it, and whether it is worth a line on the terminal. */
export function readLogLine(line: string): { text: string; important: boolean } {
  if (!line.startsWith('{')) return { text: line, important: false };
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; error?: unknown; err?: { message?: string } };
    const reason =
      typeof entry.error === 'string'
        ? entry.error
        : (entry.err?.message ?? (entry.error as { message?: string } | undefined)?.message);
    const text = [entry.msg, reason !== undefined && reason !== entry.msg ? reason : undefined]
      .filter(Boolean)
      .join(': ');
    return { text: text === '' ? line : text, important: (entry.level ?? 0) >= 40 };
  } catch {
    return { text: line, important: false };
  }
}
