import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { type Config, readConfig } from '../platform/config';
import { eventually } from './alerts';
import { freshDatabase, type FreshDatabase } from './database';
import { freePort } from './mosquitto';

/** Path of redis-server, or '' where it is not installed: suites that need it report that they were skipped. */
export const redisPath = process.env.TEST_REDIS ?? '';

/** Where the queues of timed work can lie. */
export interface QueueKind {
  kind: 'PostgreSQL' | 'Redis';
  /** of a Redis, once `open` is done; null: in the database */
  url: () => string | null;
}

/** A database of one's own and, where there is one, a Redis: timed work is tested with its queue in either. */
export class TestQueues {
  fresh!: FreshDatabase;
  private redis: ChildProcess | null = null;
  private port = 0;
  readonly kinds: readonly QueueKind[] = [
    { kind: 'PostgreSQL', url: () => null },
    ...(redisPath === '' ? [] : [{ kind: 'Redis' as const, url: () => `redis://127.0.0.1:${this.port}` }]),
  ];

  async open(): Promise<void> {
    this.fresh = await freshDatabase();
    if (redisPath === '') return;
    this.port = await freePort();
    this.redis = spawn(
      redisPath,
      ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      { stdio: 'ignore' },
    );
    await eventually(
      () =>
        new Promise<boolean>((resolve) =>
          connect(this.port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false)),
        ),
      (open) => open,
    );
  }

  async close(): Promise<void> {
    this.redis?.kill('SIGTERM');
    await this.fresh.drop();
  }

  /** Of a jobs process whose queue is there. */
  config(redisUrl: string | null): Config {
    const queue = redisUrl === null ? {} : { REDIS_URL: redisUrl };
    return readConfig({
      RUN: 'jobs',
      DATABASE_URL: this.fresh.url,
      MQTT_URL: 'mqtt://127.0.0.1:1',
      MQTT_PASSWORD: 'not used',
      JWT_SECRET: 'x'.repeat(32),
      ...queue,
    });
  }
}
