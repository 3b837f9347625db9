import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from './config';
import { Health } from './health';
import { processMetrics } from './metrics';

/** What a process knows of itself, read when its /metrics is: connections in use, room for its files. */
@Injectable()
export class ProcessMetrics {
  constructor(
    health: Health,
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    processMetrics.poolLimit.set(config.DATABASE_POOL);
    health.beforeMetrics(() => this.read());
  }

  private async read(): Promise<void> {
    const { totalCount, idleCount, waitingCount } = (this.database.driver as unknown as { master: pg.Pool }).master;
    processMetrics.pool.set({ state: 'used' }, totalCount - idleCount);
    processMetrics.pool.set({ state: 'idle' }, idleCount);
    processMetrics.pool.set({ state: 'waiting' }, waitingCount);
    // a process without a folder of its own has none to watch
    const disk = await statfs(this.config.DATA_DIR).catch(() => null);
    if (disk === null) return;
    processMetrics.diskFree.set(disk.bavail * disk.bsize);
    processMetrics.diskSize.set(disk.blocks * disk.bsize);
  }
}
