import { readFileSync } from 'node:fs';
import { slopeOf } from '../bench/measure/pairs';

export interface MemoryOf {
  name: string;
  atStartMb: number;
  atEndMb: number;
  maxMb: number;
  /** of the lowest reading of each minute, over the last two thirds: the first third fills caches, and between two lows the collector lets garbage lie */
  slopeMbPerMin: number;
  /**
   * the same of what the process reports as kept after its last full collection; null: it reports nothing, or had none. A process that is not hard pressed lets garbage lie
   * for many minutes, and its heap grows without anything being kept.
   */
  keptSlopeMbPerMin: number | null;
}
const everyMs = 5_000;

/** What each process holds of its own, over the time of a run: heap and buffers, without the pages of programs and libraries, which it shares with others. */
export class MemoryWatch {
  private readonly readings: { atS: number; mb: Record<string, number>; keptMb: Record<string, number> }[] = [];
  private readonly timer: NodeJS.Timeout;
  private readonly startedMs = performance.now();

  /** `keptBytes`: what a process kept after its last full collection, by its own metric; 0: no value */
  constructor(
    private readonly pids: Record<string, number>,
    private readonly keptBytes: (name: string) => Promise<number> = () => Promise.resolve(0),
  ) {
    this.timer = setInterval(() => void this.read(), everyMs);
  }

  async stop(): Promise<MemoryOf[]> {
    clearInterval(this.timer);
    await this.read();
    const last = this.readings.at(-1)?.atS ?? 0;
    const settled = this.readings.filter((r) => r.atS >= last / 3);
    return Object.keys(this.pids).map((name) => {
      const all = this.readings.map((r) => r.mb[name] ?? 0);
      const slope = (of: 'mb' | 'keptMb'): number =>
        Math.round(slopeOf(lowsOf(settled.map((r) => ({ atS: r.atS, mb: r[of][name] ?? 0 })))) * 100) / 100;
      return {
        name,
        atStartMb: round(all[0] ?? 0),
        atEndMb: round(all.at(-1) ?? 0),
        maxMb: round(Math.max(...all)),
        slopeMbPerMin: slope('mb'),
        keptSlopeMbPerMin: settled.every((r) => (r.keptMb[name] ?? 0) > 0) ? slope('keptMb') : null,
      };
    });
  }

  private async read(): Promise<void> {
    const atS = (performance.now() - this.startedMs) / 1000;
    const mb = Object.fromEntries(Object.entries(this.pids).map(([name, pid]) => [name, ownMb(pid)]));
    const kept = await Promise.all(
      Object.keys(this.pids).map(async (name) => [name, (await this.keptBytes(name)) / 1e6] as const),
    );
    this.readings.push({ atS, mb, keptMb: Object.fromEntries(kept) });
  }
}

/** What a process gained a minute and did not give back: by its own word where it has one. */
export const growth = (m: Pick<MemoryOf, 'slopeMbPerMin' | 'keptSlopeMbPerMin'>): number =>
  m.keptSlopeMbPerMin ?? m.slopeMbPerMin;

const round = (mb: number): number => Math.round(mb * 10) / 10;

/** The lowest reading of each minute: x in minutes, y in MB. */
export function lowsOf(readings: readonly { atS: number; mb: number }[]): { x: number; y: number }[] {
  const lows = new Map<number, number>();
  for (const { atS, mb } of readings) {
    const minute = Math.floor(atS / 60);
    lows.set(minute, Math.min(mb, lows.get(minute) ?? Number.POSITIVE_INFINITY));
  }
  return [...lows].map(([x, y]) => ({ x, y }));
}

function ownMb(pid: number): number {
  try {
    return (Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / 1e6;
  } catch {
    return 0;
  }
}
