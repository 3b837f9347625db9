import type { z } from 'zod';
import { Histogram } from '../measure/histogram';
import type { FromTerminals, TerminalsPlan, TerminalsReport, ToTerminals } from '../load/session-terminals-plan';
import { messageOf, startOwnPart, type Part } from './part';

export interface SeenByTerminals extends Omit<TerminalsReport, 'lateness'> {
  lateness: Histogram;
}

/** The process that plays terminals in sessions, as seen from the benchmark. */
export class SessionTerminals {
  private constructor(private readonly part: Part) {}

  /** Resolves when all of them are connected to their broker. */
  static async connect(dir: string, plan: z.input<typeof TerminalsPlan>): Promise<SessionTerminals> {
    const part = startOwnPart('in-sessions', { dir, plan });
    await messageOf<FromTerminals>(part, (m) => m.type === 'connected', 60_000);
    return new SessionTerminals(part);
  }

  /** Whether rows are measured and sent; sessions go on either way. */
  measure(on: boolean): void {
    this.post({ type: 'measure', on });
  }

  /** Since the last report. */
  async report(): Promise<SeenByTerminals> {
    const answer = messageOf<FromTerminals>(this.part, (m) => m.type === 'report');
    this.post({ type: 'report' });
    const message = await answer;
    if (message.type !== 'report') throw new Error('not a report');
    return { ...message.report, lateness: Histogram.fromJson(message.report.lateness) };
  }

  async close(): Promise<void> {
    await this.part.stop(500);
  }

  private post(message: ToTerminals): void {
    this.part.child.send(message);
  }
}
