import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const chunkBytes = 2 ** 20;

/** A file system of its own, small enough to be filled; root alone may mount one. */
export class SmallDisk {
  private constructor(readonly dir: string) {}

  /** null where nothing may be mounted */
  static mount(dir: string, megabytes: number): SmallDisk | null {
    mkdirSync(dir, { recursive: true, mode: 0o711 });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'headland', dir]);
    return mounted.status === 0 ? new SmallDisk(dir) : null;
  }

  /** Until not one more page fits. */
  fill(): void {
    const file = openSync(this.filler, 'w');
    try {
      for (let bytes = chunkBytes; bytes >= 512;) {
        try {
          if (writeSync(file, Buffer.alloc(bytes, 1)) < bytes) bytes /= 2;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          bytes /= 2;
        }
      }
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  /** Lazily: whoever still has a file open keeps it. */
  unmount(): void {
    spawnSync('umount', ['--lazy', this.dir]);
  }

  private get filler(): string {
    return join(this.dir, 'filler');
  }
}
