import { markdownTable } from '../../src/run/markdown-table';
import type { Growth, Measure, Reading } from './growth';

interface Report {
  minutes: number;
  turnSeconds: number;
  readings: readonly Reading[];
  growth: readonly (Growth & { measure: Measure })[];
  sosRaised: number;
  faultsSent: number;
  machine: { cores: number; cpu: string; load: number; browser: string };
}
const names: Record<Measure, string> = {
  heapMb: 'heap and buffers, MB',
  nodes: 'DOM nodes',
  listeners: 'event listeners',
  layers: 'layers',
};
/** Half a minute for each view. */
const turnsOfADay = 2_880;

export function asMarkdown({ minutes, turnSeconds, readings, growth, sosRaised, faultsSent, machine }: Report): string {
  const turns = readings.at(-1)?.turns ?? 0;
  const { cores, cpu, load, browser } = machine;
  return `# The wall over a day

\`npm run lab -- wall-soak\`, ${new Date().toISOString().slice(0, 10)}: ${minutes} minutes, ${turns} turns of the playlist (${turnSeconds} s for each of its views; a day of
half-minute views has ${turnsOfADay}), ${sosRaised} SOS that were acknowledged and closed, ${faultsSent} messages with faults, the simulated fleet of the demo.
Chromium ${browser}, 1920 × 1080; ${cores} × ${cpu}, load ${load} before it began.

Readings are made once a minute, each after three full collections. The first third fills caches (tiles, labels, formats) and does not count; what follows is a line through the readings.

${markdownTable(
  ['', 'first reading', 'last reading', 'in 1,000 turns', 'grows'],
  growth.map((g) => [names[g.measure], g.first, g.last, g.perThousandTurns, g.isGrowing ? '**yes**' : 'no']),
)}

${markdownTable(
  ['minute', 'turns', ...Object.values(names)],
  readings.map((r) => [r.minute, r.turns, r.heapMb, r.nodes, r.listeners, r.layers]),
)}
`;
}
