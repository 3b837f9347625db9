import type { Broker, Message } from './broker';
import type { Cell } from './cell';
import { Line, type Thread } from './engine';

/**
 * An ingest process by the rules of apps/server/src/platform/mqtt/device-link.ts: messages gather in the socket, one commit is in flight, the next
 * batch is what came meanwhile, reading stops at a full queue, and a ninth of the time of a batch is rest while a full one waits behind it.
 */
export class Ingest {
  private readonly socket = new Line<Message>();
  private readonly queue = new Line<Message>();
  private readonly session: Thread;
  private isReading = false;
  private isGathering = false;
  private isStopped = false;
  private isFlushing = false;
  private inThisSecond = 0;
  private perSecond = 0;
  private acksDue = 0;

  constructor(
    private readonly cell: Cell,
    private readonly thread: Thread,
  ) {
    this.session = cell.thread('session of ingest', 'database');
    this.everySecond();
    this.everyTick();
  }

  receive(message: Message): void {
    this.socket.push(message);
    this.read();
  }

  private get gatherUs(): number {
    const { gatherUs, gatherFromPerS, mostShares } = this.cell.costs.ingest;
    const shares = this.cell.arrangement.count.ingest > 1 ? mostShares : 1;
    return this.perSecond > gatherFromPerS / shares ? gatherUs * shares : 0;
  }

  private read(): void {
    if (this.isReading || this.isGathering || this.isStopped || this.socket.length === 0) return;
    const { readUs, parseUs, fullRead, receiveMaximum } = this.cell.costs.ingest;
    const chunk = this.socket.take(fullRead);
    this.isReading = true;
    this.thread.run(readUs + parseUs * chunk.length, () => {
      this.isReading = false;
      this.inThisSecond += chunk.length;
      for (const message of chunk) this.queue.push(message);
      if (this.queue.length >= receiveMaximum) this.isStopped = true;
      if (chunk.length < fullRead && this.gatherUs > 0) this.gather();
      this.flush();
      this.read();
    });
  }

  private gather(): void {
    this.isGathering = true;
    this.cell.clock.after(this.gatherUs, () => {
      this.isGathering = false;
      this.read();
    });
  }

  private flush(): void {
    if (this.isFlushing || this.queue.length === 0) return;
    this.isFlushing = true;
    const { ingest, database } = this.cell.costs;
    const { clock, disk } = this.cell;
    const began = clock.now;
    const batch = this.queue.take(ingest.maxBatch);
    if (this.queue.length < ingest.receiveMaximum / 2) this.isStopped = false;
    this.read();
    this.thread.run(ingest.batchUs + ingest.messageUs * batch.length, () =>
      this.session.run(database.batchUs + database.messageUs * batch.length, () =>
        disk.flush(database.walBatchBytes + database.walBytes * batch.length, () => this.done(batch, began)),
      ),
    );
  }

  private done(batch: Message[], began: number): void {
    const { cell } = this;
    const { clock } = cell;
    cell.commits++;
    cell.committed += batch.length;
    const { database } = cell.costs;
    cell.walBytes += database.walBatchBytes + database.walBytes * batch.length;
    for (const { at } of batch) cell.heard.commit.recordUs(clock.now - at);
    for (const [from, messages] of countBy(batch)) from.acknowledged(messages);
    cell.tell(batch.map(({ at }) => at));
    this.acksDue += batch.length;
    const { maxBatch, leavesShare, longestPauseUs } = cell.costs.ingest;
    const restUs =
      this.queue.length < maxBatch
        ? 0
        : Math.min(((clock.now - began) * leavesShare) / (1 - leavesShare), longestPauseUs);
    clock.after(restUs, () => {
      this.isFlushing = false;
      this.flush();
    });
  }

  private everySecond(): void {
    this.cell.clock.after(1e6, () => {
      this.perSecond = this.inThisSecond;
      this.inThisSecond = 0;
      this.everySecond();
    });
  }

  /** A device is acknowledged at most once in ten seconds, on a tick of 250 ms. */
  private everyTick(): void {
    const { ackUs, ackTickUs, ackEveryUs } = this.cell.costs.ingest;
    this.cell.clock.after(ackTickUs, () => {
      const { fleet, arrangement } = this.cell;
      const devices = (fleet.vehicles * fleet.onDuty) / arrangement.count.ingest;
      const acks = Math.min(this.acksDue, (devices * ackTickUs) / ackEveryUs);
      this.acksDue = 0;
      if (acks > 0) {
        this.thread.run(ackUs * acks);
        this.cell.acknowledge(acks);
      }
      this.everyTick();
    });
  }
}

function countBy(batch: Message[]): Map<Broker, number> {
  const counts = new Map<Broker, number>();
  for (const { from } of batch) counts.set(from, (counts.get(from) ?? 0) + 1);
  return counts;
}
