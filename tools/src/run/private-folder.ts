import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const others = 0o077;

/**
 * The data folder holds accounts, messages, positions and keys, so it is for the one who starts: 0700, its files 0600, also those that an earlier
 * start left open. Root lets others pass through its topmost folder, since the built-in PostgreSQL runs as somebody else inside; what belongs to another user is left as it is.
 */
export function keepPrivate(dataDir: string): void {
  if (process.platform === 'win32') return;
  const isRoot = process.getuid?.() === 0;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  closeBelow(dataDir, lstatSync(dataDir).uid);
  chmodSync(dataDir, isRoot ? 0o711 : 0o700);
}

function closeBelow(folder: string, uid: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const about = lstatSync(path, { throwIfNoEntry: false });
    if (about?.uid !== uid || about.isSymbolicLink()) continue;
    if ((about.mode & others) !== 0) chmodSync(path, about.mode & 0o700);
    if (about.isDirectory()) closeBelow(path, uid);
  }
}
