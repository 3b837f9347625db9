import { readFileSync } from 'node:fs';
import { slopeOf } from '../bench/measure/pairs';

export interface MemoryOf {
  name: string;
  atStartMb: number;
  atEndMb: number;
  mostMb: number;
  /** of the lowest reading of each minute, over the last two thirds: the first third fills caches, and between two lows the collector lets garbage lie */
  slopeMbPerMin: number;
}
const everyMs = 5_000;

/** What each process holds of its own, over the time of a run: heap and buffers, without the pages of programs and libraries, which it shares with others. */
export class MemoryWatch {
  private readonly readings: { atS: number; mb: Record<string, number> }[] = [];
  private readonly timer: NodeJS.Timeout;
  private readonly startedMs = performance.now();

  constructor(private readonly pids: Record<string, number>) {
    this.read();
    this.timer = setInterval(() => this.read(), everyMs);
  }

  stop(): MemoryOf[] {
    clearInterval(this.timer);
    this.read();
    const last = this.readings.at(-1)?.atS ?? 0;
    const settled = this.readings.filter((r) => r.atS >= last / 3);
    return Object.keys(this.pids).map((name) => {
      const all = this.readings.map((r) => r.mb[name] ?? 0);
      return {
        name,
        atStartMb: round(all[0] ?? 0),
        atEndMb: round(all.at(-1) ?? 0),
        mostMb: round(Math.max(...all)),
        slopeMbPerMin: Math.round(slopeOf(lowsOf(settled.map((r) => ({ atS: r.atS, mb: r.mb[name] ?? 0 })))) * 100) / 100,
      };
    });
  }

  private read(): void {
    const mb = Object.fromEntries(Object.entries(this.pids).map(([name, pid]) => [name, ownMb(pid)]));
    this.readings.push({ atS: (performance.now() - this.startedMs) / 1000, mb });
  }
}

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
