import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { answers, freePort } from '../../../src/run/ports';
import { findProgram } from '../../../src/services';
import { Program, until } from './program';

export const redisPath = (): string => findProgram('redis-server');

/** A Redis as production runs it for the queues: everything on disk, nothing evicted. */
export class Redis {
  private constructor(
    readonly program: Program,
    readonly port: number,
    private readonly folder: string,
  ) {}

  static async make(dir: string): Promise<Redis> {
    const port = await freePort();
    const folder = join(dir, 'redis');
    mkdirSync(folder, { recursive: true });
    const args = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'noeviction',
      '--save',
      '',
    ];
    return new Redis(
      new Program('redis', redisPath(), args, { logFile: join(dir, 'logs', 'redis.log'), cwd: folder }),
      port,
      folder,
    );
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.program.start();
    await until('redis to listen', () => answers(this.port), { withinMs: 10_000, programs: [this.program] });
  }

  /** Its memory and its files are gone: the queue is empty at the next start. */
  forget(): void {
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
  }
}
