import { markdownTable } from '../run/markdown-table';
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
}

/** A run of some scenarios replaces only theirs. */
export function mergeReports(before: ChaosReport | null, now: ChaosReport): ChaosReport {
  const fresh = new Set(now.results.map((r) => r.number));
  const kept = (before?.results ?? []).filter((r) => !fresh.has(r.number)).map((r) => ({ ...r, at: r.at ?? before?.at ?? now.at }));
  return { ...now, results: [...kept, ...now.results.map((r) => ({ ...r, at: now.at }))].sort((a, b) => a.number - b.number) };
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
const lines = (f: Finding): string[] => [`    ${f.count} ${f.what}: ${f.subject}`, ...f.examples.map((e) => `      ${e}`)];

export function asMarkdown(report: ChaosReport, scenarios: readonly Scenario[]): string {
  const { machine, seed, broker } = report;
  const overview = report.results.map((r) => [r.number, r.name, r.met ? 'held' : '**failed**', r.figures['acked'] ?? '', r.figures['stored'] ?? '', r.seconds]);
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

What happens to messages when parts of the product die, hang or are lied to. \`npm run chaos\` plays each scenario against the real processes in a world of
its own (Mosquitto with infra/mosquitto, PostgreSQL with its durable settings, the four processes of the built server, the simulator as generator) and
closes the account: what the generator was acknowledged, by its own ledger, minus what the database holds is empty; nothing is there twice; every fault and
call for help, worked out from the ledger by a model that shares no code with the server, exists exactly once; every console shows what the database holds;
the broker dropped nothing. \`npm run chaos -- --sensitivity\` breaks the product on purpose and checks that the suite notices.

Last full run: ${report.at.slice(0, 10)}, seed ${seed}, broker ${broker}, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, Node ${machine.node}.
Generator, broker, database, server and consoles share these cores, so rates are small and outages are as long as they say.

${markdownTable(['#', 'scenario', '', 'acked', 'stored', 's'], overview)}

${rows.join('\n')}`;
}

function table(r: Result): string {
  const figures = Object.entries(r.figures);
  const checks = r.checks.map((c) => [`${c.met ? '' : '**not met:** '}${c.name}`, c.is]);
  const findings = r.findings.map((f) => [`**${f.what}: ${f.subject}**`, `${f.count}: ${f.examples.join('; ')}`]);
  const failure = r.failure === null ? [] : [['**ended early**', r.failure.split('\n')[0] ?? '']];
  return markdownTable(['', ''], [...figures, ...checks, ...findings, ...failure]);
}
