import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { LOG } from '../log';
import { ingestMetrics } from '../metrics';
import { decodeUp, type Decoded, type Refused } from './decode';

const hourMs = 3_600_000;
const flushMs = 60_000;
/** Quarantine limit of one device per hour: enough for a terminal with every message wrong, not for a runaway one. */
const maxMessages = 500;
const maxBytes = 4 * 1024 * 1024;
/** Devices tracked separately; no broker admits this many that send garbage. */
const maxDevices = 20_000;

/** Limit of all unregistered devices together: an id costs nothing. */
const maxOfUnknownDevices = { messages: 10 * maxMessages, bytes: 10 * maxBytes };
/** The length of its column; longer ids with the same beginning count as one. */
const nameLength = 20;
/** Messages over the limit are counted under this id. */
const unknownDevices = '';
/** Reasons found after a message was decoded. What the database rejects is always stored: it may be an SOS. */
const limitedReasons: ReadonlySet<Refused['reason']> = new Set(['unknownDevice', 'implausibleTime']);

interface Account {
  messages: number;
  bytes: number;
}
interface Device extends Account {
  /** already in quarantine */
  seen: Set<string>;
}

/**
 * Limits the quarantine of undecodable messages: a limit per device and hour, and identical bytes once. What exceeds it
 * is acknowledged, counted and dropped. Readable messages pass, whatever else their device sends; if they are rejected
 * later for their time or an unknown device, the same limit applies.
 */
@Injectable()
export class GarbageGate implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private devices = new Map<string, Device>();
  private unknown: Account = { messages: 0, bytes: 0 };
  /** by payload: a retried commit checks again */
  private readonly judged = new WeakMap<Buffer, boolean>();
  private hour = 0;
  private lost = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @InjectDataSource() private readonly database: Pick<DataSource, 'query'>,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), flushMs).unref();
  }

  /** Before the database connections close, which is a hook of the same stage as most others. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush();
  }

  /**
   * The message, why it cannot be decoded, or null if it is not worth storing. Identical bytes are recognised before
   * anything is decoded.
   */
  decode(topic: string, payload: Buffer): Decoded | Refused | null {
    this.startNewHour();
    // the usual case: nobody sends garbage
    if (this.devices.size > 0) {
      const name = nameIn(topic);
      if (this.devices.get(name)?.seen.has(digest(topic, payload)) === true) return this.discard(name);
    }
    const decoded = decodeUp(topic, payload);
    return decoded.ok ? decoded : this.admit(decoded, topic, payload);
  }

  /** What cannot be decoded, or null if it is over the limit of its device. */
  private admit(decoded: Refused, topic: string, payload: Buffer): Refused | null {
    const name = nameIn(topic);
    const device = this.deviceOf(name);
    if (!hasRoom(device, payload)) return this.discard(name);
    enter(device, payload);
    // one with a readable envelope counts as received, however often it comes
    if (decoded.envelope === undefined) device.seen.add(digest(topic, payload));
    return decoded;
  }

  /**
   * Whether a message that was decoded and is rejected now goes into quarantine; false: it is counted and acknowledged.
   */
  isQuarantined(payload: Buffer, { reason, device }: Refused): boolean {
    if (!limitedReasons.has(reason)) return true;
    const before = this.judged.get(payload);
    if (before !== undefined) return before;
    this.startNewHour();
    const isStored = this.enterLater(payload, device ?? unknownDevices, reason === 'unknownDevice');
    this.judged.set(payload, isStored);
    return isStored;
  }

  private enterLater(payload: Buffer, name: string, isUnknown: boolean): boolean {
    if (isUnknown && !hasRoom(this.unknown, payload, maxOfUnknownDevices)) {
      this.discard(unknownDevices);
      return false;
    }
    const device = this.deviceOf(name);
    if (!hasRoom(device, payload)) {
      this.discard(name);
      return false;
    }
    enter(device, payload);
    if (isUnknown) enter(this.unknown, payload);
    return true;
  }

  /** A new hour, a new limit. */
  private startNewHour(): void {
    const hour = Math.floor(performance.now() / hourMs);
    if (hour !== this.hour) this.unknown = { messages: 0, bytes: 0 };
    if (hour !== this.hour || this.devices.size > maxDevices) this.devices.clear();
    this.hour = hour;
  }

  private deviceOf(name: string): Device {
    let device = this.devices.get(name);
    if (device === undefined) this.devices.set(name, (device = { messages: 0, bytes: 0, seen: new Set() }));
    return device;
  }

  private discard(device: string): null {
    ingestMetrics.discarded.inc();
    const name = device.replaceAll('\0', '').slice(0, nameLength);
    this.lost.set(name, (this.lost.get(name) ?? 0) + 1);
    return null;
  }

  /** Beside the commits, once a minute: a crash loses at most that minute of counts. */
  async flush(): Promise<void> {
    if (this.lost.size === 0) return;
    const lost = [...this.lost].sort(([a], [b]) => (a < b ? -1 : 1));
    this.lost = new Map();
    try {
      await this.database.query(
        `INSERT INTO quarantine_discarded AS q (device_id, hour, messages) SELECT d, date_trunc('hour', now()), n FROM unnest($1::text[], $2::bigint[]) AS u (d, n)
         ON CONFLICT (device_id, hour) DO UPDATE SET messages = q.messages + excluded.messages`,
        [lost.map(([device]) => device), lost.map(([, n]) => n)],
      );
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'quarantine: how much was discarded is written in a minute');
      for (const [device, n] of lost) this.lost.set(device, (this.lost.get(device) ?? 0) + n);
    }
  }
}

const nameIn = (topic: string): string => topic.split('/', 3)[2] ?? '';
const digest = (topic: string, payload: Buffer): string =>
  createHash('sha1').update(topic).update('\0').update(payload).digest('base64');
const hasRoom = (
  account: Account,
  payload: Buffer,
  max: Account = { messages: maxMessages, bytes: maxBytes },
): boolean => account.messages < max.messages && account.bytes + payload.length <= max.bytes;

function enter(account: Account, payload: Buffer): void {
  account.messages++;
  account.bytes += payload.length;
}
