import type { DataSource } from 'typeorm';
import { newClock, type DeviceClock } from '@headland/domain/device-clock';
import { parseMultirange, type Ranges } from '@headland/domain/received-ranges';

/** What is committed of one (device, topic, boot), and the row's version it was read at. */
export interface Stream {
  deviceKey: number;
  topic: string;
  boot: number;
  received: Ranges;
  version: number;
  /** on the monotonic clock, when the device last sent what was missing (or when gaps were read from the database): it keeps messages until they are acknowledged */
  filledAt: number;
}
export interface Clock {
  deviceKey: number;
  boot: number;
  clock: DeviceClock;
}

/** Rows kept at the most; a fleet of 20,000 with three topics fits. */
const most = 200_000;
export const streamId = (deviceKey: number, topic: string, boot: number): string => `${deviceKey} ${topic} ${boot}`;
export const clockId = (deviceKey: number, boot: number): string => `${deviceKey} ${boot}`;

/** Received ranges and clocks of the devices that speak, kept in memory between batches. The database is the truth: a batch that fails forgets what it touched. */
export class StreamCache {
  readonly streams = new Map<string, Stream>();
  readonly clocks = new Map<string, Clock>();

  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  async load(wanted: Iterable<{ deviceKey: number; topic: string | null; boot: number }>): Promise<void> {
    if (this.streams.size > most) this.streams.clear();
    if (this.clocks.size > most) this.clocks.clear();
    const now = performance.now();
    const streams = new Map<string, Stream>();
    const clocks = new Map<string, Clock>();
    for (const { deviceKey, topic, boot } of wanted) {
      const c = clockId(deviceKey, boot);
      if (!this.clocks.has(c)) clocks.set(c, { deviceKey, boot, clock: newClock() });
      if (topic === null) continue;
      const s = streamId(deviceKey, topic, boot);
      if (!this.streams.has(s))
        streams.set(s, { deviceKey, topic, boot, received: [], version: 0, filledAt: Number.NEGATIVE_INFINITY });
    }
    if (streams.size > 0) {
      const list = [...streams.values()];
      const rows = await this.database.query<
        { device_key: number; topic: string; boot: number; received: string; version: number }[]
      >(
        'SELECT d.device_key, d.topic, d.boot, d.received::text, d.version FROM unnest($1::int[], $2::text[], $3::int[]) AS w(k, t, b) JOIN device_stream d ON d.device_key = k AND d.topic = t AND d.boot = b',
        [list.map((s) => s.deviceKey), list.map((s) => s.topic), list.map((s) => s.boot)],
      );
      for (const r of rows)
        streams.set(streamId(r.device_key, r.topic, r.boot), {
          deviceKey: r.device_key,
          topic: r.topic,
          boot: r.boot,
          received: parseMultirange(r.received),
          version: r.version,
          filledAt: now,
        });
      for (const [key, s] of streams) this.streams.set(key, s);
    }
    if (clocks.size > 0) {
      const list = [...clocks.values()];
      const rows = await this.database.query<{ device_key: number; boot: number; clock: DeviceClock }[]>(
        'SELECT c.device_key, c.boot, c.clock FROM unnest($1::int[], $2::int[]) AS w(k, b) JOIN device_clock c ON c.device_key = k AND c.boot = b',
        [list.map((c) => c.deviceKey), list.map((c) => c.boot)],
      );
      for (const r of rows)
        clocks.set(clockId(r.device_key, r.boot), { deviceKey: r.device_key, boot: r.boot, clock: r.clock });
      for (const [key, c] of clocks) this.clocks.set(key, c);
    }
  }

  forget(streams: Iterable<string>, clocks: Iterable<string>): void {
    for (const key of streams) this.streams.delete(key);
    for (const key of clocks) this.clocks.delete(key);
  }
}
