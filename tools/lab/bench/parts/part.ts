import { fork, spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gone, signal } from '../../../src/run/process-identity';
import { StopWith } from '../../../src/run/stop-with';

/** A process that a benchmark has started; it ends with the benchmark, also when that is interrupted. */
export interface Part {
  name: string;
  pid: number;
  child: ChildProcess;
  logFile: string;
  stop: (withinMs?: number) => Promise<void>;
}

const running = new Set<Part>();

/** Starts another part of this very program (main.ts names them) with its plan in the environment; it can send messages. */
export function startOwnPart(
  name: string,
  where: { dir: string; plan?: unknown; args?: string[]; env?: NodeJS.ProcessEnv },
): Part {
  const logFile = join(where.dir, `${name}.log`);
  const log = openSync(logFile, 'a');
  const env = {
    ...process.env,
    ...where.env,
    ...(where.plan === undefined ? {} : { BENCH_PLAN: JSON.stringify(where.plan) }),
  };
  // detached: Ctrl-C in the terminal reaches the benchmark alone, which ends its parts in order
  const child = fork(ownProgram(), [name, ...(where.args ?? [])], {
    env,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: ['--enable-source-maps'],
  });
  closeSync(log);
  return register(name, child, logFile);
}

export function startProgram(
  name: string,
  command: string,
  args: string[],
  where: { dir: string; env?: NodeJS.ProcessEnv; cwd?: string },
): Part {
  const logFile = join(where.dir, `${name}.log`);
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    cwd: where.cwd ?? where.dir,
    env: { ...process.env, ...where.env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return register(name, child, logFile);
}

/** Resolves with the first message that `is` accepts; rejects with the log tail of a part that ends before. */
export function messageOf<M>(part: Part, is: (message: M) => boolean, withinMs = 30_000): Promise<M> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      part.child.off('message', onMessage);
      part.child.off('exit', ended);
    };
    const onMessage = (message: M): void => {
      if (!is(message)) return;
      stop();
      resolve(message);
    };
    const ended = (): void => {
      stop();
      reject(new StopWith(`${part.name} ended:\n${tailOf(part.logFile)}`));
    };
    const timer = setTimeout(() => {
      stop();
      reject(new StopWith(`${part.name} was not ready within ${withinMs / 1000} s:\n${tailOf(part.logFile)}`));
    }, withinMs);
    part.child.on('message', onMessage);
    part.child.on('exit', ended);
  });
}

/** Polls until the condition holds. A part that ends meanwhile is named as the reason. */
export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  options: { withinMs: number; everyMs?: number; parts?: Part[] },
): Promise<void> {
  const end = performance.now() + options.withinMs;
  for (;;) {
    if (await isSo()) return;
    const dead = options.parts?.find((p) => p.child.exitCode !== null || p.child.signalCode !== null);
    if (dead) throw new StopWith(`waiting for: ${what}; ${dead.name} ended:\n${tailOf(dead.logFile)}`);
    if (performance.now() > end) {
      const tails = (options.parts ?? []).map((p) => `${p.name}:\n${tailOf(p.logFile)}`).join('\n');
      throw new StopWith(`waited ${options.withinMs / 1000} s for: ${what}\n${tails}`);
    }
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 50));
  }
}

export async function stopAllParts(): Promise<void> {
  await Promise.all([...running].map((part) => part.stop()));
}

let program = process.argv[1] ?? '';
const ownProgram = (): string => program;
/** Another build of this program, for its tests. */
export function setOwnProgram(path: string): void {
  program = path;
}
/** Root of the repository, which holds the lock file of its packages. */
export function repositoryRoot(): string {
  for (let folder = dirname(ownProgram()); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package-lock.json'))) return folder;
    if (folder === dirname(folder))
      throw new StopWith('the benchmark is started from its repository: node tools/dist/bench.js');
  }
}

export function tailOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-12).join('\n');
  } catch {
    return '(no log)';
  }
}

function register(name: string, child: ChildProcess, logFile: string): Part {
  const pid = child.pid;
  if (pid === undefined) throw new StopWith(`${name} cannot be started`);
  const part: Part = {
    name,
    pid,
    child,
    logFile,
    stop: async (withinMs = 10_000) => {
      running.delete(part);
      if (child.exitCode !== null || child.signalCode !== null) return;
      signal(pid, 'SIGTERM');
      if (await gone(pid, withinMs)) return;
      signal(pid, 'SIGKILL');
      await gone(pid, 2_000);
    },
  };
  running.add(part);
  child.on('exit', () => running.delete(part));
  child.on('error', () => undefined);
  return part;
}

process.on('exit', () => {
  for (const part of running) signal(part.pid, 'SIGKILL');
});
