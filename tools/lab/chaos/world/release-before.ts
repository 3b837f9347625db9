import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inCheckout } from '../../../src/run/checkout';
import { StopWith } from '../../../src/run/stop-with';

const migrations = 'apps/server/src/platform/database/migrations';

/**
 * The commit of the release before: `RELEASE_BEFORE` names it; else it is the newest tag below HEAD, else the one before the last migration came.
 * Null where there is none: no git, or a clone without that past.
 */
export function releaseBefore(): string | null {
  const named = process.env.RELEASE_BEFORE;
  if (named !== undefined && named !== '') return commitOf(named);
  const tag = git('describe', '--tags', '--abbrev=0', 'HEAD^');
  if (tag !== null) return commitOf(tag);
  const changed = git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations);
  return changed === null || changed === '' ? null : commitOf(`${changed}^`);
}

/** Builds the server of a commit in a folder of its own, once: with the packages of this checkout where it has the same, else with its own. Answers its main.js. */
export function buildRelease(commit: string): string {
  const folder = inCheckout('.data', 'chaos', `release-${commit.slice(0, 12)}`);
  const main = join(folder, 'apps/server/dist/main.js');
  if (existsSync(main)) return main;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, draft], inCheckout());
  const lock = (place: string): string => readFileSync(join(place, 'package-lock.json'), 'utf8');
  if (lock(draft) === lock(inCheckout())) linkPackages(draft);
  else run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], draft);
  const vite = join(
    dirname(createRequire(inCheckout('tools/package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  );
  run(process.execPath, [vite, 'build', '--logLevel', 'warn'], join(draft, 'apps/server'));
  renameSync(draft, folder);
  return main;
}

/** Everything from this checkout, but the libraries of the repository from that commit. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules', '@headland'), { recursive: true });
  for (const name of readdirSync(inCheckout('node_modules'))) {
    if (name !== '@headland') symlinkSync(inCheckout('node_modules', name), join(folder, 'node_modules', name));
  }
  for (const lib of readdirSync(join(folder, 'libs')))
    symlinkSync(join('..', '..', 'libs', lib), join(folder, 'node_modules', '@headland', lib));
  const own = inCheckout('apps/server/node_modules');
  if (existsSync(own)) symlinkSync(own, join(folder, 'apps/server/node_modules'));
}

const commitOf = (ref: string): string | null => git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`);

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: inCheckout(), encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function run(command: string, args: string[], cwd: string): void {
  const { status, stderr, stdout } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: command === 'npm' ? '' : 'production' },
  });
  if (status !== 0) throw new StopWith(`the release before cannot be built:\n${stderr || stdout}`);
}
