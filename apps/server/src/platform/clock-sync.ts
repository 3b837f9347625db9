import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { databaseNowMs, setClock } from './clock';
import { LOG } from './log';
import { clockMetrics } from './metrics';

const everyMs = 10_000;
/** Smaller offsets are ignored: within the round trip of the query. */
const toleranceMs = 100;
/** A wall clock that is off by more is logged: certificates, tokens and logs depend on it. */
const alarmMs = 5_000;

/** Keeps the clock of the process in sync with the database, and logs when the machine's own clock is wrong. */
@Injectable()
export class ClockSync implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;
  private alarmed = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Before anything uses the time. */
  async onModuleInit(): Promise<void> {
    await this.sync().catch(() => undefined);
    this.timer = setInterval(() => void this.sync().catch(() => undefined), everyMs).unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  async sync(): Promise<void> {
    const { skewMs, wayMs } = await readDatabaseTime(this.database);
    clockMetrics.skew.set(skewMs / 1000);
    const wrong = Math.abs(skewMs) > alarmMs + wayMs;
    if (wrong && !this.alarmed)
      this.log.error(
        { skewSeconds: Math.round(skewMs / 1000) },
        'clock: this machine and the database disagree; the database is believed. Look at NTP of both',
      );
    if (!wrong && this.alarmed) this.log.info('clock: this machine and the database agree again');
    this.alarmed = wrong;
  }
}

/**
 * Sets the clock of this process; also for a command that runs no services. Returns how far the machine's clock is
 * ahead, and the duration of the query.
 */
export async function readDatabaseTime(
  database: Pick<DataSource, 'query'>,
): Promise<{ skewMs: number; wayMs: number }> {
  const asked = performance.now();
  const [row] = await database.query<[{ ms: string }]>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms',
  );
  const wayMs = performance.now() - asked;
  const at = Number(row.ms) + wayMs / 2;
  if (Math.abs(databaseNowMs() - at) > Math.max(toleranceMs, wayMs)) setClock(at);
  return { skewMs: Date.now() - at, wayMs };
}
