import type { TestDefinition } from './tests';

/** What a test or a recording measured, as lines over time: the same for a screen, a sheet of paper and a comparison. */
export interface MeasuredPart {
  /** device clock, epoch ms */
  t0: number;
  /** ms between rows */
  period: number;
  step: number | null;
  items: readonly string[];
  rows: readonly (readonly (number | null)[])[];
}
/** ms since the first row, and the value; null where the sensor said nothing. */
export type CurvePoint = readonly [atMs: number, value: number | null];

/** One item over time, counted from the first row of all. A part that came twice counts once. */
export function curveOf(parts: readonly MeasuredPart[], item: string): CurvePoint[] {
  const ordered = inOrder(parts);
  const from = ordered[0]?.t0 ?? 0;
  return ordered.flatMap(({ t0, period, items, rows }) => {
    const column = items.indexOf(item);
    return column < 0 ? [] : rows.map((row, k): CurvePoint => [t0 - from + k * period, row[column] ?? null]);
  });
}

/** When each step began: ms since the first row. */
export function stepStarts(parts: readonly MeasuredPart[]): { step: number; atMs: number }[] {
  const ordered = inOrder(parts);
  const from = ordered[0]?.t0 ?? 0;
  return ordered.flatMap(({ t0, step }, i) =>
    step === null || step === ordered[i - 1]?.step ? [] : [{ step, atMs: t0 - from }],
  );
}

export const measuredItems = (parts: readonly MeasuredPart[]): string[] => [...new Set(parts.flatMap((p) => p.items))];

/** What a chart of an item shows of the limits: the band that is allowed, and bounds that hold from its first row on. */
export function boundsOf(
  { signals, verdict }: Pick<TestDefinition, 'signals' | 'verdict'>,
  item: string,
): { band: [number, number] | null; limits: number[] } {
  const signal = signals.find((s) => s.item === item);
  const about = verdict.filter((l) => 'item' in l && l.item === item);
  const held = about.find((l) => l.eval === 'inBand');
  const band =
    signal?.band ??
    (held?.eval === 'inBand' ? ([held.target - held.tol, held.target + held.tol] as [number, number]) : null);
  const limits = about.flatMap((l) =>
    l.eval === 'range' && l.during === undefined && l.window === undefined
      ? [l.min, l.max].filter((v) => v !== undefined)
      : [],
  );
  return { band, limits: [...new Set(limits)].filter((v) => band === null || !band.includes(v)) };
}

/** Least, mean and greatest of what was measured; null where that is nothing. */
export function summaryOf(points: readonly CurvePoint[]): { min: number; mean: number; max: number } | null {
  const values = points.flatMap(([, v]) => (v === null ? [] : [v]));
  if (values.length === 0) return null;
  const [min, max, sum] = values.reduce(
    ([a, b, c], v) => [Math.min(a, v), Math.max(b, v), c + v],
    [Infinity, -Infinity, 0],
  );
  return { min, mean: sum / values.length, max };
}

/** At most about so many points, the least and the greatest of each stretch among them: no peak is lost. Gaps stay gaps. */
export function thinned(points: readonly CurvePoint[], most: number): readonly CurvePoint[] {
  if (points.length <= most) return points;
  const stretch = Math.ceil((points.length * 2) / most);
  return Array.from({ length: Math.ceil(points.length / stretch) }, (_, i) =>
    points.slice(i * stretch, (i + 1) * stretch),
  ).flatMap((part) => {
    const known = part.filter((p): p is readonly [number, number] => p[1] !== null);
    const [first] = part;
    if (known.length === 0) return first === undefined ? [] : [first];
    const low = known.reduce((a, b) => (b[1] < a[1] ? b : a));
    const high = known.reduce((a, b) => (b[1] > a[1] ? b : a));
    return low === high ? [low] : [low, high].sort((a, b) => a[0] - b[0]);
  });
}

function inOrder(parts: readonly MeasuredPart[]): MeasuredPart[] {
  return [...new Map(parts.map((p) => [p.t0, p])).values()].sort((a, b) => a.t0 - b.t0);
}

const width = 507;
const height = 118;
const left = 42;
const bottom = 16;
/** Silence of so many periods is a gap that no line crosses. */
const gapPeriods = 3;

/** A line on paper, as SVG; null where nothing was measured. `band` is what was allowed, `number` writes the axes. */
export function curveDrawing(
  points: readonly CurvePoint[],
  band: readonly [number, number] | null,
  number: (value: number) => string,
  font: string,
): string | null {
  const values = points.flatMap(([, v]) => (v === null ? [] : [v]));
  const [first, last] = [points[0], points.at(-1)];
  if (values.length === 0 || first === undefined || last === undefined) return null;
  const seen = [...values, ...(band ?? [])];
  const [low, high] = [seen.reduce((a, b) => Math.min(a, b)), seen.reduce((a, b) => Math.max(a, b))];
  const air = (high - low || Math.abs(high) || 1) * 0.06;
  const [from, to] = [low - air, high + air];
  const length = Math.max(1, last[0] - first[0]);
  const x = (at: number): string => (left + ((at - first[0]) / length) * (width - left - 4)).toFixed(1);
  const y = (value: number): string => (4 + ((to - value) / (to - from)) * (height - bottom - 4)).toFixed(1);
  const steps = points.slice(1).map(([at], i) => at - (points[i]?.[0] ?? at));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  let pen = false;
  let before: number | null = null;
  const path = points
    .flatMap(([at, value]) => {
      if (value === null || (before !== null && at - before > gapPeriods * usual)) pen = false;
      before = at;
      if (value === null) return [];
      const to = `${pen ? 'L' : 'M'}${x(at)} ${y(value)}`;
      pen = true;
      return [to];
    })
    .join(' ');
  const text = (words: string, at: string, up: string, anchor: 'start' | 'end'): string =>
    `<text x="${at}" y="${up}" font-family="${font}" font-size="7" fill="#5b665f" text-anchor="${anchor}">${words}</text>`;
  const parts = [
    `<rect x="${left}" y="4" width="${width - left - 4}" height="${height - bottom - 4}" fill="#ffffff" stroke="#d5dad3" stroke-width="0.5"/>`,
    ...(band === null
      ? []
      : [
          `<rect x="${left}" y="${y(band[1])}" width="${width - left - 4}" height="${(Number(y(band[0])) - Number(y(band[1]))).toFixed(1)}" fill="#e3efe4"/>`,
        ]),
    `<path d="${path}" fill="none" stroke="#2c5aa0" stroke-width="1.1" stroke-linejoin="round"/>`,
    text(number(high), String(left - 4), String(Number(y(high)) + 3), 'end'),
    text(number(low), String(left - 4), String(Number(y(low)) + 1), 'end'),
    text('0 s', String(left), String(height - 5), 'start'),
    text(`${number(length / 1000)} s`, String(width - 4), String(height - 5), 'end'),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}
