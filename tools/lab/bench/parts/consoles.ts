import { Histogram } from '../measure/histogram';
import type { Channel, ConsolesPlanIn, ConsolesReport, FromConsoles, ToConsoles } from '../screens/consoles-plan';
import { messageOf, startOwnPart, type Part } from './part';

export interface SeenByConsoles extends Omit<ConsolesReport, 'latency'> {
  latency: Record<Channel, Histogram>;
  rereadLatency: Histogram;
}

/** The process with the consoles, as seen from the benchmark. */
export class Consoles {
  private constructor(private readonly part: Part) {}

  static async connect(dir: string, plan: ConsolesPlanIn): Promise<Consoles> {
    const part = startOwnPart('consoles', { dir, plan });
    await messageOf<FromConsoles>(part, (m) => m.type === 'ready', 60_000);
    return new Consoles(part);
  }

  /** Resets the counters. */
  reset(): void {
    this.post({ type: 'reset' });
  }

  /** The last `last` consoles stop reading. */
  async stall(last: number): Promise<void> {
    const done = messageOf<FromConsoles>(this.part, (m) => m.type === 'stalled');
    this.post({ type: 'stall', last });
    await done;
  }

  async report(): Promise<SeenByConsoles> {
    const answer = messageOf<FromConsoles>(this.part, (m) => m.type === 'report');
    this.post({ type: 'report' });
    const message = await answer;
    if (message.type !== 'report') throw new Error('not a report');
    const { latency, ...rest } = message.report;
    const rereadLatency = Histogram.fromJson(rest.reread.latency);
    return {
      ...rest,
      rereadLatency,
      latency: Object.fromEntries(Object.entries(latency).map(([c, json]) => [c, Histogram.fromJson(json)])) as Record<
        Channel,
        Histogram
      >,
    };
  }

  async close(): Promise<void> {
    await this.part.stop(500);
  }

  private post(message: ToConsoles): void {
    this.part.child.send(message);
  }
}
