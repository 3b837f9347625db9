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
/** What one device may put into quarantine in an hour: a terminal that gets every message wrong has room, one that runs wild has not. */
const mostMessages = 500;
const mostBytes = 4 * 1024 * 1024;
/** Devices that can be told apart; no broker lets so many in that send rubbish. */
const mostDevices = 20_000;

/** Of devices that nobody registered, all together: a name costs nothing. */
const mostOfUnknown = { messages: 10 * mostMessages, bytes: 10 * mostBytes };
/** What its column holds; longer names that begin alike count as one. */
const nameLength = 20;
/** Under this name is counted what was over it. */
const unknownDevices = '';
/** Reasons that are found after a message was read. What the database refuses is always kept: it may be a call for help. */
const boundedLater: ReadonlySet<Refused['reason']> = new Set(['unknownDevice', 'implausibleTime']);

interface Account {
  messages: number;
  bytes: number;
}
interface Device extends Account {
  /** what is in quarantine already */
  seen: Set<string>;
}

/**
 * The door for what cannot be read: kept, but of each device only so much in an hour, and the same bytes once. What is over it is acknowledged, counted
 * and gone: it says nothing, and it must cost nobody else anything. What can be read passes, whatever else its device sends; where it is then refused
 * for its time or because nobody knows its device, the same measure is asked again.
 */
@Injectable()
export class GarbageGate implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private devices = new Map<string, Device>();
  private unknown: Account = { messages: 0, bytes: 0 };
  /** by payload: a commit that is tried again asks again */
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

  /** Before the connections of the database end, which is a hook of the same stage as most others. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush();
  }

  /** The message, why it cannot be read, or null where it is not worth keeping. The same bytes are recognised before anything is read of them. */
  decode(topic: string, payload: Buffer): Decoded | Refused | null {
    this.turn();
    const name = topic.split('/', 3)[2] ?? '';
    const known = this.devices.get(name);
    if (known?.seen.has(digest(topic, payload)) === true) return this.discard(name);
    const decoded = decodeUp(topic, payload);
    if (decoded.ok) return decoded;
    const device = this.deviceOf(name);
    if (!hasRoom(device, payload)) return this.discard(name);
    enter(device, payload);
    // one whose envelope can be read counts as received, however often it comes
    if (decoded.envelope === undefined) device.seen.add(digest(topic, payload));
    return decoded;
  }

  /** Whether a message that was read and is refused now goes into quarantine; false: it is counted, and is to be acknowledged. */
  keeps(payload: Buffer, { reason, device }: Refused): boolean {
    if (!boundedLater.has(reason)) return true;
    const before = this.judged.get(payload);
    if (before !== undefined) return before;
    this.turn();
    const isKept = this.enterLater(payload, device ?? unknownDevices, reason === 'unknownDevice');
    this.judged.set(payload, isKept);
    return isKept;
  }

  private enterLater(payload: Buffer, name: string, isUnknown: boolean): boolean {
    if (isUnknown && !hasRoom(this.unknown, payload, mostOfUnknown)) {
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

  /** Another hour, another measure. */
  private turn(): void {
    const hour = Math.floor(performance.now() / hourMs);
    if (hour !== this.hour) this.unknown = { messages: 0, bytes: 0 };
    if (hour !== this.hour || this.devices.size > mostDevices) this.devices.clear();
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

  /** Beside the commits, once a minute: a crash loses at most that minute of figures. */
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

const digest = (topic: string, payload: Buffer): string =>
  createHash('sha1').update(topic).update('\0').update(payload).digest('base64');
const hasRoom = (
  account: Account,
  payload: Buffer,
  most: Account = { messages: mostMessages, bytes: mostBytes },
): boolean => account.messages < most.messages && account.bytes + payload.length <= most.bytes;

function enter(account: Account, payload: Buffer): void {
  account.messages++;
  account.bytes += payload.length;
}
