import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const lock = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'node_modules', '.headland-lock');

/** `absent`, `outdated` (package-lock.json has changed since), or `current`. */
export function installState() {
  if (!existsSync(installed)) return 'absent';
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest()) return 'current';
  return statSync(lock).mtimeMs > statSync(installed).mtimeMs + 1000 ? 'outdated' : 'current';
}

/** Brings node_modules up to package-lock.json; the packages that this platform needs but the lock's maker did not are optional ones. */
export function install(state) {
  const args = state === 'absent' ? ['ci'] : ['install'];
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const run = spawnSync(npm[0], [...npm.slice(1), ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // development tools are part of a start from the sources
    env: { ...process.env, NODE_ENV: 'development', npm_config_omit: '' },
  });
  if (run.status !== 0) {
    const words = (run.error?.message ?? `${run.stdout}\n${run.stderr}`).trim().split('\n').slice(-12).join('\n');
    console.error(
      `npm ${args[0]} failed; without its packages Headland cannot start. Check the connection to the npm registry and run the same command again.\n${words}`,
    );
    process.exit(1);
  }
  writeFileSync(stamp, digest());
}

const digest = () => createHash('sha256').update(readFileSync(lock)).digest('hex');
