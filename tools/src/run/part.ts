import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { gone, signal } from './process-identity';
import { LogFile, readLogLine } from './log-file';
import { warn } from './terminal-output';
import { StopWith } from './stop-with';

export interface PartPlan {
  name: string;
  script: string;
  args?: string[];
  env: Record<string, string>;
  logFile: string;
  /** When it is ready: an address that answers 200, asked with the token if there is one, or a line that it writes. */
  ready: { url: string; token?: string } | { line: RegExp };
  /** Hears of every process that is started for this part, so that a later start can end what a killed launcher left. */
  onSpawn: (name: string, pid: number) => void;
}

const firstPauseMs = 500;
/** An SOS waits as long as the part that carries it is away. */
const longestPauseMs = 2_000;
/** Up this long, a part did not die at its start, and its crash is no reason to wait. */
const steadyMs = 5_000;

/** How long a part that lived for so long rests before it is started again; `beforeMs`: its last rest, null at its first crash. */
export const restMs = (livedMs: number, beforeMs: number | null): number =>
  beforeMs === null || livedMs > steadyMs ? firstPauseMs : Math.min(beforeMs * 2, longestPauseMs);

/** One Node process that is kept running: started again after a crash, each time after a longer pause, until it is stopped. */
export class Part {
  readonly log: LogFile;
  private child: ChildProcess | undefined;
  private stopping = false;
  /** asked to end, for a second Ctrl-C that will not wait */
  private endingPid: number | undefined;
  private pauseMs: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private crashes = 0;
  private reportedReady = false;
  private lastWarning = '';

  constructor(private readonly plan: PartPlan) {
    this.log = new LogFile(plan.logFile);
  }

  get name(): string {
    return this.plan.name;
  }

  start(): void {
    const startedAt = performance.now();
    // a group of its own: Ctrl-C in the terminal reaches the launcher alone, which then ends its parts in order
    const child = spawn(process.execPath, ['--enable-source-maps', this.plan.script, ...(this.plan.args ?? [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...this.plan.env },
    });
    this.child = child;
    this.reportedReady = false;
    if (child.pid !== undefined) this.plan.onSpawn(this.plan.name, child.pid);
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => this.onLine(line));
    child.once('error', (e) => this.onLine(`cannot be started: ${e.message}`));
    child.once('close', (code, by) => {
      if (this.child !== child) return; // it was asked to end
      this.child = undefined;
      this.crashes++;
      this.pauseMs = restMs(performance.now() - startedAt, this.pauseMs);
      warn(
        this.plan.name,
        `ended (${by ?? `exit code ${code}`}), starts again in ${this.pauseMs / 1000} s; its log: ${this.log.path}`,
      );
      this.timer = setTimeout(() => this.start(), this.pauseMs);
    });
  }

  /** Resolves when the part reports ready; a part that crashes three times before that stops the start. */
  async ready(withinMs: number): Promise<void> {
    const until = Date.now() + withinMs;
    const crashesBefore = this.crashes;
    while (!(await this.isReady())) {
      if (this.stopping) return;
      if (this.crashes - crashesBefore >= 3 || Date.now() > until) {
        const what = Date.now() > until ? `was not ready within ${withinMs / 1000} s` : 'ends right after its start';
        throw new StopWith(
          `The ${this.plan.name} process ${what}; the end of its log ${this.log.path}:\n${this.log.tail(8)}`,
        );
      }
      await new Promise((r) => setTimeout(r, 100));
    }
  }

  async isReady(): Promise<boolean> {
    if ('line' in this.plan.ready) return this.reportedReady;
    try {
      const { url, token } = this.plan.ready;
      const headers = new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]]);
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(2000) });
      await answer.arrayBuffer();
      return answer.status === 200;
    } catch {
      return false;
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    this.stopping = false;
    this.pauseMs = null;
    this.start();
  }

  /** SIGTERM, and SIGKILL for what has not ended by then. */
  async stop(graceMs = 10_000): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const pid = this.child?.pid;
    this.child = undefined;
    if (pid === undefined) return;
    this.endingPid = pid;
    signal(pid, 'SIGTERM');
    if (!(await gone(pid, graceMs))) {
      warn(this.plan.name, `did not end within ${graceMs / 1000} s and was killed`);
      signal(pid, 'SIGKILL');
      await gone(pid, 5000);
    }
  }

  kill(): void {
    this.stopping = true;
    clearTimeout(this.timer);
    const pid = this.child?.pid ?? this.endingPid;
    this.child = undefined;
    if (pid !== undefined) signal(pid, 'SIGKILL');
  }

  private onLine(line: string): void {
    this.log.write(line);
    if ('line' in this.plan.ready && this.plan.ready.line.test(line)) this.reportedReady = true;
    const { text, important } = readLogLine(line);
    if (!important || text === this.lastWarning || this.stopping) return;
    this.lastWarning = text;
    warn(this.plan.name, text);
  }
}
