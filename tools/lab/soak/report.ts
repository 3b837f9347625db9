import type { Finding } from '../chaos/account/compare';
import { markdownTable } from '../../src/run/markdown-table';
import type { SoakResult } from './soak';

/** The last run, with the machine it came from. */
export interface SoakReport {
  at: string;
  machine: { cores: number; memoryGiB: number; cpu: string; node: string; loadBefore: number };
  result: SoakResult;
}

export function asText({ lines, findings, omissions, acts, memory, seconds, closed }: SoakResult): string {
  const all = [...findings, ...lines.flatMap((l) => l.findings)];
  return [
    ...lines.map(
      (l) =>
        `  ${l.what.padEnd(84)} ${String(l.expected).padStart(8)} ${String(l.is).padStart(8)}${l.findings.length > 0 ? '  DIFFERS' : ''}`,
    ),
    `  ${acts.done} acts of staff, ${acts.refused} refused: ${counts(acts.byCode)}; ${acts.outsiders.kept} of ${acts.outsiders.asked} outsiders kept out`,
    ...memory.map(
      (m) =>
        `  ${m.name.padEnd(8)} ${m.atStartMb} → ${m.atEndMb} MB, ${m.slopeMbPerMin} MB/min, kept ${m.keptSlopeMbPerMin ?? '–'}`,
    ),
    ...omissions.map((o) => `  left out: ${o.what}: ${o.noticed ? `noticed, ${o.as}` : 'NOT NOTICED'}`),
    ...all.flatMap(shown),
    closed ? `the account closes (${seconds} s)` : 'the account does NOT close',
  ].join('\n');
}

const shown = (f: Finding): string[] => [`  ${f.count} ${f.what}: ${f.subject}`, ...f.examples.map((e) => `    ${e}`)];
const counts = (byCode: Record<string, number>): string =>
  Object.entries(byCode)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([code, n]) => `${n} ${code}`)
    .join(', ');

export function asMarkdown({ at, machine, result: r }: SoakReport): string {
  const { plan } = r;
  const bad = [...r.findings, ...r.lines.flatMap((l) => l.findings)];
  const table = r.lines.map((l) => [
    l.what,
    l.expected,
    l.is,
    l.findings.length === 0 ? '0' : `**${l.findings.reduce((n, f) => n + f.count, 0)}**`,
  ]);
  return `# Faults and calls through their lives

Written by \`npm run lab -- soak\`. A fleet sends faults and SOS at set rates, staff at two desks process them over HTTP, others watch; some calls and
reports are left alone so that they escalate, some acts are tried that a state forbids, some by two people in the same moment. The house that sends texts
refuses some for now, few for good, and is away once. In the end an account is made from what machines, staff and that house each wrote down by
themselves, by rules that share no code with the server, and compared with the database: it must close to zero.

${at.slice(0, 16).replace('T', ' ')} UTC, ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, Node ${machine.node}, load average before: ${machine.loadBefore}. Fleet, broker, database, server, staff and consoles
share these cores.

${markdownTable(
  ['', ''],
  [
    ['length', `${plan.minutes} min, ${r.seconds} s with its end and its account`],
    ['fleet', `${plan.devices} devices, seed ${plan.seed}, ${plan.messagesPerS} messages/s of telemetry`],
    ['said', `about ${plan.faultsPerMinute} faults and ${plan.sosPerMinute} calls a minute`],
    ['a call goes up after', `${plan.escalateS} s`],
    ['broker, queues', `${r.broker}, ${r.queue}`],
    ['acts of staff', `${r.acts.done} done, ${r.acts.refused} refused as they must be (${counts(r.acts.byCode)})`],
    [
      'people of another agency who guessed a number',
      `${r.acts.outsiders.kept} of ${r.acts.outsiders.asked} got "not found"`,
    ],
    [
      'texts',
      `${r.gateway.attempts} attempts, ${r.gateway.refusedForNow} refused for now, ${r.gateway.refusedForGood} for good`,
    ],
    [
      'consoles',
      `${r.consoles.count}, ${r.consoles.connects} connections, ${r.consoles.resyncs} asked to read again; in the end ${r.findings.some((f) => f.subject === 'console') ? '**not all**' : 'all'} show what the database holds`,
    ],
  ],
)}

## Account: ${r.closed ? 'closed' : '**not closed**'}

${markdownTable(['', 'by the ledgers', 'in the database', 'differences'], table)}
${bad.length === 0 ? '' : `\n${bad.map((f) => `- **${f.count} ${f.what}: ${f.subject}**: ${f.examples.join('; ')}`).join('\n')}\n`}
## Would it notice?

One thing left out of one book of this very run; the account must not close then.

${markdownTable(
  ['left out', 'the account has'],
  r.omissions.map((o) => [o.what, o.noticed ? o.as : '**nothing**']),
)}

## Memory

${plan.short ? 'Too short a run to judge it.' : 'No process of the server may keep more than half a megabyte a minute more over the last two thirds, by the lowest reading of each minute: of heap and buffers after a full collection as it reports itself (`headland_memory_kept_bytes`). The slope beside it is of all that it holds, garbage included.'}

${markdownTable(
  [
    'process',
    'at the start, MB',
    'at the end, MB',
    'most, MB',
    'slope of the last two thirds, MB/min',
    'of what is kept, MB/min',
  ],
  r.memory.map((m) => [m.name, m.atStartMb, m.atEndMb, m.maxMb, m.slopeMbPerMin, m.keptSlopeMbPerMin ?? '–']),
)}
`;
}
