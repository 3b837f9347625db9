import type { DataSource } from 'typeorm';
import type { FlashFrame } from '@headland/contracts/reprogram';
import { flashFrames } from '../remote-diagnosis/flash-frame.reads';

/** A console hears of one program four times a second at the most; one that has to wait is told the newest. */
const everyMs = 250;
export const programRoom = (vehicleId: number): string => `program ${vehicleId}`;

/**
 * How far programs are on their way, for the consoles that look at their vehicles and may read of it. Commits are heard of as ids of vehicles; what is sent
 * is what then stands in the database. Its ends and pauses are events of the log, so a frame that is lost is made good.
 */
export class ProgramRooms {
  private readonly heard = new Set<number>();
  private timer: NodeJS.Timeout | null = null;
  private sentAt = 0;

  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    /** whether somebody looks */
    private readonly isWatched: (vehicleId: number) => boolean,
    private readonly send: (frame: FlashFrame) => void,
  ) {}

  /** What the database notified: vehicles, separated by commas. */
  hear(ids: string): void {
    for (const text of ids.split(',')) if (this.isWatched(Number(text))) this.heard.add(Number(text));
    if (this.heard.size > 0) this.timer ??= setTimeout(() => void this.tell(), Math.max(0, this.sentAt + everyMs - performance.now()));
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private async tell(): Promise<void> {
    this.sentAt = performance.now();
    const list = [...this.heard];
    this.heard.clear();
    try {
      for (const frame of await flashFrames(this.database, list)) this.send(frame);
    } catch {
      // the database is away: the next commit, or the console's own question, says it
    }
    this.timer = null;
    if (this.heard.size > 0) this.hear('');
  }
}
