import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Part, restMs, type PartPlan } from './part';
import { freePort } from './ports';
import { isAlive, signal } from './process-identity';

let folder: string;
let spawned: number[] = [];
let part: Part | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headland-part-'));
  spawned = [];
});
afterEach(async () => {
  await part?.stop(200);
  rmSync(folder, { recursive: true, force: true });
});

const stays = `console.log('up'); setInterval(() => undefined, 1000)`;

it('a part that is killed is started again, one at a time', async () => {
  part = plan(stays);
  part.start();
  await part.ready(20_000);
  signal(spawned[0] ?? 0, 'SIGKILL');
  await until(() => spawned.length === 2);
  await part.ready(20_000);
  expect(living()).toHaveLength(1);
});

it('a crash costs half a second, and one that comes at once again and again two seconds at the most: an SOS waits for it', () => {
  expect(restMs(60_000, null)).toBe(500);
  // it was up: whatever it rested before
  expect(restMs(6_000, 2_000)).toBe(500);
  let rest: number | null = null;
  const rests = Array.from({ length: 8 }, () => (rest = restMs(100, rest)));
  expect(rests).toEqual([500, 1_000, 2_000, 2_000, 2_000, 2_000, 2_000, 2_000]);
});

it('a restart leaves exactly one, also when the old one ends slowly', async () => {
  part = plan(`process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300)); ${stays}`);
  part.start();
  await part.ready(20_000);
  await part.restart();
  await part.ready(20_000);
  await part.restart();
  await part.ready(20_000);
  expect(spawned).toHaveLength(3);
  expect(living()).toEqual([spawned[2]]);
});

it('a part that does not listen is killed, and stays down', async () => {
  part = plan(`process.on('SIGTERM', () => undefined); ${stays}`);
  part.start();
  await part.ready(20_000);
  await part.stop(300);
  expect(living()).toEqual([]);
  expect(spawned).toHaveLength(1);
});

it('a part that ends right away stops the start, with the end of its log', async () => {
  part = plan(`console.error('no such table'); process.exit(3)`);
  part.start();
  await expect(part.ready(30_000)).rejects.toThrow(/ends right after its start; .*\n[\s\S]*no such table/);
});

it('writes its output to its log', async () => {
  part = plan(`console.log('one'); console.error('two'); ${stays}`);
  part.start();
  await part.ready(20_000);
  expect(readFileSync(join(folder, 'part.log'), 'utf8').trim().split('\n')).toEqual(
    expect.arrayContaining(['one', 'two', 'up']),
  );
});

it('a part that answers nobody without its token is asked with it', async () => {
  const port = await freePort();
  part = plan(
    `import { createServer } from 'node:http';
     createServer((asked, answer) => answer.writeHead(asked.headers.authorization === 'Bearer a token' ? 200 : 404).end()).listen(${port}, '127.0.0.1')`,
    { url: `http://127.0.0.1:${port}/readyz`, token: 'a token' },
  );
  part.start();
  await part.ready(20_000);
  expect(await part.isReady()).toBe(true);
});

function plan(script: string, ready: PartPlan['ready'] = { line: /^up$/ }): Part {
  const file = join(folder, 'part.mjs');
  writeFileSync(file, script);
  const options: PartPlan = {
    name: 'part',
    script: file,
    env: {},
    logFile: join(folder, 'part.log'),
    ready,
    onSpawn: (_name, pid) => spawned.push(pid),
  };
  return new Part(options);
}

const living = (): number[] => spawned.filter(isAlive);
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise((r) => setTimeout(r, 10));
}
