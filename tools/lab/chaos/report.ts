import { markdownTable } from '../../src/run/markdown-table';
import type { Finding } from './account/compare';
import type { Scenario } from './scenarios/scenario';
import type { Result } from './stage';

/** The last result of each scenario, with the machine it came from. */
export interface ChaosReport {
  at: string;
  seed: number;
  broker: string;
  machine: { cores: number; memoryGiB: number; cpu: string; node: string };
  results: (Result & { at?: string })[];
  /** the deliberate faults of the last sensitivity run, and how a scenario noticed each; null: it did not */
  broken?: Broken[];
}
export interface Broken {
  label: string;
  number: number;
  by: string | null;
  at: string;
}

/** A run of some scenarios replaces only theirs. */
export function mergeReports(before: ChaosReport | null, now: ChaosReport): ChaosReport {
  const fresh = new Set(now.results.map((r) => r.number));
  const kept = (before?.results ?? [])
    .filter((r) => !fresh.has(r.number))
    .map((r) => ({ ...r, at: r.at ?? before?.at ?? now.at }));
  return {
    ...before,
    ...now,
    results: [...kept, ...now.results.map((r) => ({ ...r, at: now.at }))].sort((a, b) => a.number - b.number),
  };
}

/** A run of some replaces only theirs. */
export function mergeBroken(before: ChaosReport, now: readonly Broken[]): ChaosReport {
  const isFresh = (b: Broken): boolean => now.some((n) => n.label === b.label && n.number === b.number);
  return {
    ...before,
    broken: [...(before.broken ?? []).filter((b) => !isFresh(b)), ...now].sort(
      (a, b) => a.number - b.number || a.label.localeCompare(b.label),
    ),
  };
}

/** How a scenario showed a failure, in one line. */
export function shownBy({ checks, findings, failure }: Result): string {
  const [check] = checks.filter((c) => !c.met);
  const [finding] = findings;
  if (finding !== undefined) return `${finding.count} ${finding.what}: ${finding.subject}`;
  return check === undefined ? (failure?.split('\n')[0] ?? '') : `${check.name}: ${check.is}`;
}

/** A few lines for the terminal. */
export function asText(r: Result): string {
  const head = `${String(r.number).padStart(2)}  ${r.met ? 'held  ' : 'FAILED'}  ${r.name.padEnd(28)} ${String(r.seconds).padStart(6)} s  ${figuresOf(r)}`;
  const checks = r.checks.filter((c) => !c.met).map((c) => `    not met: ${c.name} (${c.is})`);
  const failure = r.failure === null ? [] : [`    ${r.failure.replaceAll('\n', '\n    ')}`];
  return [head, ...checks, ...r.findings.flatMap(lines), ...failure].join('\n');
}

const figuresOf = (r: Result): string =>
  Object.entries(r.figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
const lines = (f: Finding): string[] => [
  `    ${f.count} ${f.what}: ${f.subject}`,
  ...f.examples.map((e) => `      ${e}`),
];

export function asMarkdown(report: ChaosReport, scenarios: readonly Scenario[]): string {
  const { machine, seed, broker } = report;
  const overview = report.results.map((r) => [
    r.number,
    r.name,
    r.met ? 'held' : '**failed**',
    r.figures['acked'] ?? '',
    r.figures['stored'] ?? '',
    r.seconds,
    (r.at ?? report.at).slice(0, 10),
  ]);
  const rows = report.results.map((r) => {
    const scenario = scenarios.find((s) => s.number === r.number);
    return [
      `## ${r.number}. ${r.name}: ${r.met ? 'held' : '**failed**'}`,
      '',
      `${scenario?.fault ?? ''}.`,
      '',
      `Must hold: ${scenario?.pass ?? ''}.`,
      '',
      table(r),
      '',
    ].join('\n');
  });
  return `# Chaos

What happens to messages when parts of the product die, hang or are lied to. \`npm run lab -- chaos\` plays each scenario against the real processes in a world of
its own (Mosquitto with infra/mosquitto, PostgreSQL with its durable settings, the four processes of the built server, the simulator as generator) and
closes the account: what the generator was acknowledged, by its own ledger, minus what the database holds is empty; nothing is there twice; every fault and
call for help, worked out from the ledger by a model that shares no code with the server, exists exactly once; every console shows what the database holds;
the broker dropped nothing. \`npm run lab -- chaos --sensitivity\` breaks the product on purpose and checks that the suite notices.

Newest run: ${report.at.slice(0, 10)}, seed ${seed}, broker ${broker}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, Node ${machine.node}.
Each scenario is listed as it was last run, on the day in its row and with the product of that day.
Generator, broker, database, server and consoles share these cores, so rates are small and outages are as long as stated.

${markdownTable(['#', 'scenario', '', 'acked', 'stored', 's', 'run'], overview)}

${rows.join('\n')}
## Broken on purpose

What \`npm run lab -- chaos --sensitivity\` last found, at the short length: a fault that was built into a copy of the product, and by what the scenario that must fail then showed it. A fault without a row was not tried since this is kept
(2026-11-23); \`tools/lab/chaos/sensitivity.ts\` lists all.

${markdownTable(
  ['#', 'fault', 'shown by', 'run'],
  (report.broken ?? []).map((b) => [b.number, b.label, b.by ?? '**nothing**', b.at.slice(0, 10)]),
)}
`;
}

function table(r: Result): string {
  const figures = Object.entries(r.figures);
  const checks = r.checks.map((c) => [`${c.met ? '' : '**not met:** '}${c.name}`, c.is]);
  const findings = r.findings.map((f) => [`**${f.what}: ${f.subject}**`, `${f.count}: ${f.examples.join('; ')}`]);
  const failure = r.failure === null ? [] : [['**ended early**', r.failure.split('\n')[0] ?? '']];
  return markdownTable(['', ''], [...figures, ...checks, ...findings, ...failure]);
}
