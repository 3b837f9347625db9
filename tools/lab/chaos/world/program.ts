import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { gone, signal } from '../../../src/run/process-identity';
import { StopWith } from '../../../src/run/stop-with';

/** One process of a world, started and ended on purpose: it is not restarted automatically. */
export class Program {
  /** MiB, the highest of all its lives */
  private peakMiB = 0;
  private child: ChildProcess | null = null;

  constructor(
    readonly name: string,
    private readonly command: string,
    private readonly args: string[],
    private readonly where: {
      logFile: string;
      env?: Record<string, string>;
      cwd?: string;
      /** called with each line of its standard output */ onLine?: (line: string) => void;
    },
  ) {
    all.add(this);
  }

  start(): ChildProcess {
    if (this.running) throw new Error(`${this.name} runs already`);
    mkdirSync(dirname(this.where.logFile), { recursive: true });
    const log = openSync(this.where.logFile, 'a');
    // a group of its own: Ctrl-C in the terminal reaches the suite alone, which ends its parts in order
    const child = spawn(this.command, this.args, {
      env: { ...process.env, ...this.where.env },
      detached: true,
      stdio: this.where.onLine === undefined ? ['ignore', log, log] : ['pipe', 'pipe', log],
      ...(this.where.cwd === undefined ? {} : { cwd: this.where.cwd }),
    });
    closeSync(log);
    child.on('error', () => undefined); // treated as a process that has ended
    child.stdin?.on('error', () => undefined);
    if (child.stdout !== null && this.where.onLine !== undefined)
      createInterface({ input: child.stdout }).on('line', this.where.onLine);
    this.child = child;
    return child;
  }

  get running(): boolean {
    return this.child?.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get exitCode(): number | null {
    return this.child?.exitCode ?? null;
  }

  writeLine(line: string): void {
    this.child?.stdin?.write(`${line}\n`);
  }

  /** kill -9: it cannot write anything any more. */
  async kill(): Promise<void> {
    await this.end([['SIGKILL', 10_000]]);
  }

  async stop(withinMs = 10_000): Promise<void> {
    await this.end([
      ['SIGTERM', withinMs],
      ['SIGKILL', 10_000],
    ]);
  }

  freeze(): void {
    signal(this.pid, 'SIGSTOP');
  }

  thaw(): void {
    signal(this.pid, 'SIGCONT');
  }

  /** Highest memory in MiB so far, over all its runs: the kernel's own high-water mark. */
  peakMemoryMiB(): number {
    if (this.running) this.peakMiB = Math.max(this.peakMiB, statusMiB(this.pid, 'VmHWM'));
    return this.peakMiB;
  }

  /** Its present memory in MiB. */
  memoryMiB(): number {
    return statusMiB(this.pid, 'VmRSS');
  }

  get lastWords(): string {
    return tailOf(this.where.logFile);
  }

  private async end(steps: readonly (readonly [NodeJS.Signals, number])[]): Promise<void> {
    const { child, pid } = this;
    if (!this.running || child === null) return;
    this.peakMemoryMiB();
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    for (const [name, waitMs] of steps) {
      signal(pid, name);
      if (await gone(pid, waitMs)) break;
    }
    await exited;
  }
}

const all = new Set<Program>();
/** At the end of the suite, however it comes. */
export const killAllPrograms = (): void => {
  for (const program of all) if (program.running) signal(program.pid, 'SIGKILL');
};

function statusMiB(pid: number, key: 'VmHWM' | 'VmRSS'): number {
  try {
    const kiB = new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kiB ?? 0) / 1024);
  } catch {
    return 0;
  }
}

export function tailOf(file: string, lines = 20): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-lines).join('\n');
  } catch {
    return '(no log)';
  }
}

export interface Waiting {
  withinMs: number;
  everyMs?: number;
  /** these must keep running meanwhile; one that ends is named as the reason */
  programs?: Program[];
  /** added to the message when it times out */
  explain?: () => string;
}

/** Polls until a condition holds; never waits for a fixed time. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { withinMs, everyMs = 50, programs = [], explain }: Waiting,
): Promise<void> {
  const end = performance.now() + withinMs;
  for (;;) {
    if (await isSo()) return;
    const dead = programs.find((p) => !p.running);
    if (dead)
      throw new StopWith(`waiting for ${what}: ${dead.name} ended (${dead.exitCode ?? 'killed'}):\n${dead.lastWords}`);
    if (performance.now() > end)
      throw new StopWith(
        `waited ${(withinMs / 1000).toFixed(0)} s for ${what}${explain ? ` (${explain()})` : ''}${programs.map((p) => `\n${p.name}: ${p.lastWords}`).join('')}`,
      );
    await pause(everyMs);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
