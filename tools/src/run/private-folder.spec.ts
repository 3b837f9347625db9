import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LogFile } from './log-file';
import { keepPrivate } from './private-folder';
import { RunFile } from './run-file';

const outside = mkdtempSync(join(tmpdir(), 'headland-private-'));
const folder = join(outside, 'data');
const mode = (path: string): string => (statSync(join(outside, path)).mode & 0o777).toString(8);
const top = process.getuid?.() === 0 ? '711' : '700';
afterEach(() => rmSync(outside, { recursive: true, force: true }));

describe('the data folder', () => {
  it('of an earlier start is closed to others, and what is outside is not touched', () => {
    mkdirSync(join(folder, 'files', 'ab'), { recursive: true, mode: 0o755 });
    for (const [path, bits] of [
      ['elsewhere', 0o644],
      ['data/demo.json', 0o644],
      ['data/files/ab/picture.jpg', 0o664],
      ['data/tool', 0o755],
    ] as const) {
      writeFileSync(join(outside, path), 'x');
      chmodSync(join(outside, path), bits);
    }
    symlinkSync(join(outside, 'elsewhere'), join(folder, 'link'));
    keepPrivate(folder);
    expect(
      [
        'data',
        'data/files',
        'data/files/ab',
        'data/demo.json',
        'data/files/ab/picture.jpg',
        'data/tool',
        'elsewhere',
      ].map(mode),
    ).toEqual([...[top, '700', '700', '600', '600', '700', '644']]);
  });

  it('creates new logs and the run file as closed as the rest', async () => {
    keepPrivate(folder);
    const run = await RunFile.take(folder, 'http://localhost:1');
    run.record('api', process.pid);
    new LogFile(join(folder, 'logs', 'api.log')).write('a line');
    expect(['data', 'data/run.json', 'data/logs', 'data/logs/api.log'].map(mode)).toEqual([top, '600', '700', '600']);
    run.release();
  });
});
