import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { answers, freePort } from './ports';
import { gone, signal } from './process-identity';

/** Listens, and keeps the threads of its pool reading, as a server process does that is killed at work. */
const busyListener = (port: number): string => `
  require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('up'));
  const { readFile } = require('node:fs');
  const again = () => readFile(process.execPath, again);
  for (let i = 0; i < 4; i++) again();`;

it('a process that is gone has left its ports', async () => {
  for (let i = 0; i < 20; i++) {
    const port = await freePort();
    const child = spawn(process.execPath, ['-e', busyListener(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    signal(child.pid ?? 0, 'SIGKILL');
    expect(await gone(child.pid ?? 0, 10_000)).toBe(true);
    expect(await answers(port)).toBe(false);
  }
});
