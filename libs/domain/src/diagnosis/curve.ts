import { clockSetMs } from '../device-clock';
import { plausibleValue } from './items';
import { gapPeriods, type Sample } from './run';
import type { TestDefinition } from './tests';

/** Measurements of a test or a recording as lines over time: the same for screen, PDF and comparison. */
export interface MeasuredPart {
  /** device clock, epoch ms */
  t0: number;
  /** ms between rows */
  period: number;
  step: number | null;
  items: readonly string[];
  rows: readonly (readonly (number | null)[])[];
}
/** ms since the first row, and the value; null if the sensor reported nothing, or is broken. */
export type CurvePoint = readonly [atMs: number, value: number | null];

/** How far the device clock is behind ours, ms: when its test or recording began, and with the part that was received at `receivedAt` (epoch ms). */
export interface PartClock {
  firstOffsetMs: number;
  offsetMs: number;
  receivedAt: number;
}

/**
 * `t0` of a part by the clock that its test or recording began with, if the clock was set since. Its terminal may stamp the rows with the new clock, or
 * go on counting from the first row: the part is read the way that puts its last row nearer to its receipt.
 */
export function startOnFirstClock(
  { t0, period, rows }: Pick<MeasuredPart, 't0' | 'period' | 'rows'>,
  { firstOffsetMs, offsetMs, receivedAt }: PartClock,
): number {
  const setByMs = offsetMs - firstOffsetMs;
  if (Math.abs(setByMs) <= clockSetMs) return t0;
  const ageMs = receivedAt - (t0 + (rows.length - 1) * period + firstOffsetMs);
  return Math.abs(ageMs - setByMs) < Math.abs(ageMs) ? t0 + setByMs : t0;
}

/** One item over time, counted from the first row. Duplicate parts count once. */
export function curveOf(parts: readonly MeasuredPart[], item: string): CurvePoint[] {
  const ordered = inOrder(parts);
  const from = ordered[0]?.t0 ?? 0;
  return ordered.flatMap(({ t0, period, items, rows }) => {
    const column = items.indexOf(item);
    if (column < 0) return [];
    return rows.map((row, k): CurvePoint => [t0 - from + k * period, plausibleValue(item, row[column] ?? null)]);
  });
}

/** Start of each step: ms since the first row. */
export function stepStarts(parts: readonly MeasuredPart[]): { step: number; atMs: number }[] {
  const ordered = inOrder(parts);
  const from = ordered[0]?.t0 ?? 0;
  return ordered.flatMap(({ t0, step }, i) =>
    step === null || step === ordered[i - 1]?.step ? [] : [{ step, atMs: t0 - from }],
  );
}

/** The rows as the verdict reads them, in seconds from the first one. */
export const samplesOf = (parts: readonly MeasuredPart[]): Sample[] => {
  const from = parts[0]?.t0 ?? 0;
  return parts.flatMap(({ t0, step, period, items, rows }) =>
    rows.map((row, k) => ({
      atS: (t0 - from + k * period) / 1000,
      step: step ?? 0,
      periodS: period / 1000,
      values: Object.fromEntries(items.map((item, i) => [item, row[i] ?? null])),
    })),
  );
};

/**
 * What is left of a test, in seconds: of the present step what its unit reports, else what it takes less what it has
 * taken, and all of the steps after it. A step that takes longer than it should has nothing left.
 */
export const secondsLeft = (
  steps: readonly number[],
  step: number,
  inStepS: number,
  reportedS: number | null,
): number =>
  (reportedS ?? Math.max(0, (steps[step] ?? 0) - inStepS)) + steps.slice(step + 1).reduce((sum, s) => sum + s, 0);

/** The limits in a chart of an item: the allowed band, and bounds from its first row on. */
export function boundsOf(
  { signals, verdict }: Pick<TestDefinition, 'signals' | 'verdict'>,
  item: string,
): { band: [number, number] | null; limits: number[] } {
  const signal = signals.find((s) => s.item === item);
  const itemLimits = verdict.filter((l) => 'item' in l && l.item === item);
  const inBand = itemLimits.find((l) => l.eval === 'inBand');
  const band =
    signal?.band ??
    (inBand?.eval === 'inBand' ? ([inBand.target - inBand.tol, inBand.target + inBand.tol] as [number, number]) : null);
  const limits = itemLimits.flatMap((l) =>
    l.eval === 'range' && l.during === undefined && l.window === undefined
      ? [l.min, l.max].filter((v) => v !== undefined)
      : [],
  );
  return { band, limits: [...new Set(limits)].filter((v) => band === null || !band.includes(v)) };
}

/** Minimum, mean and maximum of the measurements; null if there are none. */
export function summaryOf(points: readonly CurvePoint[]): { min: number; mean: number; max: number } | null {
  const values = points.flatMap(([, v]) => (v === null ? [] : [v]));
  if (values.length === 0) return null;
  const [min, max, sum] = values.reduce(
    ([a, b, c], v) => [Math.min(a, v), Math.max(b, v), c + v],
    [Infinity, -Infinity, 0],
  );
  return { min, mean: sum / values.length, max };
}

/**
 * Downsamples to about this many points, with the minimum and maximum of each segment: no peak is lost. Gaps stay gaps.
 */
export function thinned(points: readonly CurvePoint[], maxPoints: number): readonly CurvePoint[] {
  if (points.length <= maxPoints) return points;
  const stretch = Math.ceil((points.length * 2) / maxPoints);
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

/** A line for print, as SVG; null without measurements. `band` is the allowed range, `number` formats the axes. */
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
  const margin = (high - low || Math.abs(high) || 1) * 0.06;
  const [from, to] = [low - margin, high + margin];
  const length = Math.max(1, last[0] - first[0]);
  const x = (at: number): string => (left + ((at - first[0]) / length) * (width - left - 4)).toFixed(1);
  const y = (value: number): string => (4 + ((to - value) / (to - from)) * (height - bottom - 4)).toFixed(1);
  const steps = points.slice(1).map(([at], i) => at - (points[i]?.[0] ?? at));
  const medianStep = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  let isDrawing = false;
  let before: number | null = null;
  const path = points
    .flatMap(([at, value]) => {
      if (value === null || (before !== null && at - before > gapPeriods * medianStep)) isDrawing = false;
      before = at;
      if (value === null) return [];
      const to = `${isDrawing ? 'L' : 'M'}${x(at)} ${y(value)}`;
      isDrawing = true;
      return [to];
    })
    .join(' ');
  const text = (content: string, at: string, up: string, anchor: 'start' | 'end'): string =>
    `<text x="${at}" y="${up}" font-family="${font}" font-size="7" fill="#5b665f" text-anchor="${anchor}">${content}</text>`;
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
