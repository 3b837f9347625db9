import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { Histogram } from '../measure/histogram';
import type { FromPublisher, PublisherCounts, PublisherPlan, ToPublisher } from '../load/publisher-plan';
import { messageOf, startOwnPart, type Part } from './part';

export type LoadPlan = z.input<typeof PublisherPlan>;

export interface LoadReport {
  counts: PublisherCounts;
  seconds: number;
  lateness: Histogram;
}

/** A publisher process as seen from the benchmark. */
export class Load {
  counts: PublisherCounts = { sent: 0, pubacked: 0, committed: 0, heldBytes: 0, lostConnections: 0 };

  private constructor(private readonly part: Part) {
    part.child.on('message', (message: FromPublisher) => {
      if (message.type !== 'connected') this.counts = message.counts;
    });
  }

  /** Starts the process and waits until all its devices are connected. */
  static async connect(dir: string, plan: LoadPlan): Promise<Load> {
    const file = join(dir, `plan-${plan.kind}.json`);
    writeFileSync(file, JSON.stringify(plan));
    const part = startOwnPart('publisher', { dir, args: [file] });
    const load = new Load(part);
    await messageOf<FromPublisher>(part, (m) => m.type === 'connected', 120_000);
    return load;
  }

  get pid(): number {
    return this.part.pid;
  }

  start(): void {
    this.post({ type: 'start' });
  }

  /** With mode `allowed`: messages up to this number may leave. */
  allow(upTo: number): void {
    this.post({ type: 'allow', upTo });
  }

  /** Stops sending; the connections stay. */
  stop(): void {
    this.post({ type: 'stop' });
  }

  async finish(): Promise<LoadReport> {
    const report = messageOf<FromPublisher>(this.part, (m) => m.type === 'stopped');
    this.post({ type: 'finish' });
    const stopped = await report;
    if (stopped.type !== 'stopped') throw new Error('not a report');
    await this.part.stop();
    return { counts: stopped.counts, seconds: stopped.seconds, lateness: Histogram.fromJson(stopped.lateness) };
  }

  /** Ends it without a report, when the benchmark fails in between. */
  async abort(): Promise<void> {
    await this.part.stop(100);
  }

  private post(message: ToPublisher): void {
    this.part.child.send(message);
  }
}
