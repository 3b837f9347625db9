import { readdirSync, readFileSync } from 'node:fs';

/** What processes cost, read from /proc: Linux only, which is where the figures of this repository are made. */
export interface ProcessCost {
  /** user and system time since the start of the process, with that of children it has waited for */
  cpuS: number;
  rssBytes: number;
}

/** Of a process and all its descendants (PostgreSQL is a tree). A process that has ended in between costs nothing more. */
export function costOf(pid: number): ProcessCost {
  const children = childrenByParent();
  const cost = { cpuS: 0, rssBytes: 0 };
  const open = [pid];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const own = readCost(next);
    if (own !== null) {
      cost.cpuS += own.cpuS;
      cost.rssBytes += own.rssBytes;
    }
    open.push(...(children.get(next) ?? []));
  }
  return cost;
}

/** The CPU of each named process group over a stretch of time, and where its memory went. */
export class CostMeter<Name extends string> {
  private readonly before: Map<Name, ProcessCost>;
  private readonly startedMs = performance.now();

  constructor(private readonly pids: Record<Name, number[]>) {
    this.before = this.read();
  }

  stop(): { elapsedS: number; cpuS: Record<Name, number>; rssBytes: Record<Name, number> } {
    const elapsedS = (performance.now() - this.startedMs) / 1000;
    const after = this.read();
    const cpuS = {} as Record<Name, number>;
    const rssBytes = {} as Record<Name, number>;
    for (const [name, cost] of after) {
      cpuS[name] = cost.cpuS - (this.before.get(name)?.cpuS ?? 0);
      rssBytes[name] = cost.rssBytes;
    }
    return { elapsedS, cpuS, rssBytes };
  }

  private read(): Map<Name, ProcessCost> {
    return new Map(
      (Object.entries(this.pids) as [Name, number[]][]).map(([name, pids]) => [
        name,
        pids
          .map(costOf)
          .reduce((a, b) => ({ cpuS: a.cpuS + b.cpuS, rssBytes: a.rssBytes + b.rssBytes }), { cpuS: 0, rssBytes: 0 }),
      ]),
    );
  }
}

/** Clock ticks a second of /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const ticksPerS = 100;

function readCost(pid: number): ProcessCost | null {
  const fields = statOf(pid);
  if (fields === null) return null;
  const ticks = fields.slice(11, 15).reduce((sum, f) => sum + Number(f), 0);
  return { cpuS: ticks / ticksPerS, rssBytes: privateBytes(pid) ?? Number(fields[21]) * 4096 };
}

/** Proportional set size: the pages PostgreSQL's processes share count once, not once each. */
function privateBytes(pid: number): number | null {
  try {
    const kib = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  } catch {
    return null;
  }
}

/** Fields of the stat line from the third on; the second, the name, may hold spaces and brackets. */
function statOf(pid: number): string[] | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))?.[1] ?? 0);
    const list = children.get(parent);
    if (list) list.push(Number(name));
    else children.set(parent, [Number(name)]);
  }
  return children;
}
