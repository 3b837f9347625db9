import { getHeapStatistics } from 'node:v8';
import type { DataSource } from 'typeorm';
import { newClock, type DeviceClock } from '@headland/domain/device-clock';
import { parseMultirange, type Ranges } from '@headland/domain/received-ranges';
import type { KnownDevice } from '../devices/device-directory.reads';

/** What is committed of one (device, topic, boot), and the row's version it was read at; 0: there is no row. */
export interface Stream {
  device: string;
  deviceKey: number;
  topic: string;
  boot: number;
  received: Ranges;
  version: number;
  /** on the monotonic clock, when the device last sent what was missing (or when gaps were read from the database): it keeps messages until they are acknowledged */
  filledAt: number;
  /** of the last message that was new, epoch ms */
  receivedAt: number;
}
export interface Clock {
  deviceKey: number;
  boot: number;
  clock: DeviceClock;
}
/** One start of a device. */
export interface Boot {
  clock: Clock;
  streams: Partial<Record<string, Stream>>;
}

/**
 * Starts kept at the most: what half of the heap holds at 1.5 KB each. A fleet that is larger is read again and again:
 * each message then asks the database for what it received before.
 */
const most = Math.max(200_000, Math.floor(getHeapStatistics().heap_size_limit / 2 / 1_500));

/**
 * Received ranges and clocks of the devices that report, kept in memory between batches. The database is the truth: a
 * batch that fails forgets what it touched. Found by numbers: a text as key is built and hashed for each message.
 */
export class StreamCache {
  private readonly devices = new Map<number, Map<number, Boot>>();
  private size = 0;
  private unread: { streams: Stream[]; clocks: Clock[] } = { streams: [], clocks: [] };

  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  /**
   * What is known of one start of a device, `topic` of it included unless it is null; what was not in memory is a gap until `load`. Not in one
   * with it: nine of ten messages need no question, and no promise.
   */
  want(device: KnownDevice, topic: string | null, boot: number): Boot {
    const deviceKey = device.key;
    let known = this.devices.get(deviceKey)?.get(boot);
    if (known === undefined) {
      known = { clock: { deviceKey, boot, clock: newClock() }, streams: {} };
      this.put(known);
      this.unread.clocks.push(known.clock);
    }
    if (topic !== null && known.streams[topic] === undefined) {
      const stream = {
        device: device.id,
        deviceKey,
        topic,
        boot,
        received: [],
        version: 0,
        filledAt: Number.NEGATIVE_INFINITY,
        receivedAt: 0,
      };
      known.streams[topic] = stream;
      this.unread.streams.push(stream);
    }
    return known;
  }

  /** Reads what was wanted and is not in memory. */
  async load(): Promise<void> {
    const { streams, clocks } = this.unread;
    this.unread = { streams: [], clocks: [] };
    try {
      if (streams.length > 0) await this.readStreams(streams);
      if (clocks.length > 0) await this.readClocks(clocks);
    } catch (error) {
      // what was not read must not be taken for new
      this.forget(streams, clocks);
      throw error;
    }
  }

  /** Before a batch wants anything: what it wants stays until it is written. */
  trim(): void {
    if (this.size > most) this.clear();
  }

  clear(): void {
    this.devices.clear();
    this.size = 0;
  }

  forget(streams: Iterable<Stream>, clocks: Iterable<Clock>): void {
    for (const { deviceKey, boot } of clocks) this.drop(deviceKey, boot);
    for (const { deviceKey, boot } of streams) this.drop(deviceKey, boot);
  }

  private put(boot: Boot): void {
    const { deviceKey } = boot.clock;
    let boots = this.devices.get(deviceKey);
    if (boots === undefined) this.devices.set(deviceKey, (boots = new Map()));
    boots.set(boot.clock.boot, boot);
    this.size++;
  }

  private drop(deviceKey: number, boot: number): void {
    const boots = this.devices.get(deviceKey);
    if (boots?.delete(boot)) this.size--;
    if (boots?.size === 0) this.devices.delete(deviceKey);
  }

  private async readStreams(streams: readonly Stream[]): Promise<void> {
    const rows = await this.database.query<
      { device_key: number; topic: string; boot: number; received: string; version: number; received_at: Date }[]
    >(
      'SELECT d.device_key, d.topic, d.boot, d.received::text, d.version, d.received_at FROM unnest($1::int[], $2::text[], $3::int[]) AS w(k, t, b) JOIN device_stream d ON d.device_key = k AND d.topic = t AND d.boot = b',
      [streams.map((s) => s.deviceKey), streams.map((s) => s.topic), streams.map((s) => s.boot)],
    );
    const now = performance.now();
    for (const r of rows) {
      const stream = this.devices.get(r.device_key)?.get(r.boot)?.streams[r.topic];
      if (!stream) continue;
      const [received, receivedAt] = [parseMultirange(r.received), r.received_at.getTime()];
      Object.assign(stream, { received, receivedAt, version: r.version, filledAt: now });
    }
  }

  private async readClocks(clocks: readonly Clock[]): Promise<void> {
    const rows = await this.database.query<{ device_key: number; boot: number; clock: DeviceClock }[]>(
      'SELECT c.device_key, c.boot, c.clock FROM unnest($1::int[], $2::int[]) AS w(k, b) JOIN device_clock c ON c.device_key = k AND c.boot = b',
      [clocks.map((c) => c.deviceKey), clocks.map((c) => c.boot)],
    );
    for (const r of rows) {
      const clock = this.devices.get(r.device_key)?.get(r.boot)?.clock;
      if (clock) clock.clock = r.clock;
    }
  }
}
