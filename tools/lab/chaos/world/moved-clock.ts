import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of libfaketime, or an empty text. */
export function fakeTimePath(): string {
  for (const folder of ['/usr/lib', '/usr/local/lib', '/usr/lib64']) {
    if (!existsSync(folder)) continue;
    for (const name of ['', ...readdirSync(folder)]) {
      const path = join(folder, name, 'faketime', 'libfaketime.so.1');
      if (existsSync(path)) return path;
    }
  }
  return '';
}

/** The wall clock of some processes, set while they run; monotonic clocks are not affected. */
export class MovedClock {
  constructor(private readonly file: string) {
    this.moveTo(0);
  }

  get env(): Record<string, string> {
    return {
      LD_PRELOAD: fakeTimePath(),
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Effective within a second. */
  moveTo(aheadS: number): void {
    writeFileSync(this.file, `${aheadS < 0 ? '-' : '+'}${Math.abs(aheadS)}s\n`);
  }
}
