import type { Costs } from './costs';
import { Line, type Thread } from './engine';

export interface Message {
  /** µs at which it was sent */
  at: number;
  from: Broker;
}

/** Who subscribed: an ingest process. */
interface Receiver {
  receive(message: Message): void;
}

interface Arrival {
  at: number;
  to: Receiver;
}

/** A thread of the broker: it takes what has come in turns, and hands out as far as what is unacknowledged allows. */
export class Broker {
  dropped = 0;
  private readonly inbox = new Line<Arrival>();
  private readonly held = new Line<Arrival>();
  private unacknowledged = 0;
  private isServing = false;

  constructor(
    private readonly costs: Costs,
    readonly thread: Thread,
  ) {}

  arrive(at: number, to: Receiver): void {
    this.inbox.push({ at, to });
    this.serve();
  }

  acknowledged(messages: number): void {
    this.unacknowledged -= messages;
    this.serve();
  }

  private serve(): void {
    const { wakeUs, inUs, outUs, mostInTurn, mostUnacknowledged, mostHeld } = this.costs.broker;
    const room = mostUnacknowledged - this.unacknowledged;
    if (this.isServing || (this.inbox.length === 0 && (this.held.length === 0 || room <= 0))) return;
    this.isServing = true;
    const taken = this.inbox.take(mostInTurn);
    for (const message of taken) {
      if (this.held.length < mostHeld) this.held.push(message);
      else this.dropped++;
    }
    const out = this.held.take(Math.min(room, mostInTurn));
    this.unacknowledged += out.length;
    this.thread.run(wakeUs + inUs * taken.length + outUs * out.length, () => {
      for (const { at, to } of out) to.receive({ at, from: this });
      this.isServing = false;
      this.serve();
    });
  }
}
