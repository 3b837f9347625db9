import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { inCheckout } from './checkout';
import { LogFile, readLogLine } from './log-file';
import { gone, signal } from './process-identity';
import { StopWith } from './stop-with';

/** Brings the schema up to date and, into an empty database, the demo data; returns its last output line. */
export async function migrate(
  env: Record<string, string>,
  logFile: string,
  stack: { push(it: { stop(): Promise<void> }): unknown },
): Promise<string> {
  const log = new LogFile(logFile);
  const child = spawn(process.execPath, ['--enable-source-maps', inCheckout('apps/server/dist/main.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  });
  stack.push({
    stop: async () => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      signal(child.pid, 'SIGTERM');
      if (!(await gone(child.pid, 5000))) signal(child.pid, 'SIGKILL');
    },
  });
  let last = '';
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.write(line);
      last = readLogLine(line).text;
    });
  }
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (code !== 0)
    throw new StopWith(
      `The database could not be brought up to date (exit code ${code}); the end of ${logFile}:\n${log.tail(10)}`,
    );
  return last;
}
