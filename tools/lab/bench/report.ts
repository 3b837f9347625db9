import { spreadOf, type Spread } from './measure/pairs';

/** One line of the result: what was measured, beside its limit from the same minutes, against its goal. */
export interface Figure {
  bench: string;
  name: string;
  unit: string;
  product: Spread;
  limit: Spread | null;
  /** name of the limit */
  limitIs: string | null;
  ratio: Spread | null;
  goal: Goal | null;
  /** null: no goal, for information */
  met: boolean | null;
  /** of the first table */
  isHeadline?: boolean;
}
/** `of: ratio` compares product with limit; `of: value` the product's own figure. */
export type Goal = { of: 'ratio' | 'value'; at: 'most' | 'least'; than: number }[];

export interface BenchReport {
  at: string;
  machine: { cores: number; memoryGiB: number; cpu: string; node: string; platform: string; loadBefore: number };
  settings: Record<string, string | number>;
  figures: Figure[];
  notes: string[];
}

export function figure(f: {
  bench: string;
  name: string;
  unit: string;
  product: number[];
  limit?: number[];
  limitIs?: string;
  goal?: Goal;
  isHeadline?: boolean;
}): Figure {
  const product = spreadOf(f.product);
  const limit = f.limit === undefined ? null : spreadOf(f.limit);
  const ratio = f.limit === undefined ? null : spreadOf(f.product.map((p, i) => p / (f.limit?.[i] ?? NaN)));
  return {
    bench: f.bench,
    name: f.name,
    unit: f.unit,
    product,
    limit,
    limitIs: f.limitIs ?? null,
    ratio,
    goal: f.goal ?? null,
    met: f.goal === undefined ? null : meets(f.goal, product.median, ratio?.median ?? null),
    ...(f.isHeadline === true ? { isHeadline: true } : {}),
  };
}

export function meets(goal: Goal, value: number, ratio: number | null): boolean {
  return goal.every((g) => {
    const x = g.of === 'ratio' ? ratio : value;
    return x !== null && Number.isFinite(x) && (g.at === 'most' ? x <= g.than : x >= g.than);
  });
}

const heads = ['figure', 'product', 'limit', 'ratio', 'goal', ''];

/** The figures as cells of text, for the terminal and for the page. */
export function cellsOf(f: Figure): string[] {
  return [
    f.name,
    `${withSpread(f.product)} ${f.unit}`.trim(),
    f.limit === null ? '' : `${withSpread(f.limit)}${f.limitIs === null ? '' : ` (${f.limitIs})`}`,
    f.ratio === null ? '' : withSpread(f.ratio),
    f.goal === null
      ? ''
      : f.goal
          .map((g) => `${g.of === 'ratio' ? 'ratio ' : ''}${g.at === 'most' ? '≤' : '≥'} ${plain(g.than)}`)
          .join(', '),
    f.met === null ? '' : f.met ? 'met' : 'MISSED',
  ];
}

/** Median, and in brackets the least and the greatest of the repetitions. */
export const withSpread = (s: Spread): string =>
  s.values.length === 1 ? plain(s.median) : `${plain(s.median)} (${plain(s.min)}–${plain(s.max)})`;

export function plain(n: number): string {
  if (!Number.isFinite(n)) return '–';
  const size = Math.abs(n);
  return n.toLocaleString('en-US', { maximumFractionDigits: size >= 100 ? 0 : size >= 10 ? 1 : 2 });
}

export function asTable(figures: readonly Figure[]): string {
  const rows = [heads, ...figures.map(cellsOf)];
  const widths = heads.map((_, i) => Math.max(...rows.map((r) => (r[i] ?? '').length)));
  return rows
    .map((r) =>
      r
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function asMarkdown(report: BenchReport): string {
  const m = report.machine;
  const lines = [
    '# Measured',
    '',
    'Written by `npm run lab -- bench`; the same as JSON in `bench.json`; what the figures mean, and why a goal is missed, is in [bench-notes.md](bench-notes.md). Every figure is beside its limit, measured in the same minutes on the same machine with the',
    'same load generator: load, broker, database, server and browsers share its cores, so the ratios mean more than the figures. Medians, and in brackets the least',
    'and the greatest repetition; a ratio is computed within each pair of runs.',
    '',
    `${report.at}; ${m.cores} cores (${m.cpu}), ${m.memoryGiB} GiB, ${m.platform}, Node ${m.node}, load average before: ${m.loadBefore}.`,
    '',
    `Settings: ${Object.entries(report.settings)
      .map(([k, v]) => `${k} ${v}`)
      .join(', ')}.`,
  ];
  const headline = report.figures.filter((f) => f.isHeadline);
  if (headline.length > 0) lines.push('', '## In short', '', ...tableOf(headline));
  for (const bench of new Set(report.figures.map((f) => f.bench)))
    lines.push('', `## ${bench}`, '', ...tableOf(report.figures.filter((f) => f.bench === bench)));
  if (report.notes.length > 0) lines.push('', '## Notes', '', ...report.notes.map((n) => `- ${n}`));
  return `${lines.join('\n')}\n`;
}

function tableOf(figures: readonly Figure[]): string[] {
  const line = (f: Figure): string =>
    `| ${cellsOf(f)
      .map((cell) => cell.replaceAll('|', '\\|'))
      .join(' | ')} |`;
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`, ...figures.map(line)];
}

/** A later run of some benchmarks replaces only their figures and notes. */
export function merge(before: BenchReport | null, now: BenchReport): BenchReport {
  if (before === null) return now;
  const again = new Set(now.figures.map((f) => f.bench));
  return {
    ...now,
    figures: [...before.figures.filter((f) => !again.has(f.bench)), ...now.figures],
    notes: [...new Set([...before.notes.filter((n) => ![...again].some((b) => n.startsWith(`${b}: `))), ...now.notes])],
  };
}
