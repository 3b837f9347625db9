import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Config } from '../config';

/** A socket's path has at most 103 bytes (macOS); the file name takes up to 40 of them. */
const maxFolderBytes = 60;

/** Where api processes have their sockets. A folder with a long path has a short one in its place. */
export function socketFolder({ FANOUT_DIR, DATA_DIR }: Pick<Config, 'FANOUT_DIR' | 'DATA_DIR'>): string {
  const wanted = resolve(FANOUT_DIR ?? join(DATA_DIR, 'fanout'));
  const isShort = Buffer.byteLength(wanted) <= maxFolderBytes;
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const folder = isShort ? wanted : join(tmpdir(), `headland-${hash}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // where it cannot be made there is no fan-out, and whoever needs it says so
  }
  return folder;
}
export const socketName = /^api-[\w-]{1,30}\.sock$/u;
