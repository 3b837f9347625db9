import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './root.mjs';

/** What is built, and from which folders beside its own. */
const folders = { tools: 'tools', server: 'apps/server', simulator: 'apps/simulator', console: 'apps/console' };

/** Those of the named parts whose sources are newer than what was built from them. */
export const stale = (names) => names.filter((name) => newestSource(name) > builtAt(name));

/** Builds what is not built or older than its sources, two at a time; `say` is called with each name when it is done. Ends the program when one fails. */
export async function buildStale(names, say) {
  const waiting = stale(names);
  await Promise.all(
    [0, 1].map(async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        await build(name);
        say(name);
      }
    }),
  );
}

async function build(name) {
  const folder = join(root, folders[name]);
  const startedAt = new Date();
  const vite = join(createRequire(join(folder, 'package.json')).resolve('vite/package.json'), '..', 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '' },
  });
  let words = '';
  child.stdout.on('data', (d) => (words += d));
  child.stderr.on('data', (d) => (words += d));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) {
    console.error(`Building the ${name} failed:\n${words.split('\n    at ')[0].trim()}`);
    process.exit(1);
  }
  // the mark carries the time the build began: a file saved meanwhile is newer and builds again
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const mark = markOf(name);
  writeFileSync(mark, '');
  utimesSync(mark, startedAt, startedAt);
}

const markOf = (name) => join(root, folders[name], 'dist', '.built');
const builtAt = (name) => (existsSync(markOf(name)) ? statSync(markOf(name)).mtimeMs : 0);

function newestSource(name) {
  const own = join(root, folders[name]);
  const places = ['src', 'lab', 'public', 'index.html', 'package.json', 'vite.config.ts', 'tsconfig.json'].map((p) =>
    join(own, p),
  );
  const libs = readdirSync(join(root, 'libs')).flatMap((lib) => [
    join(root, 'libs', lib, 'src'),
    join(root, 'libs', lib, 'package.json'),
  ]);
  return Math.max(...[...places, ...libs, join(root, 'package-lock.json')].map(newest));
}

/** Newest change below a path. Folders count too: a deleted file changes its folder. Tests are not built. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return /\.spec\.tsx?$/.test(path) ? 0 : stat.mtimeMs;
  return readdirSync(path).reduce((max, entry) => Math.max(max, newest(join(path, entry))), stat.mtimeMs);
}
