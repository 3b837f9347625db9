import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config';
import { LOG } from '../log';
import { replicaMetrics } from '../metrics';
import { Problem } from '../problem';
import { openSnapshot, type Snapshot } from './cursor';
import { openDataSource } from './data-source';

/** How far a replica may be behind a read: it is waited for so long, then the primary is read. */
const behindMs = 500;
/** One that does not answer for so long is away. */
const awayMs = 1_000;
/** One that was away or too far behind is left alone for so long. */
const restMs = 5_000;

/**
 * The replica of DATABASE_READ_URL, for exports, statistics, charts and tracks. A read from it is never older than its
 * request: it waits until the replica has replayed what the primary had then on its disk. So an idle primary is no lag, and
 * a replica that was cut off, or follows another server, is noticed. Where it is away, too far behind or fails, the primary
 * answers. Reads of unlogged tables, which a replica does not have, go to the primary.
 */
@Injectable()
export class ReadReplica implements OnApplicationShutdown {
  private opening: Promise<DataSource> | null = null;
  private againAtMs = 0;

  constructor(
    @InjectDataSource() private readonly primary: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** `work` reads only, and may be done twice. */
  async read<T>(work: (database: DataSource) => Promise<T>): Promise<T> {
    const replica = await this.upToDate();
    if (replica !== null)
      try {
        const result = await work(replica);
        replicaMetrics.reads.inc({ from: 'replica' });
        return result;
      } catch (error) {
        if (error instanceof Problem) throw error;
        this.leave(error);
      }
    replicaMetrics.reads.inc({ from: 'primary' });
    return work(this.primary);
  }

  async snapshot(): Promise<Snapshot> {
    const replica = await this.upToDate();
    if (replica !== null)
      try {
        const snapshot = await openSnapshot(replica);
        replicaMetrics.reads.inc({ from: 'replica' });
        return snapshot;
      } catch (error) {
        this.leave(error);
      }
    replicaMetrics.reads.inc({ from: 'primary' });
    return openSnapshot(this.primary);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.opening?.then((replica) => replica.destroy()).catch(() => undefined);
  }

  private async upToDate(): Promise<DataSource | null> {
    const { DATABASE_READ_URL: url } = this.config;
    if (url === undefined || performance.now() < this.againAtMs) return null;
    try {
      const [now] = await this.primary.query<[{ lsn: string }]>('SELECT pg_current_wal_flush_lsn() AS lsn');
      return await within(awayMs, this.replayed(url, now.lsn));
    } catch (error) {
      this.leave(error);
      return null;
    }
  }

  private async replayed(url: string, lsn: string): Promise<DataSource> {
    const { DATABASE_POOL } = this.config;
    this.opening ??= openDataSource({ DATABASE_URL: url, DATABASE_POOL }, false);
    const replica = await this.opening.catch((error: unknown) => {
      this.opening = null;
      throw error;
    });
    const untilMs = performance.now() + behindMs;
    for (let pauseMs = 2; ; pauseMs *= 2) {
      const [row] = await replica.query<[{ there: boolean | null }]>(
        'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS there',
        [lsn],
      );
      if (row.there === true) return replica;
      if (row.there === null) throw new Error('it is no replica: it was promoted');
      if (performance.now() + pauseMs > untilMs) throw new Error(`it is more than ${behindMs} ms behind`);
      await wait(pauseMs);
    }
  }

  private leave(error: unknown): void {
    this.againAtMs = performance.now() + restMs;
    this.log.warn({ error: (error as Error).message }, 'replica: not read for a while; the primary answers');
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const late = new AbortController();
  const timeout = wait(ms, undefined, { ref: false, signal: late.signal }).then(() => {
    throw new Error(`no answer for ${ms} ms`);
  });
  timeout.catch(() => undefined);
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    late.abort();
  }
}
