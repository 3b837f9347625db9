import { Histogram } from '../measure/histogram';
import { Pace } from '../measure/pace';
import { stampNow } from '../measure/stamp';
import { DeviceLine } from './device-line';
import {
  faultMessage,
  garbageMessage,
  sosMessage,
  telemetryMessage,
  type LoadDevice,
  type LoadMessage,
} from './load-message';
import type { PublisherCounts, PublisherPlan } from './publisher-plan';

interface Sender {
  message: LoadMessage;
  line: DeviceLine;
  seq: number;
}

/** The fleet of one publisher process: connects, sends on schedule or as allowed, counts. */
export class Publisher {
  readonly lateness = new Histogram();
  /** with mode `allowed`: the number of messages that may have left by now */
  allowedUpTo = 0;
  private readonly lines: DeviceLine[];
  private readonly senders: Sender[];
  private pace: Pace | null = null;
  private timer: NodeJS.Timeout | null = null;
  private pingTimer: NodeJS.Timeout | null = null;
  private turn = 0;
  private sent = 0;
  private startedMs = 0;
  private stoppedMs = 0;

  constructor(private readonly plan: PublisherPlan) {
    const url = new URL(plan.mqttUrl);
    const address = { host: url.hostname, port: Number(url.port || 1883) };
    const lineCount = plan.connections ?? plan.devices.length;
    this.lines = Array.from({ length: lineCount }, (_, i) => {
      const device = plan.devices[i];
      const clientId = plan.connections === null && device ? device.id : `bench-${plan.kind}-${i}`;
      const account = {
        clientId,
        ...(device?.username === undefined ? {} : { username: device.username }),
        ...(device?.password === undefined ? {} : { password: device.password }),
      };
      return new DeviceLine(
        address,
        account,
        plan.listen && device ? { filter: `tms/v1/${device.id}/down/#`, boot: plan.boot } : null,
      );
    });
    const make: (device: LoadDevice, boot: number, code?: string) => LoadMessage = {
      telemetry: telemetryMessage,
      sos: sosMessage,
      fault: faultMessage,
      garbage: garbageMessage,
    }[plan.kind];
    this.senders = plan.devices.map((device, i) => {
      const line = this.lines[i % lineCount];
      if (line === undefined) throw new RangeError('no connection');
      return { message: make(device, plan.boot, plan.code), line, seq: 0 };
    });
  }

  /** At most 100 handshakes at a time: the storm of ten thousand is another test. */
  async connect(): Promise<void> {
    const waiting = [...this.lines];
    const one = async (): Promise<void> => {
      for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) await line.open();
    };
    await Promise.all(Array.from({ length: Math.min(100, this.lines.length) }, one));
    this.pingTimer = setInterval(() => this.lines.forEach((l) => l.ping()), 120_000);
  }

  start(): void {
    this.startedMs = performance.now();
    const { mode } = this.plan;
    if (mode.how === 'paced') this.pace = new Pace(mode.ratePerS, this.startedMs, this.plan.limit);
    this.tick();
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.stoppedMs === 0) this.stoppedMs = performance.now();
  }

  close(): void {
    this.stop();
    if (this.pingTimer !== null) clearInterval(this.pingTimer);
    for (const line of this.lines) line.close();
  }

  get elapsedS(): number {
    return ((this.stoppedMs || performance.now()) - this.startedMs) / 1000;
  }

  counts(): PublisherCounts {
    const counts = { sent: this.sent, pubacked: 0, committed: 0, heldBytes: 0, lostConnections: 0 };
    for (const line of this.lines) {
      counts.pubacked += line.pubacked;
      counts.heldBytes += line.heldBytes;
      counts.lostConnections += line.lost;
      for (const upTo of line.committedUpTo.values()) counts.committed += upTo;
    }
    return counts;
  }

  private tick(): void {
    const now = performance.now();
    const { mode } = this.plan;
    if (this.pace !== null) {
      const n = this.pace.due(now);
      if (n > 0) {
        this.lateness.recordMs(this.pace.took(n, now));
        this.sendEach(n);
      }
    } else {
      const upTo =
        mode.how === 'window'
          ? this.counts()[mode.until === 'puback' ? 'pubacked' : 'committed'] + mode.inFlight
          : this.allowedUpTo;
      this.sendBursts(Math.min(upTo, this.plan.limit ?? Number.POSITIVE_INFINITY) - this.sent);
    }
    this.timer = setTimeout(() => this.tick(), 1);
  }

  private sendEach(n: number): void {
    for (let i = 0; i < n; i++) this.sendFrom(this.nextSender(), 1);
  }

  private sendBursts(n: number): void {
    for (let left = n; left > 0; left -= this.plan.burst)
      this.sendFrom(this.nextSender(), Math.min(left, this.plan.burst));
  }

  private nextSender(): Sender {
    const sender = this.senders[this.turn];
    if (sender === undefined) throw new RangeError('no device');
    this.turn = (this.turn + 1) % this.senders.length;
    return sender;
  }

  private sendFrom(sender: Sender, count: number): void {
    sender.line.send(sender.message, sender.seq + 1, count, () => ({ tsMs: Date.now(), stamp: stampNow() }));
    sender.seq += count;
    this.sent += count;
  }
}
