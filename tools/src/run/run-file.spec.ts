import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { identityOf, isAlive } from './process-identity';
import { RunFile, runningIn } from './run-file';

let folder: string;
let children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headland-run-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  rmSync(folder, { recursive: true, force: true });
});

it('a second start in the same folder is refused with the address of the first one', async () => {
  const first = await RunFile.take(folder, 'http://localhost:3000');
  expect(runningIn(folder)).toEqual({ url: 'http://localhost:3000', pid: process.pid });
  await expect(RunFile.take(folder, 'http://localhost:3000')).rejects.toThrow(
    /already running at http:\/\/localhost:3000 .*DATA_DIR=/,
  );
  first.release();
  expect(runningIn(folder)).toBeNull();
  await expect(RunFile.take(folder, 'http://localhost:3000')).resolves.toBeInstanceOf(RunFile);
});

it('what a killed start has left is ended, the last started first, also what does not listen to SIGTERM', async () => {
  const polite = await idle(`process.on('SIGTERM', () => process.exit(0))`);
  const deaf = await idle(`process.on('SIGTERM', () => undefined)`);
  leave([polite, deaf]);
  const ended = once(polite, 'exit');
  await RunFile.take(folder, 'http://localhost:3000');
  expect([polite, deaf].map((child) => isAlive(child.pid ?? 0))).toEqual([false, false]);
  expect(await ended).toEqual([0, null]);
});

it('a process that only has the number of one of ours is left alone', async () => {
  const stranger = await idle('');
  leave([stranger], 'another start');
  await RunFile.take(folder, 'http://localhost:3000');
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

it('a file that was cut off by a loss of power is no obstacle', async () => {
  writeFileSync(join(folder, 'run.json'), '{"launcher":{"pi');
  await RunFile.take(folder, 'http://localhost:3000');
  expect(existsSync(join(folder, 'run.json'))).toBe(true);
});

it('every process that is started is in the file while it lives', async () => {
  const file = await RunFile.take(folder, 'http://localhost:3000');
  const [one, two] = [await idle(''), await idle('')];
  file.record('api', one.pid ?? 0);
  const ended = once(one, 'exit');
  one.kill('SIGKILL');
  await ended;
  file.record('api', two.pid ?? 0);
  const { parts } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as {
    parts: { name: string; pid: number }[];
  };
  expect(parts.map(({ name, pid }) => ({ name, pid }))).toEqual([{ name: 'api', pid: two.pid }]);
});

async function idle(script: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', `${script}; setInterval(() => undefined, 1000); console.log('up')`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** As a start leaves it that was killed: its own process is gone, its parts are not. */
function leave(parts: ChildProcess[], started?: string): void {
  const of = (child: ChildProcess) => ({
    ...identityOf(child.pid ?? 0),
    ...(started === undefined ? {} : { started }),
  });
  const run = {
    launcher: { pid: 2 ** 22 + 1, started: 'gone' },
    url: 'http://localhost:3000',
    parts: parts.map((child, i) => ({ name: `part${i}`, ...of(child) })),
  };
  writeFileSync(join(folder, 'run.json'), JSON.stringify(run));
}
