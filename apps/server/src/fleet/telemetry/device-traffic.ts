import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { databaseNowMs } from '../../platform/clock';
import type { PendingMessage } from '../../platform/mqtt/pending-message';

interface Count {
  messages: number;
  duplicates: number;
  bytes: number;
  /** epoch ms of the newest */
  at: number;
}
const flushMs = 60_000;
const hourMs = 3_600_000;
/** Rows of one statement: the database is not held up for long by figures that nobody waits for. */
const atOnce = 1_000;

/**
 * How much each device says, for its page and for the order of the list. Counted in memory, one look-up a message, and written once a minute beside
 * the commits, not with them: a crash loses at most that minute of figures, which are for diagnosis only.
 */
export class DeviceTraffic {
  private counts = new Map<number, Count>();
  private since = databaseNowMs();
  private timer: NodeJS.Timeout | null = null;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => (this.flushing = this.flush()), flushMs).unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flushing;
    await this.flush();
  }

  /** A committed batch: the key of each message's device in its order, negative for a duplicate, 0 where no device is known. */
  count(keys: Int32Array, held: readonly PendingMessage[]): void {
    for (let i = 0; i < keys.length; i++) {
      const signed = keys[i] as number;
      if (signed === 0) continue;
      const { payload, receivedAt, retain } = held[i] as PendingMessage;
      // what the broker had kept was not said now
      if (retain) continue;
      const key = Math.abs(signed);
      const count = this.counts.get(key);
      if (count === undefined)
        this.counts.set(key, { messages: 1, duplicates: signed < 0 ? 1 : 0, bytes: payload.length, at: receivedAt });
      else {
        count.messages++;
        count.bytes += payload.length;
        count.at = receivedAt;
        if (signed < 0) count.duplicates++;
      }
    }
  }

  /** Never throws: what could not be written is lost, not piled up. */
  async flush(): Promise<void> {
    const counts = [...this.counts].sort(([a], [b]) => a - b);
    const hour = new Date(Math.floor(this.since / hourMs) * hourMs);
    this.counts = new Map();
    this.since = databaseNowMs();
    try {
      for (let i = 0; i < counts.length; i += atOnce) await this.write(hour, counts.slice(i, i + atOnce));
    } catch (error) {
      this.log.warn(
        { error: (error as Error).message, devices: counts.length },
        'traffic of devices was not written; a minute of its figures is lost',
      );
    }
  }

  private async write(hour: Date, counts: [number, Count][]): Promise<void> {
    const keys = counts.map(([key]) => key);
    await this.database.query(
      `INSERT INTO device_traffic AS t (device_key, hour, messages, duplicates, bytes) SELECT k, $1, m, d, b FROM unnest($2::int[], $3::int[], $4::int[], $5::bigint[]) AS u (k, m, d, b)
       ON CONFLICT (device_key, hour) DO UPDATE SET messages = t.messages + excluded.messages, duplicates = t.duplicates + excluded.duplicates, bytes = t.bytes + excluded.bytes`,
      [
        hour,
        keys,
        counts.map(([, c]) => c.messages),
        counts.map(([, c]) => c.duplicates),
        counts.map(([, c]) => c.bytes),
      ],
    );
    await this.database.query(
      `UPDATE device_seen z SET at = greatest(z.at, to_timestamp(u.at / 1000.0)),
         skew_ms = (SELECT -offset_ms FROM device_clock c WHERE c.device_key = z.device_key ORDER BY boot DESC LIMIT 1)
       FROM unnest($1::int[], $2::bigint[]) AS u (key, at) WHERE z.device_key = u.key`,
      [keys, counts.map(([, c]) => c.at)],
    );
  }
}
