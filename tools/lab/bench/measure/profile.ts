import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; hitCount?: number }[];
  samples: number[];
  timeDeltas: number[];
}
/** Time on the processor of one function itself, without those that it calls. */
export interface Hot {
  what: string;
  ms: number;
  /** of the time that the process was not idle */
  percent: number;
}

/** What `node --cpu-prof` wrote, most expensive first; waiting is left out. */
export function hottest(profile: CpuProfile, root: string): Hot[] {
  const byId = new Map(profile.nodes.map((n) => [n.id, n.callFrame]));
  const time = new Map<string, number>();
  let busy = 0;
  profile.samples.forEach((id, i) => {
    const frame = byId.get(id);
    if (frame === undefined || frame.functionName === '(idle)' || frame.functionName === '(program)') return;
    const us = profile.timeDeltas[i] ?? 0;
    busy += us;
    const file = frame.url.replace('file://', '');
    const where = file === '' ? '' : ` ${file.startsWith('/') ? relative(root, file) : file}:${frame.lineNumber + 1}`;
    const what = `${frame.functionName || '(anonymous)'}${where}`;
    time.set(what, (time.get(what) ?? 0) + us);
  });
  return [...time]
    .map(([what, us]) => ({ what, ms: us / 1000, percent: (us / busy) * 100 }))
    .sort((a, b) => b.ms - a.ms);
}

/** The profiles of a folder as text: per file the functions that take most. */
export function profileText(folder: string, root: string, most = 30): string {
  return readdirSync(folder)
    .filter((f) => f.endsWith('.cpuprofile'))
    .map((f) => {
      const list = hottest(JSON.parse(readFileSync(join(folder, f), 'utf8')) as CpuProfile, root);
      const lines = list
        .slice(0, most)
        .map((h) => `${h.percent.toFixed(1).padStart(6)} % ${Math.round(h.ms).toString().padStart(7)} ms  ${h.what}`);
      return `${f}\n${lines.join('\n')}`;
    })
    .join('\n\n');
}
